import type { EventData, EventType } from "../domain/Event.ts"
import { importInto } from "../shared/ChangeSetNames.ts"
import { rowOf } from "../shared/EventTypes.ts"
import { type ColoredTeam, colorForTeam } from "../shared/TeamColors.ts"
import type { Planned } from "./ImportPlan.ts"

export interface Step {
  readonly body: { readonly eventType: EventType; readonly targetId: string | null; readonly data: EventData }
  /** In the text that was imported; 0 where there is none. */
  readonly row: number
  /** That of the item that is made; empty for steps that only link or check in. */
  readonly title: string
}

const stepOf = (eventType: EventType, targetId: string | null, data: EventData, title = "", row = 0): Step => ({
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

/** The teams with a colour for each that is to be made; `known`: those there are. */
const withColors = (teams: ReadonlyArray<Planned>, known: ReadonlyArray<ColoredTeam>): ReadonlyArray<Planned> => {
  const all = [...known]
  return teams.map((team) => {
    if (team.existing !== undefined) return team
    const { color = colorForTeam(team.title, all) } = team.values
    all.push({ name: team.title, color: String(color) })
    return { ...team, values: { ...team.values, color } }
  })
}

export interface ImportSteps {
  /** That of the change set. */
  readonly name: string
  /** Each after all that it refers to. */
  readonly steps: ReadonlyArray<Step>
  readonly teams: ReadonlyArray<{ readonly id: string; readonly name: string }>
}

/**
 * The submissions that make what the teams are planned to have, under new ids: a team, its principles, then its objectives,
 * each with what is in it. `known`: the teams there are, for the colours of new ones.
 */
export const stepsOfTeams = (
  teams: ReadonlyArray<Planned>,
  newId: () => string,
  known: ReadonlyArray<ColoredTeam>
): ImportSteps => {
  const ids = new Map<Planned, string>()
  const idOf: IdOf = (item) => {
    const id = item.existing?.id ?? ids.get(item) ?? newId()
    ids.set(item, id)
    return id
  }
  const colored = withColors(teams, known)
  const steps = colored.flatMap((team) => [
    ...creation(team, null, idOf),
    ...team.below.flatMap((item) => [...creation(item, idOf(team), idOf), ...stepsWithin(item, idOf)])
  ])
  const [first, ...others] = colored
  const into = first !== undefined && others.length === 0 ? first.title : `${colored.length} teams`
  return {
    name: importInto(into),
    steps,
    teams: colored.map((team) => ({ id: idOf(team), name: team.title }))
  }
}
