export const deletions = {
  done: (title: string) => `Deleted “${title}”.`,
  failed: (title: string, reason: string) => `“${title}” could not be deleted. ${reason}`
}
