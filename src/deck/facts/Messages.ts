import { type EntityPair, entityPairs, keptPairs } from "../../domain/state/EntityPairs.ts"
import type { Objective, Principle, Progress } from "../../domain/state/State.ts"
import { percentOf } from "../../shared/Percent.ts"
import { isPostponed, type ObjectiveStatus, rankOf, statusMove } from "../../shared/Statuses.ts"
import type { TeamInput } from "../Input.ts"
import { inLine } from "../text/Direction.ts"
import { atPercent } from "./AttentionRules.ts"
import { postponedText, postponementIn } from "./asks/Postponements.ts"
import { shortDate } from "./DeckDates.ts"
import { quantityText } from "./DeckNumbers.ts"
import { objectiveMarks } from "./StatusFacts.ts"

/** The kinds and their names, in the order in which they are told: what a board has to know first. */
export const messageWords = {
  slipped: "Slipped",
  postponed: "Postponed",
  dropped: "Dropped",
  retargeted: "Retargeted",
  achieved: "Achieved",
  recovered: "Recovered",
  started: "Started",
  added: "New"
}
export type MessageKind = keyof typeof messageWords

export const messageKinds = Object.keys(messageWords) as ReadonlyArray<MessageKind>

/** Something that is different from the day compared with, in words for people who were not there. */
export interface Message {
  readonly kind: MessageKind
  readonly type: "objective" | "principle"
  readonly id: string
  /** Its present title, or its last one if it was deleted. */
  readonly title: string
  /** Such as `Off track, was on track`; may be empty. */
  readonly words: string
}

const word = (status: ObjectiveStatus): string => objectiveMarks[status].word

/** What of a team its messages say more by than its two states. */
type Logged = Pick<TeamInput, "postponements">

const messageOn = (kind: MessageKind, objective: Objective, words: string): Message => ({
  kind,
  type: "objective",
  id: objective.id,
  title: objective.title,
  words
})

const ofMove = (before: Objective, after: Objective): ReadonlyArray<Message> => {
  if (before.status === after.status) return []
  const kind = statusMove(before.status, after.status)
  if (kind === "achieved") {
    const below = (percentOf(after.progress) ?? 100) < 100 ? ", below its target" : ""
    return [messageOn(kind, after, `${atPercent(after).trimStart()}${below}`)]
  }
  return [messageOn(kind, after, `${word(after.status)}, was ${word(before.status).toLowerCase()}`)]
}

const dueText = (dueDate: string | null): string => (dueDate === null ? "no due date" : `due ${shortDate(dueDate)}`)

const targetWords = ([before, after]: readonly [Progress, Progress]): ReadonlyArray<string> =>
  before.target === after.target
    ? []
    : [
        `${inLine(after.name)}: target ${quantityText(after.target, after.unit)}, was ${quantityText(before.target, before.unit)}`
      ]

const ofTargets = (before: Objective, after: Objective, logged: Logged): ReadonlyArray<Message> => {
  const isLater = isPostponed(before.dueDate, after.dueDate)
  const moved = `${dueText(after.dueDate)}, previously ${dueText(before.dueDate)}`
  const isFirst = (postponementIn(logged.postponements.get(after.id) ?? [])?.times ?? 1) < 2
  const often = isFirst || !isLater ? [] : [postponedText(after, logged) ?? ""]
  const due = before.dueDate === after.dueDate ? [] : [moved, ...often]
  const targets = keptPairs(entityPairs(before.progress, after.progress)).flatMap(targetWords)
  const words = [...due, ...targets].join("; ")
  return words === "" ? [] : [messageOn(isLater ? "postponed" : "retargeted", after, words)]
}

/** `on track, at 40 %`. */
const standingWords = (objective: Objective): string => {
  const done = percentOf(objective.progress) === 0 ? "" : atPercent(objective).replace(" ", ", ")
  return word(objective.status).toLowerCase() + done
}

/** More time is no recovery: what recovered because it was postponed is told as postponed. */
const withoutExcuse = (moves: ReadonlyArray<Message>, targets: ReadonlyArray<Message>): ReadonlyArray<Message> => {
  const [[move], [target]] = [moves, targets]
  if (move?.kind !== "recovered" || target?.kind !== "postponed") return [...moves, ...targets]
  return [{ ...target, words: `${move.words}; ${target.words}` }]
}

const ofObjective = ({ before, after }: EntityPair<Objective>, logged: Logged): ReadonlyArray<Message> => {
  if (after === undefined) return [messageOn("dropped", before, `was ${standingWords(before)}`)]
  if (before !== undefined) return withoutExcuse(ofMove(before, after), ofTargets(before, after, logged))
  return [messageOn("added", after, `${standingWords(after)}, ${dueText(after.dueDate)}`)]
}

const ofPrinciple = ({ before, after }: EntityPair<Principle>): ReadonlyArray<Message> => {
  if (before !== undefined && after !== undefined) return []
  const { id, title } = after ?? before
  return [{ kind: after === undefined ? "dropped" : "added", type: "principle", id, title, words: "principle" }]
}

/**
 * What changed since the day compared with, by kind, in each by status and then in the team's order, principles last. Empty
 * if nothing did, or if the team had no objectives then, since "everything is new" says nothing.
 */
export const messagesOf = ({
  team,
  before,
  ...logged
}: Pick<TeamInput, "team" | "before"> & Logged): ReadonlyArray<Message> => {
  if (before === null || before.objectives.length === 0) return []
  const ofObjectives = entityPairs(before.objectives, team.objectives)
    .toSorted((one, other) => rankOf((one.after ?? one.before).status) - rankOf((other.after ?? other.before).status))
    .flatMap((pair) => ofObjective(pair, logged))
  const all = [...ofObjectives, ...entityPairs(before.principles, team.principles).flatMap(ofPrinciple)]
  return messageKinds.flatMap((kind) => all.filter((message) => message.kind === kind))
}
