import { formatNumber } from "../../texts/Formats.ts"
import type { TeamChanges } from "../../workspace/Overview.ts"

type Status = TeamChanges["statusChanges"][number]["from"]

/** Statuses of open objectives, from good to bad. */
const track: ReadonlyArray<Status> = ["on_track", "at_risk", "off_track"]

const nameOf = (status: Status): string => status.replace("_", " ")

/** What a change of status means, to be read after a number: "slipped from on track". */
const meaningOf = (from: Status, to: Status): string => {
  if (to === "achieved" || to === "missed") return nameOf(to)
  if (to === "draft") return "back to draft"
  if (from === "draft") return to === "on_track" ? "started" : `started ${nameOf(to)}`
  if (from === "achieved" || from === "missed") return "reopened"
  if (track.indexOf(to) > track.indexOf(from)) return `slipped from ${nameOf(from)}`
  return to === "on_track" ? "back on track" : `improved to ${nameOf(to)}`
}

/** The order of meanings in a sentence; meanings of the same place keep the order of their first appearance. */
const places = ["achieved", "missed", "slipped", "back on", "improved", "started", "reopened", "back to"]

const placeOf = (meaning: string): number => places.findIndex((begin) => meaning.startsWith(begin))

const dueMeaning = (from: string | null, to: string | null): string => {
  if (from === null) return "got a due date"
  if (to === null) return "lost the due date"
  return to > from ? "put off" : "brought forward"
}

/** Null is the place of an objective without measures. */
const progressMeaning = (from: number | null, to: number | null): string => {
  if (from === null) return "now measured"
  if (to === null) return "not measured any more"
  return to > from ? "moved forward" : "fell back"
}

const told = (count: number, text: string): ReadonlyArray<string> =>
  count === 0 ? [] : [`${formatNumber(count)} ${text}`]

const counted = (texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...Map.groupBy(texts, (text) => text)].flatMap(([text, all]) => told(all.length, text))

/**
 * What has changed in teams together, in parts such as "3 achieved", "2 slipped from on track", "4 new"; the weightiest
 * first.
 */
export const changeParts = (teams: ReadonlyArray<TeamChanges>): ReadonlyArray<string> => {
  const sum = (count: (changes: TeamChanges) => number): number =>
    teams.reduce((total, changes) => total + count(changes), 0)
  const ofPrinciples = (kind: keyof TeamChanges["principles"], what: string): ReadonlyArray<string> => {
    const count = sum(({ principles }) => principles[kind])
    return told(count, `${count === 1 ? "principle" : "principles"} ${what}`)
  }
  const statuses = teams.flatMap(({ statusChanges }) => statusChanges.map(({ from, to }) => meaningOf(from, to)))
  return [
    ...counted(statuses.toSorted((one, other) => placeOf(one) - placeOf(other))),
    ...told(
      sum(({ objectives }) => objectives.created),
      "new"
    ),
    ...told(
      sum(({ objectives }) => objectives.deleted),
      "deleted"
    ),
    ...counted(teams.flatMap(({ dueDateChanges }) => dueDateChanges.map(({ from, to }) => dueMeaning(from, to)))),
    ...counted(
      teams.flatMap(({ progressChanges }) => progressChanges.map(({ from, to }) => progressMeaning(from, to)))
    ),
    ...ofPrinciples("created", "new"),
    ...ofPrinciples("edited", "reworded"),
    ...ofPrinciples("deleted", "deleted")
  ]
}

const statusSentence = ({ title, from, to }: TeamChanges["statusChanges"][number]): string =>
  `“${title}” went from ${nameOf(from)} to ${nameOf(to)}.`

const percentText = (percent: number | null): string => (percent === null ? "no measures" : `${percent}%`)

/** One sentence for each change that belongs to an objective. `day` formats a date. */
export const changeSentences = (changes: TeamChanges, day: (date: string) => string): ReadonlyArray<string> => {
  const due = ({ title, from, to }: TeamChanges["dueDateChanges"][number]): string => {
    if (from === null) return `“${title}” is due ${day(to ?? "")} now; it had no due date.`
    return to === null
      ? `“${title}” was due ${day(from)}, and has no due date now.`
      : `“${title}” was due ${day(from)}, and is due ${day(to)} now.`
  }
  return [
    ...changes.statusChanges.map(statusSentence),
    ...changes.dueDateChanges.map(due),
    ...changes.progressChanges.map(
      ({ title, from, to }) => `“${title}” went from ${percentText(from)} to ${percentText(to)}.`
    )
  ]
}
