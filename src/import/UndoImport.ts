import type { EventData } from "../domain/Event.ts"
import { type Lane, type Step, stepOf } from "./PlanEvents.ts"
import { type Entity, type TeamContents, teamTree } from "./TeamContents.ts"

export interface Undo {
  /** In any order. */
  readonly steps: ReadonlyArray<Step>
  /** The titles of what stays because somebody changed it since, or put something into it. */
  readonly kept: ReadonlyArray<string>
}

const deletion = ({ kind, id, title }: Entity): Step => stepOf(`delete_${kind}`, id, {}, title)

/**
 * What takes back an import of which `done` steps of each lane were sent, given one of its teams as it is now. The step
 * after those that are done may have been applied too, without an answer.
 */
export const makeUndo = (lanes: ReadonlyArray<Lane>, done: ReadonlyArray<number>): ((team: TeamContents) => Undo) => {
  /** By the ids that the import gave: the states that each item was in, the last of them perhaps. */
  const created = new Map<unknown, ReadonlyArray<EventData>>()
  const links = new Set<string>()
  for (const { body } of lanes.flatMap(({ steps }, at) => steps.slice(0, (done[at] ?? 0) + 1))) {
    const { eventType, targetId, data } = body
    const states = created.get(targetId) ?? []
    if (eventType === "update_progress_value") created.set(targetId, [...states, { ...states[0], ...data }])
    else if (eventType === "update_objective_principle_link") links.add(`${targetId} ${data.principleId}`)
    else if (eventType !== "create_progress") created.set(data.id, [data])
    else created.set(data.id, [{ value: data.start ?? null, confidence: null, note: "", ...data }])
  }
  const isMade = ({ id }: Entity): boolean => created.has(id)
  const isLinked = (objective: Entity, principleId: string): boolean => links.has(`${objective.id} ${principleId}`)
  /** Whether the import made this and every value is as it left it. */
  const isAsMade = ({ id, fields }: Entity): boolean =>
    created.get(id)?.some((state) => Object.entries(state).every(([field, value]) => fields[field] === value)) === true
  return (contents) => {
    const team = teamTree(contents)
    const kept: Array<string> = []
    const steps: Array<Step> = []
    const gone = new Set<Entity>()
    const sort = (one: Entity, isFree: boolean): void => {
      if (isFree && isAsMade(one)) {
        gone.add(one)
        steps.push(deletion(one))
      } else if (isMade(one)) kept.push(one.title)
    }
    const objectives = team.below.filter(({ kind }) => kind === "objective")
    for (const objective of objectives) {
      const { links, below } = objective
      sort(objective, below.every(isAsMade) && links.every((id) => isLinked(objective, id)))
    }
    for (const { below } of objectives.filter((objective) => !isMade(objective))) {
      const changed = below.filter((one) => !isAsMade(one))
      // Deleting a group would move the initiatives of others.
      for (const one of below.toReversed()) sort(one, !changed.some(({ links }) => links.includes(one.id)))
    }
    const left = objectives.filter((objective) => !gone.has(objective))
    for (const principle of team.below.filter(({ kind }) => kind === "principle")) {
      const { id, title } = principle
      const linking = left.filter(({ links }) => links.includes(id))
      const ours = linking.filter((objective) => !isMade(objective) && isLinked(objective, id))
      sort(principle, ours.length === linking.length)
      if (gone.has(principle)) continue
      const data = { principleId: id, linked: false }
      steps.push(...ours.map((objective) => stepOf("update_objective_principle_link", objective.id, data, title)))
    }
    // A team that is as it was made goes as a whole.
    const isEmpty = team.below.every((one) => gone.has(one))
    sort(team, isEmpty)
    return { steps: gone.has(team) ? [deletion(team)] : steps, kept }
  }
}
