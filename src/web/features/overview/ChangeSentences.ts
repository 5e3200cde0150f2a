import { statusName } from "../../../shared/ChangeSentences.ts"
import { counted as countedNoun } from "../../texts/Counted.ts"
import { formatNumber } from "../../texts/Formats.ts"
import type { TeamChanges } from "../../workspace/Overview.ts"

type Status = TeamChanges["statusChanges"][number]["from"]

/** Statuses of open objectives, from good to bad. */
const track: ReadonlyArray<Status> = ["on_track", "at_risk", "off_track"]

/** What a change of status means, to be read after a number: "slipped from on track". */
const meaningOf = (from: Status, to: Status): string => {
  if (to === "achieved" || to === "missed") return statusName(to)
  if (to === "draft") return "back to draft"
  if (from === "draft") return to === "on_track" ? "started" : `started ${statusName(to)}`
  if (from === "achieved" || from === "missed") return "reopened"
  if (track.indexOf(to) > track.indexOf(from)) return `slipped from ${statusName(from)}`
  return to === "on_track" ? "back on track" : `improved to ${statusName(to)}`
}

/** The order of meanings in a sentence; meanings of the same place keep the order of their first appearance. */
const places = ["achieved", "missed", "slipped", "back on", "improved", "started", "reopened", "back to"]

const placeOf = (meaning: string): number => places.findIndex((begin) => meaning.startsWith(begin))

const dueMeaning = (from: string | null, to: string | null): string => {
  if (from === null) return "given a due date"
  if (to === null) return "left without a due date"
  return to > from ? "postponed" : "brought forward"
}

/** Null is the place of an objective without measures. */
const progressMeaning = (from: number | null, to: number | null): string => {
  if (from === null) return "now measured"
  if (to === null) return "no longer measured"
  return to > from ? "progressed" : "fell back"
}

const counted = (texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...Map.groupBy(texts, (text) => text)].map(([text, all]) => `${formatNumber(all.length)} ${text}`)

/**
 * What has changed in teams together, in parts such as "3 achieved", "2 slipped from on track", "4 new objectives"; the
 * weightiest first.
 */
export const changeParts = (teams: ReadonlyArray<TeamChanges>): ReadonlyArray<string> => {
  const sumOf = (count: (changes: TeamChanges) => number, noun: string): ReadonlyArray<string> => {
    const sum = teams.reduce((total, changes) => total + count(changes), 0)
    return sum === 0 ? [] : [countedNoun(sum, noun)]
  }
  const statuses = teams.flatMap(({ statusChanges }) => statusChanges.map(({ from, to }) => meaningOf(from, to)))
  return [
    ...counted(statuses.toSorted((one, other) => placeOf(one) - placeOf(other))),
    ...sumOf(({ objectives }) => objectives.created, "new objective"),
    ...sumOf(({ objectives }) => objectives.deleted, "deleted objective"),
    ...counted(teams.flatMap(({ dueDateChanges }) => dueDateChanges.map(({ from, to }) => dueMeaning(from, to)))),
    ...counted(
      teams.flatMap(({ progressChanges }) => progressChanges.map(({ from, to }) => progressMeaning(from, to)))
    ),
    ...sumOf(({ principles }) => principles.created, "new principle"),
    ...sumOf(({ principles }) => principles.edited, "reworded principle"),
    ...sumOf(({ principles }) => principles.deleted, "deleted principle")
  ]
}
