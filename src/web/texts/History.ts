/** Texts about history that several features use. The others are loaded with `features/history`. */

export const added = "added: "
export const removed = "removed: "
export const older = "Load older"
export const allShown = "That is all of it."
export const today = "Today"
export const yesterday = "Yesterday"

/** In the description of something that a restore removed or brought back it is the subject; on the page the user is. */
export const ofRestored = (description: string): string =>
  description
    .replace(/^went(?= with the restore)/, "removed this")
    .replace(/^came back(?= with the restore)/, "brought this back")
