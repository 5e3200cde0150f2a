import type { EventData, EventType } from "../domain/Event.ts"
import { rowOf } from "../shared/EventTypes.ts"
import { type ColoredTeam, colorForTeam } from "../shared/TeamColors.ts"
import type { Planned } from "./Plan.ts"

export interface Step {
  readonly body: { readonly eventType: EventType; readonly targetId: string | null; readonly data: EventData }
  /** In the text that was imported; 0 where there is none. */
  readonly row: number
  /** That of what is made or deleted; empty for steps that only link or check in. */
  readonly title: string
}

/** Steps that are sent one after the other. Lanes are independent, once `after` steps of the lane `of` are done. */
export interface Lane {
  /** An index among the lanes; its own for a lane that waits for none. */
  readonly of: number
  readonly after: number
  readonly steps: ReadonlyArray<Step>
}

export const stepOf = (eventType: EventType, targetId: string | null, data: EventData, title = "", row = 0): Step => ({
  ...{ row, title },
  body: { eventType, targetId, data }
})

type IdOf = (item: Planned) => string

/** The steps that make an item in its parent; none if it is there already. */
const creation = (item: Planned, parentId: string | null, idOf: IdOf): ReadonlyArray<Step> => {
  const { kind, row, title, existing, links, values } = item
  if (existing !== undefined) return []
  const id = idOf(item)
  const { confidence, note, ...fields } = values
  const { value, ...definition } = fields
  const isCheckedIn = kind === "progress" && (confidence !== null || note !== "")
  const groupId = links[0] === undefined ? null : idOf(links[0])
  const data = {
    ...{ id, [rowOf(kind).label]: title, ...(isCheckedIn ? definition : fields) },
    ...(kind === "initiative" && { groupId })
  }
  const created = stepOf(`create_${kind}`, parentId, data, title, row)
  if (!isCheckedIn) return [created]
  return [created, stepOf("update_progress_value", id, { value, confidence, note } as EventData)]
}

/** The steps for the links of an objective and what is in it. */
const stepsWithin = (objective: Planned, idOf: IdOf): ReadonlyArray<Step> => {
  const id = idOf(objective)
  const link = (principle: Planned): Step =>
    stepOf("update_objective_principle_link", id, { principleId: idOf(principle), linked: true })
  return [...objective.links.map(link), ...objective.below.flatMap((item) => creation(item, id, idOf))]
}

/**
 * The submissions that make what the teams are planned to have, under new ids: for each team a lane with itself, its
 * principles and its objectives in their order, and one for what is in each objective; and the teams.
 * `known`: the teams there are, for the colours of new ones.
 */
export const lanesOfTeams = (
  teams: ReadonlyArray<Planned>,
  newId: () => string,
  known: ReadonlyArray<ColoredTeam>
): {
  readonly lanes: ReadonlyArray<Lane>
  readonly teams: ReadonlyArray<{ readonly id: string; readonly name: string }>
} => {
  const ids = new Map<Planned, string>()
  const idOf: IdOf = (item) => {
    const id = item.existing?.id ?? ids.get(item) ?? newId()
    ids.set(item, id)
    return id
  }
  const lanes: Array<Lane> = []
  const all = [...known]
  const colored = teams.map((team) => {
    if (team.existing !== undefined) return team
    const { color = colorForTeam(team.title, all) } = team.values
    all.push({ name: team.title, color: String(color) })
    return { ...team, values: { ...team.values, color } }
  })
  for (const team of colored) {
    const of = lanes.length
    const steps = [...creation(team, null, idOf)]
    lanes.push({ of, after: 0, steps })
    for (const item of team.below) {
      steps.push(...creation(item, idOf(team), idOf))
      const inner = stepsWithin(item, idOf)
      if (inner.length > 0) lanes.push({ of, after: steps.length, steps: inner })
    }
  }
  return { lanes, teams: colored.map((team) => ({ id: idOf(team), name: team.title })) }
}
