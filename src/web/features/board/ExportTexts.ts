/** The texts of making a presentation; loaded with the first of them. */

export const preparing = "Making slides…"
export const waiting = (seconds: number) => `Server is busy, again in ${seconds} s`
export const done = (name: string) => `Saved ${name}.`
export const busy = "The server has too many exports to make. Please try again in a minute."
export const failed = (reason: string) => `No slides were made. ${reason}`
