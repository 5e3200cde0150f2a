export const done = (title: string) => `Deleted “${title}”.`
export const failed = (title: string, reason: string) => `“${title}” could not be deleted. ${reason}`
export const notBackYet =
  "Not back yet: the server is reading how it stood, or its database does not answer. Asking again…"
