import type { EventData, EventType } from "../domain/Event.ts"
import { importInto } from "../shared/ChangeSetNames.ts"
import { editType, rowOf } from "../shared/EventTypes.ts"
import { type ColoredTeam, colorForTeam } from "../shared/teams/TeamColors.ts"
import { type ExistingChoice, isTaken } from "./Differences.ts"
import type { Planned } from "./ImportPlan.ts"

export interface Step {
  readonly body: {
    readonly eventType: EventType
    readonly targetId: string | null
    readonly data: EventData
    /** Of edits of what was there already. */
    readonly lastSeenSequence?: number
  }
  /** In the text that was imported; 0 where there is none. */
  readonly row: number
  /** That of the item that is made or edited; empty for steps that only link, or check in with what is made. */
  readonly title: string
}

const stepOf = (eventType: EventType, targetId: string | null, data: EventData, title = "", row = 0): Step => ({
  ...{ row, title },
  body: { eventType, targetId, data }
})

type IdOf = (item: Planned) => string

const parentIdOf = ({ planned, id }: NonNullable<Planned["parent"]>, idOf: IdOf): string =>
  planned === undefined ? id : idOf(planned)

/** The steps that make an item in its parent; none if it is there already. */
const creation = (item: Planned, parentId: string | null, { idOf, made }: EditContext): ReadonlyArray<Step> => {
  const { kind, row, title, existing, links, values, parent } = item
  if (existing !== undefined) return []
  const id = idOf(item)
  made.add(item)
  const { confidence, note, date, ...fields } = values
  const { value, ...definition } = fields
  const isCheckedIn = kind === "progress" && (confidence !== null || note !== "" || date !== undefined)
  const groupId = links[0] === undefined ? null : idOf(links[0])
  const data = {
    ...{ id, [rowOf(kind).label]: title, ...(isCheckedIn ? definition : fields) },
    ...(kind === "initiative" && { groupId }),
    ...(parent !== undefined && isThere(parent, made) && { parentId: parentIdOf(parent, idOf) })
  }
  const created = stepOf(`create_${kind}`, parentId, data, title, row)
  if (!isCheckedIn) return [created]
  const checkIn = { value, confidence, note, ...(date !== undefined && { date }) }
  return [created, stepOf("update_progress_value", id, checkIn as EventData, "", row)]
}

/** Whether a parent exists already, or is made by an earlier step. */
const isThere = ({ planned }: NonNullable<Planned["parent"]>, made: ReadonlySet<Planned>): boolean =>
  planned === undefined || planned.existing !== undefined || made.has(planned)

/** The edits that give objectives their parents where their creations do not, each after those of the objectives above. */
const parentSteps = (
  teams: ReadonlyArray<Planned>,
  { idOf, choice, created }: Pick<EditContext, "idOf" | "choice"> & { readonly created: ReadonlySet<unknown> }
): ReadonlyArray<Step> => {
  const all = teams.flatMap(({ below, existing }) => below.map((item) => ({ item, team: existing })))
  const wanted = all.flatMap(({ item, team }) => {
    const { parent, existing, changes } = item
    const isLeft = changes.some((change) => change.field === "parent" && !isTaken(change, choice))
    return parent === undefined || isLeft || (existing === undefined && created.has(idOf(item)))
      ? []
      : [{ item, team, parent }]
  })
  return wanted
    .toSorted((left, right) => left.parent.level - right.parent.level)
    .map(({ item, team, parent }) => {
      const { row, title, existing } = item
      const seen = existing && team?.fields.sequenceNumber
      const step = stepOf("update_objective_parent", idOf(item), { parentId: parentIdOf(parent, idOf) }, "", row)
      return existing === undefined ? step : { row, title, body: withSeen(step.body, seen) }
    })
}

const withSeen = (body: Step["body"], seen: unknown): Step["body"] =>
  typeof seen === "number" ? { ...body, lastSeenSequence: seen } : body

/** Whether a step makes an item. */
export const isCreation = ({ body }: Pick<Step, "body">): boolean => body.eventType.startsWith("create_")

/** The edits of an item that is there already. */
const edits = (
  { kind, row, title, existing, links, changes }: Planned,
  { lastSeenSequence, choice, idOf }: EditContext
): ReadonlyArray<Step> =>
  changes
    .filter((change) => change.field !== "parent" && isTaken(change, choice))
    .map(({ field, data }) => {
      const body = {
        eventType: editType(kind, kind === "progress" ? "value" : field) as EventType,
        targetId: existing?.id ?? "",
        data: field === "placement" && links[0] !== undefined ? { groupId: idOf(links[0]), ...data } : data
      }
      return { row, title, body: withSeen(body, lastSeenSequence) }
    })

interface EditContext {
  readonly idOf: IdOf
  readonly choice: ExistingChoice
  /** The log position that the team was compared at. */
  readonly lastSeenSequence: number | undefined
  /** What earlier steps make. */
  readonly made: Set<Planned>
}

/** The steps for the links of an objective and what is in it. */
const stepsWithin = (objective: Planned, context: EditContext): ReadonlyArray<Step> => {
  const { idOf } = context
  const id = idOf(objective)
  const link = (principle: Planned): Step =>
    stepOf("update_objective_principle_link", id, { principleId: idOf(principle), linked: true })
  const inside = objective.below.flatMap((item) => [...creation(item, id, context), ...edits(item, context)])
  return [...objective.links.map(link), ...inside]
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
 * each with what is in it. `known`: the teams there are, for the colours of new ones. `choice`: what becomes of differing
 * values of what is there already.
 */
export const stepsOfTeams = (
  teams: ReadonlyArray<Planned>,
  newId: () => string,
  known: ReadonlyArray<ColoredTeam>,
  choice: ExistingChoice
): ImportSteps => {
  const ids = new Map<Planned, string>()
  const idOf: IdOf = (item) => {
    const id = item.existing?.id ?? ids.get(item) ?? newId()
    ids.set(item, id)
    return id
  }
  const colored = withColors(teams, known)
  const made = new Set<Planned>()
  const steps = colored.flatMap((team) => {
    const seen = team.existing?.fields.sequenceNumber
    const context = { idOf, choice, made, lastSeenSequence: typeof seen === "number" ? seen : undefined }
    const inTeam = (item: Planned): ReadonlyArray<Step> => [
      ...creation(item, idOf(team), context),
      ...edits(item, context),
      ...stepsWithin(item, context)
    ]
    return [...creation(team, null, context), ...edits(team, context), ...team.below.flatMap(inTeam)]
  })
  const withParent = steps.flatMap(({ body: { data } }) => (data.parentId === undefined ? [] : [data.id]))
  const created = new Set<unknown>(withParent)
  const [first, ...others] = colored
  const into = first !== undefined && others.length === 0 ? first.title : `${colored.length} teams`
  return {
    name: importInto(into),
    steps: [...steps, ...parentSteps(colored, { idOf, choice, created })],
    teams: colored.map((team) => ({ id: idOf(team), name: team.title }))
  }
}
