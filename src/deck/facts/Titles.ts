import type { Objective, Principle, Team } from "../../domain/state/State.ts"
import type { DeckInput } from "../Input.ts"
import { attentionOf } from "./Attention.ts"
import type { Change, ChangeKind } from "./Changes.ts"
import { daysBefore, dayText } from "./Dates.ts"
import { matrixOf, objectivesOf, principleLabel } from "./Matrix.ts"
import { counted, percentText } from "./Numbers.ts"
import { averagePercent, percentOf } from "./Percent.ts"
import { countByStatus } from "./Statuses.ts"

/** How far back the changes slide looks, in days: what `DeckInput.before` is. */
export const changesDays = 30

const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

const needAttention = (count: number): string => `${count} ${count === 1 ? "needs" : "need"} attention`

/** `6 on track, 1 achieved, 3 need attention`; empty for no objectives. One may be both on track and in need. */
const standing = (objectives: ReadonlyArray<Objective>, input: DeckInput): string => {
  const { on_track, achieved } = countByStatus(objectives)
  const attention = attentionOf(objectives, input).length
  const parts = [
    ...(on_track === 0 ? [] : [`${on_track} on track`]),
    ...(achieved === 0 ? [] : [`${achieved} achieved`]),
    ...(attention === 0 ? [] : [needAttention(attention)])
  ]
  if (parts.length > 0) return parts.join(", ")
  if (objectives.length === 0) return ""
  return objectives.length === 1 ? "a draft" : "all drafts"
}

const principlesAndObjectives = ({ principles, objectives }: Team): string =>
  `${counted(principles.length, "principle")}, ${counted(objectives.length, "objective")}`

/** `4 principles, 11 objectives: 6 on track, 3 need attention`. */
export const strategyTitle = (input: DeckInput): string => {
  const { team } = input
  if (team.principles.length === 0 && team.objectives.length === 0) return "No principles and no objectives yet"
  if (team.objectives.length === 0) return `${counted(team.principles.length, "principle")}, no objectives yet`
  const subject =
    team.principles.length === 0
      ? `No principles yet, ${counted(team.objectives.length, "objective")}`
      : principlesAndObjectives(team)
  return `${subject}: ${standing(team.objectives, input)}`
}

/** `On average 54 %: 6 of 11 measured objectives are past half way`. */
export const progressTitle = ({ team: { objectives } }: DeckInput): string => {
  if (objectives.length === 0) return "No objectives yet"
  const average = averagePercent(objectives)
  if (average === null) return "No progress is measured yet"
  const percents = objectives.flatMap((objective) => percentOf(objective) ?? [])
  const past = percents.filter((percent) => percent > 50).length
  if (percents.length === 1) return `The one measured objective is at ${percentText(average)}`
  const verb = past === 1 ? "is" : "are"
  return `On average ${percentText(average)}: ${past} of ${percents.length} measured objectives ${verb} past half way`
}

/** `3 of 11 objectives need attention`. */
export const attentionTitle = (input: DeckInput): string => {
  const { objectives } = input.team
  const count = attentionOf(objectives, input).length
  if (count === 0) return "Nothing needs attention"
  if (objectives.length === 1) return "The one objective needs attention"
  return `${count} of ${objectives.length} objectives ${count === 1 ? "needs" : "need"} attention`
}

/** `P3 · Listen first`: as long as the principle's own title. */
export const principleTitle = (principle: Principle, index: number): string =>
  `${principleLabel(index)} · ${principle.title}`

/** `4 objectives: 2 on track, 1 needs attention`. */
export const principleFacts = (input: DeckInput, principle: Principle): string => {
  const objectives = objectivesOf(input.team, principle.id)
  if (objectives.length === 0) return "No objective is linked to it yet"
  return `${counted(objectives.length, "objective")}: ${standing(objectives, input)}`
}

/** `3 objectives are linked to no principle`. */
export const unlinkedTitle = ({ team }: DeckInput): string => {
  const { length } = matrixOf(team).unlinked
  if (length === 0)
    return team.objectives.length === 0 ? "No objectives yet" : "Every objective is linked to a principle"
  return `${counted(length, "objective")} ${length === 1 ? "is" : "are"} linked to no principle`
}

const told: ReadonlyArray<{ readonly kinds: ReadonlyArray<ChangeKind>; readonly words: (count: number) => string }> = [
  { kinds: ["added"], words: (count) => `${count} added` },
  { kinds: ["removed"], words: (count) => `${count} removed` },
  { kinds: ["objectiveStatus", "initiativeStatus"], words: (count) => `${count} moved` },
  { kinds: ["value"], words: (count) => `${counted(count, "value")} updated` },
  {
    kinds: ["dueDate", "renamed", "described", "linked", "unlinked"],
    words: (count) => counted(count, "other change")
  }
]

/** `Since 14 October: 3 added, 1 removed, 5 moved`: moved are statuses. */
export const changesTitle = ({ team, before, date }: DeckInput, changes: ReadonlyArray<Change>): string => {
  const since = dayText(daysBefore(date, changesDays), date)
  if (before === null) return `New since ${since}: ${principlesAndObjectives(team)}`
  if (changes.length === 0) return `Nothing has changed since ${since}`
  const parts = told.flatMap(({ kinds, words }) => {
    const count = changes.filter(({ kind }) => kinds.includes(kind)).length
    return count === 0 ? [] : [words(count)]
  })
  return `Since ${since}: ${parts.join(", ")}`
}

export const legendTitle = "How to read these slides"

/** `4 principles, 11 objectives`, as a line of its own. */
export const coverFacts = ({ team }: DeckInput): string => capital(principlesAndObjectives(team))
