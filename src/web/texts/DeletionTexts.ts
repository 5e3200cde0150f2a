export const done = (title: string) => `Deleted “${title}”.`
export const failed = (title: string, reason: string) => `Couldn’t delete “${title}”. ${reason}`
/** Stands for the title of a check-in that another one has taken the place of. */
export const corrected = "corrected check-in"
