/** Texts about history that several features use. The others are loaded with `features/history`. */

export const added = "added: "
export const removed = "removed: "
export const older = "Load older"
export const allShown = "No older entries"
export const today = "Today"
export const yesterday = "Yesterday"
