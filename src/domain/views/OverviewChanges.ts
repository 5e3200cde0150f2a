import { HashMap, Option, Schema } from "effect"
import { entities } from "../../shared/Entities.ts"
import { stateSchemasOf } from "../entities/Fields.ts"
import { EntityId, SequenceNumber } from "../entities/Ids.ts"
import { findTeam, type Initiative, type Objective, type Principle, type State, type Team } from "../state/State.ts"
import * as PercentRule from "./Percent.ts"
import { sortedTeams, TeamBody, teamBody } from "./Views.ts"

const { title, status, dueDate } = stateSchemasOf(entities.objective.fields)

const changeOf = <S extends Schema.Top>(value: S, identifier: string) =>
  Schema.Array(Schema.Struct({ objectiveId: EntityId, title, from: value, to: value }).annotate({ identifier }))

export const TeamChanges = Schema.Struct({
  /** The team as it is now, or as it was if it is deleted. */
  team: TeamBody,
  objectives: Schema.Struct({ created: Schema.Int, deleted: Schema.Int }),
  /** `edited` counts those whose title or description differs. */
  principles: Schema.Struct({ created: Schema.Int, deleted: Schema.Int, edited: Schema.Int }),
  /** Has the objectives that existed then and exist now, in their present order, with their present titles. */
  statusChanges: changeOf(status, "StatusChange"),
  dueDateChanges: changeOf(dueDate, "DueDateChange"),
  progressChanges: changeOf(Schema.NullOr(Schema.Int), "ProgressChange"),
  /** Of the same objectives, those whose initiatives changed. */
  initiativeChanges: Schema.Array(
    Schema.Struct({
      objectiveId: EntityId,
      title,
      added: Schema.Int,
      /** How many are done now and were not then; new ones count too. */
      done: Schema.Int,
      /** How many are dropped now and were not then; new ones count too. */
      dropped: Schema.Int,
      deleted: Schema.Int
    }).annotate({ identifier: "InitiativeChange" })
  )
}).annotate({ identifier: "TeamChanges" })
export type TeamChanges = typeof TeamChanges.Type

export const OverviewChangesBody = Schema.Struct({
  sequenceNumber: SequenceNumber,
  /** The sequence number that `sequenceNumber` is compared with; 0 is the empty log. */
  since: Schema.Int,
  /** The teams that differ, by name. */
  teams: Schema.Array(TeamChanges)
}).annotate({ identifier: "OverviewChanges" })
export type OverviewChangesBody = typeof OverviewChangesBody.Type

/** The parts of a team that are compared. They take a small share of the memory of a team's whole state. */
export interface ComparedTeam extends Pick<Team, "id" | "name" | "touchedAt"> {
  readonly body: TeamBody
  readonly principles: ReadonlyArray<Pick<Principle, "id" | "title" | "description">>
  readonly objectives: ReadonlyArray<
    Pick<Objective, "id" | "title" | "status" | "dueDate"> & {
      readonly percent: number | null
      readonly initiatives: ReadonlyArray<Pick<Initiative, "id" | "status">>
    }
  >
}

export const comparedTeam = (team: Team): ComparedTeam => ({
  id: team.id,
  name: team.name,
  touchedAt: team.touchedAt,
  body: teamBody(team),
  principles: team.principles.map(({ id, title, description }) => ({ id, title, description })),
  objectives: team.objectives.map(({ id, title, status, dueDate, progress, initiatives }) => ({
    id,
    title,
    status,
    dueDate,
    percent: PercentRule.ofMeasures(progress),
    initiatives: initiatives.map(({ id, status }) => ({ id, status }))
  }))
})

type ComparedPrinciple = ComparedTeam["principles"][number]
type ComparedObjective = ComparedTeam["objectives"][number]

interface Comparison<E> {
  readonly created: number
  readonly deleted: number
  readonly kept: ReadonlyArray<readonly [before: E, after: E]>
}

const compared = <E extends { readonly id: EntityId }>(
  before: ReadonlyArray<E> = [],
  after: ReadonlyArray<E> = []
): Comparison<E> => {
  const earlier = new Map(before.map((entity) => [entity.id, entity]))
  const kept = after.flatMap((entity) => {
    const old = earlier.get(entity.id)
    return old === undefined ? [] : [[old, entity] as const]
  })
  return { created: after.length - kept.length, deleted: before.length - kept.length, kept }
}

const isEdited = ([before, after]: readonly [ComparedPrinciple, ComparedPrinciple]): boolean =>
  before.title !== after.title || before.description !== after.description

const changesOf = <A>(
  kept: ReadonlyArray<readonly [ComparedObjective, ComparedObjective]>,
  valueOf: (objective: ComparedObjective) => A
) =>
  kept.flatMap(([before, after]) => {
    const [from, to] = [valueOf(before), valueOf(after)]
    return from === to ? [] : [{ objectiveId: after.id, title: after.title, from, to }]
  })

const initiativeChangesOf = (kept: ReadonlyArray<readonly [ComparedObjective, ComparedObjective]>) =>
  kept.flatMap(([before, after]) => {
    const earlier = new Map(before.initiatives.map(({ id, status }) => [id, status]))
    const became = (wanted: Initiative["status"]) =>
      after.initiatives.filter(({ id, status }) => status === wanted && earlier.get(id) !== wanted).length
    const added = after.initiatives.filter(({ id }) => !earlier.has(id)).length
    const deleted = before.initiatives.length - (after.initiatives.length - added)
    const [done, dropped] = [became("done"), became("dropped")]
    return added + done + dropped + deleted === 0
      ? []
      : [{ objectiveId: after.id, title: after.title, added, done, dropped, deleted }]
  })

/** How a team differs; null if nothing that is compared differs. At least one of both must be given. */
export const teamChanges = (before: ComparedTeam | undefined, after: ComparedTeam | undefined): TeamChanges | null => {
  const team = after ?? before
  if (team === undefined) return null
  const objectives = compared(before?.objectives, after?.objectives)
  const principles = compared(before?.principles, after?.principles)
  const edited = principles.kept.filter(isEdited).length
  const changes: TeamChanges = {
    team: team.body,
    objectives: { created: objectives.created, deleted: objectives.deleted },
    principles: { created: principles.created, deleted: principles.deleted, edited },
    statusChanges: changesOf(objectives.kept, ({ status }) => status),
    dueDateChanges: changesOf(objectives.kept, ({ dueDate }) => dueDate),
    progressChanges: changesOf(objectives.kept, ({ percent }) => percent),
    initiativeChanges: initiativeChangesOf(objectives.kept)
  }
  const count =
    objectives.created +
    objectives.deleted +
    principles.created +
    principles.deleted +
    edited +
    changes.statusChanges.length +
    changes.dueDateChanges.length +
    changes.progressChanges.length +
    changes.initiativeChanges.length
  return count === 0 ? null : changes
}

/** The teams of an earlier state, by id. */
export type EarlierTeams = ReadonlyMap<EntityId, ComparedTeam>

/** The teams that events between two states of one log touched, each as it was and as it is, by name. */
export const touchedTeams = (
  before: EarlierTeams,
  after: State
): ReadonlyArray<readonly [before: ComparedTeam | undefined, after: Team | undefined]> => {
  const deleted = [...before.values()].filter(({ id }) => !HashMap.has(after.teams, id))
  const touched = HashMap.toValues(after.teams).filter(({ id, touchedAt }) => before.get(id)?.touchedAt !== touchedAt)
  return sortedTeams([...touched, ...deleted]).map(
    ({ id }) => [before.get(id), Option.getOrUndefined(findTeam(after, id))] as const
  )
}

/** How a touched team differs. */
export const touchedTeamChanges = ([before, after]: ReturnType<typeof touchedTeams>[number]): TeamChanges | null =>
  teamChanges(before, after && comparedTeam(after))
