import { counted } from "../../texts/values/Counted.ts"
import { formatDay, formatNumber } from "../../texts/values/PageFormats.ts"

export * from "../../texts/SharedTexts.ts"

export const title = "Check-in"
export const of = (team: string) => `Check-in · ${team}`
export const ofMyTeams = "Check-in · My teams"
export const ofMine = "Check-in · Mine"
export const noTeams = "No pinned teams"
export const noTeamsHint = "Pin the teams you look after, on their boards or in the overview."
export const measures = (count: number, stale: number) =>
  stale === 0 ? counted(count, "measure") : `${counted(count, "measure")}, ${formatNumber(stale)} stale`
export const caption = "Measures, longest without a check-in first"
export const empty = "Nothing to check in on"
export const emptyHint = "Add measures to the open objectives of this team. You’ll see all of them here."
export const noneMine = "Nothing to check in on is yours here."
export const toBoard = "Go to the board"
export const columns = {
  measure: "Measure",
  last: "Last value",
  expected: "Expected",
  value: "New value",
  confidence: "Confidence",
  note: "Note"
}
/** The column of new values, which are of a day, `YYYY-MM-DD`; empty for today. */
export const valueOf = (day: string) => (day === "" ? columns.value : `Value on ${formatDay(day)}`)
export const fieldOf = (field: string, measure: string) => `${field}: ${measure}`
export const stale = "Stale"
export const progress = "Progress"
export const suggested = (status: string) => `Set to ${status.toLowerCase()}`
export const suggestion = (status: string, of: string) => `${suggested(status)}: ${of}`
export const suggestionHint = (percent: number, expected: number | null) =>
  expected === null ? `${percent}% reached` : `${percent}% reached, ${expected}% expected by today`
export const same = "Same as the last check-in. Add a note to record it again."
export const saveAll = "Save all"
const statuses = (count: number) => counted(count, "status", "statuses")
export const filled = (count: number, all: number, changed: number) =>
  `${formatNumber(count)} of ${formatNumber(all)} filled in${changed === 0 ? "" : `, ${statuses(changed)}`}`
export const saved = (count: number, changed: number) =>
  `Saved ${[count === 0 ? [] : counted(count, "check-in"), changed === 0 ? [] : statuses(changed)].flat().join(" and ")}.`
export const keys = "Enter moves to the next value and saves after the last one."
