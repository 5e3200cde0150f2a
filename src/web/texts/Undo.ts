import { formatTimestamp } from "./Formats.ts"

export const changeOf = (field: string) => `the ${field} change`
export const creationOf = (title: string) => `the creation of “${title}”`
export const deletionOf = (title: string) => `the deletion of “${title}”`
export const restoreOf = (subject: string) => `the restore of ${subject}`
export const done = (subject: string) => `Undid ${subject}.`
export const notDone = (subject: string, failure: string) => `Couldn’t undo ${subject}. ${failure}`
export const partlyDone = (subject: string, failure: string) => `Undid ${subject} in part. ${failure}`
export const nothing = "You have no changes to undo in this tab."
/** `later` is the event that stands in the way. */
export const leftAlone = (reason: string, later?: { readonly actorName: string; readonly timestamp: string }) =>
  later === undefined ? reason : `${reason} (${later.actorName}, ${formatTimestamp(later.timestamp)})`
