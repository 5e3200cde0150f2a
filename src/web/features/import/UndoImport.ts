import type { EventData, EventType } from "../../../domain/Event.ts"
import type { SubmitBody } from "../../contract/Api.ts"
import type { Objective, Principle } from "../../workspace/Team.ts"
import type { Kind } from "./Kinds.ts"
import type { Lane, Step } from "./PlanEvents.ts"

export interface Undo {
  /** In any order. */
  readonly steps: ReadonlyArray<Step>
  /** The titles of what stays because somebody changed it since, or put something into it. */
  readonly kept: ReadonlyArray<string>
}

interface Named {
  readonly id: string
  readonly title: string
}

export interface TeamNow {
  readonly id: string
  readonly name: string
  readonly color: string
  readonly principles: ReadonlyArray<Principle>
  readonly objectives: ReadonlyArray<Objective>
}

const noCheckIn = { confidence: null, note: "" }

/**
 * What an import has made, by the ids that it gave: the states that each thing was in, the last of them perhaps. The
 * step after those that are done may have been applied too, without an answer.
 */
const madeBy = (lanes: ReadonlyArray<Lane>, done: ReadonlyArray<number>) => {
  const steps = lanes.flatMap((lane, at) => lane.steps.slice(0, (done[at] ?? 0) + 1))
  const created = new Map<string, ReadonlyArray<EventData>>()
  const links = new Map<string, ReadonlySet<string>>()
  for (const { body } of steps) {
    const { eventType, targetId, data } = body
    const id = targetId ?? ""
    const states = created.get(id) ?? []
    if (eventType === "create_progress")
      created.set(String(data.id), [{ value: data.start ?? null, ...noCheckIn, ...data }])
    else if (eventType.startsWith("create_")) created.set(String(data.id), [data])
    else if (eventType === "update_progress_value") created.set(id, [...states, { ...states[0], ...data }])
    else links.set(id, new Set([...(links.get(id) ?? []), String(data.principleId)]))
  }
  return { created, links }
}

type Made = ReturnType<typeof madeBy>

/** Whether the import made this and every value is as it left it. */
const isAsMade = ({ created }: Made, entity: { readonly id: string }): boolean => {
  const now: Readonly<Record<string, unknown>> = { ...entity }
  const isNow = (state: EventData): boolean => Object.entries(state).every(([field, value]) => now[field] === value)
  return created.get(entity.id)?.some(isNow) === true
}

const isObjectiveAsMade = (made: Made, objective: Objective): boolean => {
  const { id, principles, groups, initiatives, progress } = objective
  const links = made.links.get(id)
  return (
    isAsMade(made, objective) &&
    [...groups, ...initiatives, ...progress].every((entity) => isAsMade(made, entity)) &&
    principles.every((principle) => links?.has(principle.id) === true)
  )
}

const step = (eventType: EventType, targetId: string, data: EventData, kind: Kind | "team", title: string): Step => ({
  body: { eventType, targetId, data } as SubmitBody,
  made: { kind, row: 0, title }
})

const deletion = (kind: Kind | "team", id: string, title: string): Step =>
  step(`delete_${kind === "measure" ? "progress" : kind}`, id, {}, kind, title)

/** What goes from an objective that was there before the import. */
const within = (made: Made, objective: Objective, kept: Array<string>): ReadonlyArray<Step> => {
  const { groups, initiatives, progress } = objective
  const isOurs = ({ id }: { readonly id: string }): boolean => made.created.has(id)
  const stays: Set<string> = new Set(
    [...groups, ...initiatives, ...progress].filter((one) => !isAsMade(made, one)).map(({ id }) => id)
  )
  // Deleting a group would move the initiatives of others.
  for (const { id, groupId } of initiatives) if (groupId !== null && stays.has(id)) stays.add(groupId)
  const steps: Array<Step> = []
  const sort = (kind: Kind, entity: { readonly id: string }, title: string): void => {
    if (!isOurs(entity)) return
    if (stays.has(entity.id)) kept.push(title)
    else steps.push(deletion(kind, entity.id, title))
  }
  for (const initiative of initiatives) sort("initiative", initiative, initiative.title)
  for (const measure of progress) sort("measure", measure, measure.name)
  for (const group of groups) sort("group", group, group.name)
  return steps
}

/** Whether the import made this link, of an objective that was there before. */
const isLinkToUndo = ({ created, links }: Made, objectiveId: string, principleId: string): boolean =>
  !created.has(objectiveId) && links.get(objectiveId)?.has(principleId) === true

/** The links to principles that stay, of objectives that were there before. */
const unlinks = (made: Made, { objectives }: TeamNow, gone: ReadonlySet<string>): ReadonlyArray<Step> =>
  objectives.flatMap(({ id: objectiveId, principles }) =>
    principles
      .filter(({ id }) => !gone.has(id) && isLinkToUndo(made, objectiveId, id))
      .map(({ id: principleId, title }) => {
        const data = { principleId, linked: false }
        return step("update_objective_principle_link", objectiveId, data, "principle", title)
      })
  )

const undoOf = (made: Made, team: TeamNow): Undo => {
  const kept: Array<string> = []
  const steps: Array<Step> = []
  const gone = new Set<string>()
  const sort = (kind: "objective" | "principle", { id, title }: Named, goes: boolean): void => {
    if (!goes) kept.push(title)
    else {
      gone.add(id)
      steps.push(deletion(kind, id, title))
    }
  }
  for (const objective of team.objectives) {
    if (made.created.has(objective.id)) sort("objective", objective, isObjectiveAsMade(made, objective))
    else steps.push(...within(made, objective, kept))
  }
  for (const principle of team.principles) {
    const { id, objectives } = principle
    const isFree = objectives.every((objective) => gone.has(objective.id) || isLinkToUndo(made, objective.id, id))
    if (made.created.has(id)) sort("principle", principle, isFree && isAsMade(made, principle))
  }
  steps.push(...unlinks(made, team, gone))
  if (!made.created.has(team.id)) return { steps, kept }
  // A team that is as it was made goes as a whole.
  const isWhole = [...team.objectives, ...team.principles].every(({ id }) => gone.has(id))
  if (isWhole && isAsMade(made, team)) return { steps: [deletion("team", team.id, team.name)], kept }
  return { steps, kept: [team.name, ...kept] }
}

/** What takes back an import of which `done` steps of each lane were sent, given one of its teams as it is now. */
export const makeUndo = (lanes: ReadonlyArray<Lane>, done: ReadonlyArray<number>): ((team: TeamNow) => Undo) => {
  const made = madeBy(lanes, done)
  return (team) => undoOf(made, team)
}
