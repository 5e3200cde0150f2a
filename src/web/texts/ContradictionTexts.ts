/** What mends what does not go together in an objective. */

export const reopen = (status: string) => `Reopen as ${status.toLowerCase()}`
export const set = (status: string) => `Set to ${status.toLowerCase()}`
export const moveDate = "Move the date"
export const newDate = (title: string) => `New due date of ${title}`
export const of = (label: string, title: string) => `${label}: ${title}`
