export const done = (title: string) => `Deleted “${title}”.`
export const failed = (title: string, reason: string) => `Couldn’t delete “${title}”. ${reason}`
