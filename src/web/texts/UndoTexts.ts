import { byWhom } from "../../shared/ChangeSetNames.ts"
import { counted } from "./values/Counted.ts"
import { formatNumber, formatTimestamp } from "./values/PageFormats.ts"

export const changeOf = (field: string) => `the ${field} change`
export const creationOf = (title: string) => `the creation of “${title}”`
export const deletionOf = (title: string) => `the deletion of “${title}”`
export const restoreOf = (subject: string) => `the restore of ${subject}`
export const done = (subject: string) => `Undid ${subject}.`
export const notDone = (subject: string, failure: string) => `Couldn’t undo ${subject}. ${failure}`
export const partlyDone = (subject: string, failure: string) => `Undid ${subject} in part. ${failure}`
export const waiting = (subject: string) => `Can’t reach the server. This undoes ${subject} when you reconnect.`
export const last = "Undo your last change"
export const already = "It has been undone already."
export const nothing = "You have no changes to undo in this tab."
export const changeSet = (name: string) => `“${name}”`
export const askAll = (subject: string) => `Undo ${subject}?`
export const items = (count: number) => `Undo ${counted(count, "item")}`
export const touches = ({ items, teams }: { readonly items: number; readonly teams: number }) =>
  `This changes, removes or brings back ${counted(items, "item")} in ${counted(teams, "team")}. What somebody changed since stays.`
/** `left`: how many changes stay, which are listed after this. */
export const outcome = (subject: string, count: number, left: number) => {
  if (left === 0) return count === 0 ? "Nothing to undo." : done(subject)
  return count === 0 ? `Nothing of ${subject} was undone:` : `Undid ${subject}, except for ${counted(left, "change")}:`
}
export const andMore = (count: number) => `And ${formatNumber(count)} more.`
/** `later` is the event that stands in the way. */
export const leftAlone = (reason: string, later?: { readonly actorName: string; readonly timestamp: string }) =>
  later === undefined ? reason : `${reason} ${byWhom(later, formatTimestamp)}`
