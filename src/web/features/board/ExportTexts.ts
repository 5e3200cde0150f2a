/** The texts of making a presentation; loaded with the first of them. */
export const exporting = {
  preparing: "Making slides…",
  waiting: (seconds: number) => `Server is busy, again in ${seconds} s`,
  done: (name: string) => `Saved ${name}.`,
  busy: "The server has too many exports to make. Please try again in a minute.",
  failed: (reason: string) => `No slides were made. ${reason}`
}
