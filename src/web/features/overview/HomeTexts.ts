import { counted } from "../../texts/values/Counted.ts"

export * from "../../texts/SharedTexts.ts"

export const title = "Home"
export const pinTeams = "Pin teams"
export const notLoaded = "Couldn’t load your home page."
export const empty = "Nothing pinned yet"
export const emptyHint =
  "Pin the teams you look after to see how they’re doing, what needs attention and what has changed. Objectives that you own show here too."
export const toOverview = "Go to the overview"
/** After a number. */
export const open = " open"
export const together = "All my teams"
export const needs = "Needs attention"
/** `isRest`: whether what the user owns is listed above. */
export const needsNothing = (isRest: boolean) =>
  `Nothing ${isRest ? "else " : ""}is off track, overdue, in doubt, at risk or stale.`
export const more = (count: number) => `Show ${counted(count, "more objective", "more objectives")}`
export const changes = (day: string) => `Changes since Monday, ${day}`
