import type { Objective, Principle, Progress, Team } from "../../domain/state/State.ts"
import type { ObjectiveStatus } from "../../shared/Statuses.ts"
import type { TeamInput } from "../Input.ts"
import { inLine } from "../text/Direction.ts"
import { shortDate } from "./Dates.ts"
import { lastNote, type Note } from "./LastNote.ts"
import { percentText, quantityText } from "./Numbers.ts"
import { percentOf } from "./Percent.ts"
import { statusOrder } from "./Progress.ts"
import { objectiveMarks } from "./Statuses.ts"

/** In the order in which they are told: what a board has to know first. */
export const messageKinds = ["slipped", "dropped", "retargeted", "achieved", "recovered", "started", "added"] as const
export type MessageKind = (typeof messageKinds)[number]

/** Something that is different from the day compared with, in words for people who were not there. */
export interface Message {
  readonly kind: MessageKind
  readonly type: "objective" | "principle"
  readonly id: string
  /** Its present title, or its last one if it was deleted. */
  readonly title: string
  /** Such as `Off track, was on track`; may be empty. */
  readonly words: string
  /** The team's last note about an objective that slipped: not necessarily why. */
  readonly note: Note | null
}

const word = (status: ObjectiveStatus): string => objectiveMarks[status].word

/** From the best to the worst; drafts are outside. */
const ranks: Readonly<Record<ObjectiveStatus, number>> = {
  achieved: 0,
  on_track: 1,
  draft: 1,
  at_risk: 2,
  off_track: 3,
  missed: 4
}

const kindOfMove = (from: ObjectiveStatus, to: ObjectiveStatus): MessageKind => {
  if (to === "achieved") return "achieved"
  if (ranks[to] > ranks[from]) return "slipped"
  if (from === "draft") return "started"
  return from === "achieved" || to === "draft" ? "slipped" : "recovered"
}

const messageOn = (kind: MessageKind, objective: Objective, words: string): Message => ({
  kind,
  type: "objective",
  id: objective.id,
  title: objective.title,
  words,
  note: kind === "slipped" ? lastNote(objective) : null
})

const ofMove = (before: Objective, after: Objective): ReadonlyArray<Message> => {
  if (before.status === after.status) return []
  const kind = kindOfMove(before.status, after.status)
  if (kind === "achieved") {
    const percent = percentOf(after)
    return [messageOn(kind, after, percent === null ? "" : `at ${percentText(percent)}`)]
  }
  return [messageOn(kind, after, `${word(after.status)}, was ${word(before.status).toLowerCase()}`)]
}

const dueText = (dueDate: string | null): string => (dueDate === null ? "no due date" : `due ${shortDate(dueDate)}`)

const targetWords = (before: Progress | undefined, after: Progress): ReadonlyArray<string> => {
  if (before === undefined || before.target === after.target) return []
  return [
    `${inLine(after.name)}: target ${quantityText(after.target, after.unit)}, was ${quantityText(before.target, before.unit)}`
  ]
}

const ofTargets = (before: Objective, after: Objective): ReadonlyArray<Message> => {
  const old = new Map(before.progress.map((measure) => [measure.id, measure]))
  const words = [
    ...(before.dueDate === after.dueDate ? [] : [`${dueText(after.dueDate)}, previously ${dueText(before.dueDate)}`]),
    ...after.progress.flatMap((measure) => targetWords(old.get(measure.id), measure))
  ]
  return words.length === 0 ? [] : [messageOn("retargeted", after, words.join("; "))]
}

const standingWords = (objective: Objective): string => {
  const percent = percentOf(objective)
  return [word(objective.status).toLowerCase(), ...(percent === null ? [] : [`at ${percentText(percent)}`])].join(", ")
}

const ofPrinciples = (
  kind: "added" | "dropped",
  principles: ReadonlyArray<Principle>,
  others: ReadonlyArray<Principle>
): ReadonlyArray<Message> => {
  const known = new Set(others.map(({ id }) => id))
  return principles
    .filter(({ id }) => !known.has(id))
    .map(({ id, title }) => ({ kind, type: "principle", id, title, words: "principle", note: null }))
}

const between = (before: Team, after: Team): ReadonlyArray<Message> => {
  const [old, present] = [before, after].map(
    ({ objectives }) => new Map(objectives.map((objective) => [objective.id, objective]))
  )
  return [
    ...after.objectives.flatMap((objective) => {
      const earlier = old?.get(objective.id)
      if (earlier !== undefined) return [...ofMove(earlier, objective), ...ofTargets(earlier, objective)]
      return [messageOn("added", objective, `${standingWords(objective)}, ${dueText(objective.dueDate)}`)]
    }),
    ...before.objectives
      .filter(({ id }) => present?.has(id) !== true)
      .map((objective) => messageOn("dropped", objective, `was ${standingWords(objective)}`)),
    ...ofPrinciples("added", after.principles, before.principles),
    ...ofPrinciples("dropped", before.principles, after.principles)
  ]
}

/**
 * What changed since the day compared with, by kind, in each by status and then in the team's order, principles last. Empty
 * if nothing did, or if the team had no objectives then, since "everything is new" says nothing.
 */
export const messagesOf = ({ team, before }: Pick<TeamInput, "team" | "before">): ReadonlyArray<Message> => {
  if (before === null || before.objectives.length === 0) return []
  const ranked = new Map<string, number>(
    [...before.objectives, ...team.objectives].map(({ id, status }) => [id, statusOrder.indexOf(status)])
  )
  const rankOf = ({ id }: Message): number => ranked.get(id) ?? statusOrder.length
  const all = between(before, team).toSorted((one, other) => rankOf(one) - rankOf(other))
  return messageKinds.flatMap((kind) => all.filter((message) => message.kind === kind))
}
