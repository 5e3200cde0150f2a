export const done = (title: string) => `Deleted “${title}”.`
export const failed = (title: string, reason: string) => `“${title}” could not be deleted. ${reason}`
