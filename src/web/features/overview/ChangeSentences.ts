import { formatNumber } from "../../texts/Formats.ts"
import type { TeamChanges } from "../../workspace/Overview.ts"

type Status = TeamChanges["statusChanges"][number]["from"]

/** Statuses of open objectives, from good to bad. */
const track: ReadonlyArray<Status> = ["on_track", "at_risk", "off_track"]

const names: Readonly<Record<Status, string>> = {
  draft: "draft",
  on_track: "on track",
  at_risk: "at risk",
  off_track: "off track",
  achieved: "achieved",
  missed: "missed"
}

/** What a change of status means, to be read after a number: "slipped from on track". */
const meaningOf = (from: Status, to: Status): string => {
  if (to === "achieved" || to === "missed") return names[to]
  if (to === "draft") return "back to draft"
  if (from === "draft") return to === "on_track" ? "started" : `started ${names[to]}`
  if (from === "achieved" || from === "missed") return "reopened"
  if (track.indexOf(to) > track.indexOf(from)) return `slipped from ${names[from]}`
  return to === "on_track" ? "back on track" : `improved to ${names[to]}`
}

/** The order of meanings in a sentence; meanings of the same place keep the order of their first appearance. */
const places = ["achieved", "missed", "slipped", "back on", "improved", "started", "reopened", "back to"]

const placeOf = (meaning: string): number => places.findIndex((begin) => meaning.startsWith(begin))

const countBy = (texts: ReadonlyArray<string>): ReadonlyArray<readonly [string, number]> =>
  [...Map.groupBy(texts, (text) => text)].map(([text, all]) => [text, all.length])

const told = (count: number, text: string): ReadonlyArray<string> =>
  count === 0 ? [] : [`${formatNumber(count)} ${text}`]

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

const ofPrinciples = ({ created, deleted, edited }: TeamChanges["principles"]): ReadonlyArray<string> => {
  const named = (count: number, what: string) => told(count, `${count === 1 ? "principle" : "principles"} ${what}`)
  return [...named(created, "new"), ...named(edited, "reworded"), ...named(deleted, "deleted")]
}

/** What has changed in a team, in parts such as "3 achieved", "2 slipped from on track", "4 new"; the weightiest first. */
export const changeParts = (changes: TeamChanges): ReadonlyArray<string> => {
  const { objectives, principles, statusChanges, dueDateChanges, progressChanges } = changes
  const statuses = countBy(statusChanges.map(({ from, to }) => meaningOf(from, to))).toSorted(
    ([one], [other]) => placeOf(one) - placeOf(other)
  )
  return [
    ...statuses.flatMap(([meaning, count]) => told(count, meaning)),
    ...told(objectives.created, "new"),
    ...told(objectives.deleted, "deleted"),
    ...countBy(dueDateChanges.map(({ from, to }) => dueMeaning(from, to))).flatMap(([text, count]) =>
      told(count, text)
    ),
    ...countBy(progressChanges.map(({ from, to }) => progressMeaning(from, to))).flatMap(([text, count]) =>
      told(count, text)
    ),
    ...ofPrinciples(principles)
  ]
}

const statusSentence = ({ title, from, to }: TeamChanges["statusChanges"][number]): string =>
  `“${title}” went from ${names[from]} to ${names[to]}.`

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

/** All teams together, in the same words. */
export const totalChanges = (teams: ReadonlyArray<TeamChanges>): ReadonlyArray<string> => {
  const [first] = teams
  if (first === undefined) return []
  const sum = (count: (changes: TeamChanges) => number): number =>
    teams.reduce((total, changes) => total + count(changes), 0)
  return changeParts({
    team: first.team,
    objectives: {
      created: sum(({ objectives }) => objectives.created),
      deleted: sum(({ objectives }) => objectives.deleted)
    },
    principles: {
      created: sum(({ principles }) => principles.created),
      deleted: sum(({ principles }) => principles.deleted),
      edited: sum(({ principles }) => principles.edited)
    },
    statusChanges: teams.flatMap(({ statusChanges }) => statusChanges),
    dueDateChanges: teams.flatMap(({ dueDateChanges }) => dueDateChanges),
    progressChanges: teams.flatMap(({ progressChanges }) => progressChanges)
  })
}
