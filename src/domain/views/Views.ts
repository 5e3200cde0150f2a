import { HashMap, Option, Schema } from "effect"
import { checkInFields, entities } from "../../shared/Entities.ts"
import { authorshipSchemas, stateSchemasOf } from "../entities/Fields.ts"
import { checkInValuesOf, valuesOf } from "../entities/FieldValues.ts"
import { EntityId, SequenceNumber } from "../entities/Ids.ts"
import { authorshipOf, type Objective, type Principle, type Progress, type State, type Team } from "../state/State.ts"
import * as PercentRule from "./Percent.ts"

const objectiveSchemas = stateSchemasOf(entities.objective.fields)
// The OpenAPI document says that it is a whole number.
const checkInSchemas = { ...stateSchemasOf(checkInFields), confidence: Schema.NullOr(Schema.Int) }

/** Whole per cent, 0 to 100. */
const Percent = Schema.Int

export const TeamBody = Schema.Struct({ id: EntityId, ...stateSchemasOf(entities.team.fields) }).annotate({
  identifier: "Team"
})
export type TeamBody = typeof TeamBody.Type

export const TeamsBody = Schema.Array(TeamBody)

const principleFields = {
  id: EntityId,
  teamId: EntityId,
  ...stateSchemasOf(entities.principle.fields),
  position: Schema.Int,
  /** By position. */
  objectives: Schema.Array(
    Schema.Struct({ id: EntityId, title: Schema.String, status: objectiveSchemas.status }).annotate({
      identifier: "LinkedObjective"
    })
  ),
  ...authorshipSchemas
}

const PrincipleItem = Schema.Struct(principleFields).annotate({ identifier: "Principle" })

/** Each view has a `sequenceNumber`, which editors send back as `lastSeenSequence`. */
export const PrincipleBody = Schema.Struct({ ...principleFields, sequenceNumber: SequenceNumber }).annotate({
  identifier: "PrincipleView"
})
export type PrincipleBody = typeof PrincipleBody.Type

export const PrinciplesBody = Schema.Struct({
  team: TeamBody,
  sequenceNumber: SequenceNumber,
  /** By position. */
  principles: Schema.Array(PrincipleItem)
}).annotate({ identifier: "PrinciplesView" })
export type PrinciplesBody = typeof PrinciplesBody.Type

const progressFields = {
  id: EntityId,
  ...stateSchemasOf(entities.progress.fields),
  percent: Percent,
  ...checkInSchemas,
  updatedAt: Schema.String,
  updatedBy: Schema.String
}

const CheckInBody = Schema.Struct({
  sequenceNumber: SequenceNumber,
  value: Schema.Finite,
  ...checkInSchemas,
  timestamp: Schema.String,
  actorName: Schema.String
}).annotate({ identifier: "CheckIn" })

const ProgressItem = Schema.Struct(progressFields).annotate({ identifier: "Progress" })

const ProgressBody = Schema.Struct({
  ...progressFields,
  /** Newest first, at most 100. */
  checkIns: Schema.Array(CheckInBody)
}).annotate({ identifier: "ProgressWithCheckIns" })

const objectiveFields = {
  id: EntityId,
  teamId: EntityId,
  ...objectiveSchemas,
  position: Schema.Int,
  /** The mean of its measures; null if it has none. */
  percent: Schema.NullOr(Percent),
  /** `percent` at the end of the UTC day on which it was created, from which its pace counts; 0 without measures. */
  baselinePercent: Percent,
  /** By position. */
  principles: Schema.Array(
    Schema.Struct({ id: EntityId, title: Schema.String, position: Schema.Int }).annotate({
      identifier: "LinkedPrinciple"
    })
  ),
  groups: Schema.Array(
    Schema.Struct({ id: EntityId, ...stateSchemasOf(entities.group.fields) }).annotate({ identifier: "Group" })
  ),
  /** By position. */
  initiatives: Schema.Array(
    Schema.Struct({
      id: EntityId,
      ...stateSchemasOf(entities.initiative.fields),
      groupId: Schema.NullOr(EntityId)
    }).annotate({ identifier: "Initiative" })
  ),
  ...authorshipSchemas
}

const ObjectiveItem = Schema.Struct({ ...objectiveFields, progress: Schema.Array(ProgressItem) }).annotate({
  identifier: "Objective"
})

export const ObjectiveBody = Schema.Struct({
  ...objectiveFields,
  progress: Schema.Array(ProgressBody),
  sequenceNumber: SequenceNumber
}).annotate({ identifier: "ObjectiveView" })
export type ObjectiveBody = typeof ObjectiveBody.Type

export const ObjectivesBody = Schema.Struct({
  team: TeamBody,
  sequenceNumber: SequenceNumber,
  /** By position. */
  objectives: Schema.Array(ObjectiveItem)
}).annotate({ identifier: "ObjectivesView" })
export type ObjectivesBody = typeof ObjectivesBody.Type

export const teamBody = (team: Team): TeamBody => ({ id: team.id, ...valuesOf("team", team) })

const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)

/** Sorted by name without regard to case, then by id. */
export const sortedTeams = <T extends Pick<Team, "id" | "name">>(teams: ReadonlyArray<T>): ReadonlyArray<T> =>
  teams
    .map((team) => ({ key: team.name.toLowerCase(), team }))
    .sort((left, right) => compare(left.key, right.key) || compare(left.team.id, right.team.id))
    .map(({ team }) => team)

export const teamList = (state: State): ReadonlyArray<TeamBody> =>
  sortedTeams(HashMap.toValues(state.teams)).map(teamBody)

const linkedObjective = ({ id, title, status }: Objective) => ({ id, title, status })

const principleItem = (
  team: Team,
  principle: Principle,
  position: number,
  objectives: (typeof PrincipleItem.Type)["objectives"]
): typeof PrincipleItem.Type => ({
  id: principle.id,
  teamId: team.id,
  ...valuesOf("principle", principle),
  position,
  objectives,
  ...authorshipOf(principle)
})

export const principlesView = (team: Team): PrinciplesBody => {
  const linked = Map.groupBy(
    team.objectives.flatMap((objective) => {
      const body = linkedObjective(objective)
      return objective.principleIds.map((principleId) => ({ principleId, body }))
    }),
    ({ principleId }) => principleId
  )
  return {
    team: teamBody(team),
    sequenceNumber: team.touchedAt,
    principles: team.principles.map((principle, position) =>
      principleItem(team, principle, position, linked.get(principle.id)?.map(({ body }) => body) ?? [])
    )
  }
}

export const principleView = (team: Team, id: EntityId): Option.Option<PrincipleBody> => {
  const position = team.principles.findIndex((principle) => principle.id === id)
  return Option.map(Option.fromNullishOr(team.principles[position]), (principle) => ({
    ...principleItem(
      team,
      principle,
      position,
      team.objectives.filter(({ principleIds }) => principleIds.includes(id)).map(linkedObjective)
    ),
    sequenceNumber: team.touchedAt
  }))
}

const progressItem = (progress: Progress): typeof ProgressItem.Type => ({
  id: progress.id,
  ...valuesOf("progress", progress),
  percent: PercentRule.ofMeasure(progress),
  ...checkInValuesOf(progress),
  updatedAt: progress.updatedAt,
  updatedBy: progress.updatedBy
})

type LinkedPrinciple = (typeof ObjectiveItem.Type)["principles"][number]

const linkedPrinciples = (team: Team): ReadonlyMap<EntityId, LinkedPrinciple> =>
  new Map(team.principles.map(({ id, title }, position) => [id, { id, title, position }]))

const objectiveItem = <A>(
  team: Team,
  principles: ReadonlyMap<EntityId, LinkedPrinciple>,
  objective: Objective,
  position: number,
  progress: (progress: Progress) => A
) => ({
  id: objective.id,
  teamId: team.id,
  ...valuesOf("objective", objective),
  position,
  percent: PercentRule.ofMeasures(objective.progress),
  baselinePercent: objective.baselinePercent,
  principles: objective.principleIds
    .flatMap((id) => principles.get(id) ?? [])
    .sort((left, right) => left.position - right.position),
  groups: objective.groups.map((group) => ({ id: group.id, ...valuesOf("group", group) })),
  initiatives: objective.initiatives.map((initiative) => ({
    id: initiative.id,
    ...valuesOf("initiative", initiative),
    groupId: initiative.groupId
  })),
  progress: objective.progress.map(progress),
  ...authorshipOf(objective)
})

/** A principle in the view of a team, without its position and without the objectives linked to it. */
export const unplacedPrinciple = (team: Team, principle: Principle) => {
  const { position: _, objectives: __, ...rest } = principleItem(team, principle, 0, [])
  return rest
}

/**
 * An objective in the view of a team, without its position, and with the sorted ids of its principles instead of the
 * principles.
 */
export const unplacedObjective = (team: Team, objective: Objective) => {
  const { position: _, principles: __, ...rest } = objectiveItem(team, new Map(), objective, 0, progressItem)
  return { ...rest, principleIds: [...objective.principleIds].sort() }
}

export const objectivesView = (team: Team): ObjectivesBody => {
  const principles = linkedPrinciples(team)
  return {
    team: teamBody(team),
    sequenceNumber: team.touchedAt,
    objectives: team.objectives.map((objective, position) =>
      objectiveItem(team, principles, objective, position, progressItem)
    )
  }
}

export const objectiveView = (team: Team, id: EntityId): Option.Option<ObjectiveBody> => {
  const position = team.objectives.findIndex((objective) => objective.id === id)
  return Option.map(Option.fromNullishOr(team.objectives[position]), (objective) => ({
    ...objectiveItem(team, linkedPrinciples(team), objective, position, (progress) => ({
      ...progressItem(progress),
      checkIns: progress.checkIns
    })),
    sequenceNumber: team.touchedAt
  }))
}
