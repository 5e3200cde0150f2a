import type { ObjectiveStatus } from "../Statuses.ts"
import { quantity, wrongWay } from "./Doubts.ts"
import { type Formats, plainFormats } from "./Formats.ts"
import { counted, withSpaces } from "./Nouns.ts"

/** Words about how two states of a team differ, whatever happened in between. */

interface OfObjective {
  readonly objectiveId: string
  readonly title: string
}

interface WrongWay {
  readonly id: string
  readonly name: string
  readonly unit: string
  readonly by: number
}

interface Change<A> extends OfObjective {
  readonly from: A
  readonly to: A
}

/** What the words are made of: the changes of a team that the overview and digests have. */
interface NetChanges {
  readonly objectives: { readonly created: number; readonly deleted: number }
  readonly principles: { readonly created: number; readonly deleted: number; readonly edited: number }
  readonly statusChanges: ReadonlyArray<Change<ObjectiveStatus>>
  readonly dueDateChanges: ReadonlyArray<Change<string | null>>
  readonly progressChanges: ReadonlyArray<Change<number | null>>
  readonly wrongWayChanges: ReadonlyArray<Change<WrongWay | null>>
  readonly initiativeChanges: ReadonlyArray<OfObjective & InitiativeCounts>
}

const statusSentence = ({ title, from, to }: Change<ObjectiveStatus>): string =>
  `“${title}” changed from ${withSpaces(from)} to ${withSpaces(to)}.`

const progressSentence = ({ title, from, to }: Change<number | null>): string => {
  if (from === null) return `“${title}” is now measured, at ${to}%.`
  return to === null ? `“${title}” is no longer measured, after ${from}%.` : `“${title}” moved from ${from}% to ${to}%.`
}

/** Progress does not tell it: of what is worse than at its start, that is 0. */
const wrongWaySentence =
  (formats: Formats) =>
  ({ title, from, to }: Change<WrongWay | null>): string => {
    if (to === null) return `“${title}” is no longer worse than at its start.`
    const now = `${wrongWay(quantity(to.by, to.unit, formats))} in “${to.name}”`
    if (from?.id !== to.id) return `“${title}” is now ${now}.`
    return `“${title}” went from ${quantity(from.by, from.unit, formats)} to ${now}.`
  }

const dueSentence =
  ({ day }: Formats) =>
  ({ title, from, to }: Change<string | null>): string => {
    if (from === null) return `“${title}” is now due ${day(to ?? "")}. It had no due date before.`
    return to === null
      ? `“${title}” no longer has a due date. It was due ${day(from)}.`
      : `“${title}” is now due ${day(to)} instead of ${day(from)}.`
  }

const initiativeFates = ["done", "added", "dropped", "deleted"] as const

type InitiativeCounts = { readonly [F in (typeof initiativeFates)[number]]: number }

const sumOf = <A>(all: ReadonlyArray<A>, count: (one: A) => number): number =>
  all.reduce((total, one) => total + count(one), 0)

/** What became of initiatives, in parts such as "2 initiatives done". */
export const initiativeParts = (
  changes: ReadonlyArray<InitiativeCounts>,
  { number }: Formats = plainFormats
): ReadonlyArray<string> =>
  initiativeFates.flatMap((fate) => {
    const sum = sumOf(changes, (change) => change[fate])
    return sum === 0 ? [] : [`${counted(sum, "initiative", number)} ${fate}`]
  })

const initiativeSentence = (change: InitiativeCounts & OfObjective): string =>
  `“${change.title}”: ${initiativeParts([change]).join(", ")}.`

/** How many objectives, or principles, came and went in teams together, in parts such as "4 new objectives". */
export const countParts = (
  all: ReadonlyArray<NetChanges>,
  of: "objectives" | "principles",
  { number }: Formats = plainFormats
): ReadonlyArray<string> => {
  const noun = of === "objectives" ? "objective" : "principle"
  const counts = [
    ["new", sumOf(all, ({ [of]: { created } }) => created)],
    ["reworded", of === "objectives" ? 0 : sumOf(all, ({ principles }) => principles.edited)],
    ["deleted", sumOf(all, ({ [of]: { deleted } }) => deleted)]
  ] as const
  return counts.flatMap(([word, count]) => (count === 0 ? [] : [counted(count, `${word} ${noun}`, number)]))
}

/** One sentence for each change that belongs to an objective. */
export const changeSentences = (
  changes: NetChanges,
  formats: Formats
): ReadonlyArray<{ readonly objectiveId: string; readonly text: string }> => {
  const sentences = <C extends OfObjective>(all: ReadonlyArray<C>, textOf: (change: C) => string) =>
    all.map((change) => ({ objectiveId: change.objectiveId, text: textOf(change) }))
  return [
    ...sentences(changes.statusChanges, statusSentence),
    ...sentences(changes.dueDateChanges, dueSentence(formats)),
    ...sentences(changes.progressChanges, progressSentence),
    ...sentences(changes.wrongWayChanges, wrongWaySentence(formats)),
    ...sentences(changes.initiativeChanges, initiativeSentence)
  ]
}
