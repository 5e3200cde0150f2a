import { HashMap, Option, Schema } from "effect"
import { checkInFields, entities } from "../../shared/Entities.ts"
import * as Limits from "../../shared/Limits.ts"
import { staleAfter } from "../../shared/Pace.ts"
import { percentOf, percentOfMeasure } from "../../shared/Percent.ts"
import { described, listOf } from "../entities/Documented.ts"
import { authorshipSchemas, parentId, stateSchemasOf } from "../entities/Fields.ts"
import { checkInValuesOf, valuesOf } from "../entities/FieldValues.ts"
import { EntityId, EventPosition, ViewPosition } from "../entities/Ids.ts"
import { Day, objectiveUpdatedAt, staleAfterSchema, Time } from "../entities/Time.ts"
import { authorshipOf, type Objective, type Principle, type Progress, type State, type Team } from "../state/State.ts"
import { paceBaseline } from "./Baseline.ts"
import { checkInDays } from "./ForecastRule.ts"

const objectiveSchemas = stateSchemasOf(entities.objective.fields)
const checkInSchemas = {
  ...stateSchemasOf(checkInFields),
  // The OpenAPI document says that it is a whole number.
  confidence: described(checkInFields.confidence.description, Schema.NullOr(Schema.Int))
}

const teamId = described("The team it belongs to", EntityId)

const position = described("Its place in the list, from 0", Schema.Int)

export const TeamBody = Schema.Struct({ id: EntityId, ...stateSchemasOf(entities.team.fields) }).annotate({
  identifier: "Team"
})
export type TeamBody = typeof TeamBody.Type

export const TeamsBody = listOf(TeamBody, Limits.teams)

const principleFields = {
  id: EntityId,
  teamId,
  ...stateSchemasOf(entities.principle.fields),
  position,
  objectives: described(
    "The objectives that serve it, by position",
    listOf(
      Schema.Struct({ id: EntityId, title: objectiveSchemas.title, status: objectiveSchemas.status }).annotate({
        identifier: "LinkedObjective"
      }),
      Limits.perTeam.objectives
    )
  ),
  ...authorshipSchemas
}

const PrincipleItem = Schema.Struct(principleFields).annotate({ identifier: "Principle" })

export const PrincipleBody = Schema.Struct({ ...principleFields, sequenceNumber: ViewPosition }).annotate({
  identifier: "PrincipleView"
})
export type PrincipleBody = typeof PrincipleBody.Type

export const PrinciplesBody = Schema.Struct({
  team: described("The team", TeamBody),
  sequenceNumber: ViewPosition,
  principles: described("Its principles, by position", listOf(PrincipleItem, Limits.perTeam.principles))
}).annotate({ identifier: "PrinciplesView" })
export type PrinciplesBody = typeof PrinciplesBody.Type

const progressFields = {
  id: EntityId,
  ...stateSchemasOf(entities.progress.fields),
  percent: described("Progress from start to target in whole per cent, rounded down, 0 to 100", Schema.Int),
  ...checkInSchemas,
  date: described("The day that its value is of; null without a check-in", Schema.NullOr(Day)),
  updatedAt: described("When the measure was last checked in or corrected", Time),
  updatedBy: authorshipSchemas.updatedBy
}

const CheckInBody = Schema.Struct({
  sequenceNumber: EventPosition,
  date: described("The day that the value is of", Day),
  value: described("The value checked in", Schema.Finite),
  ...checkInSchemas,
  timestamp: described("When it happened", Time),
  actorName: described("The name, at that time, of the user who checked in", Schema.String)
}).annotate({ identifier: "CheckIn" })

const ProgressItem = Schema.Struct(progressFields).annotate({ identifier: "Progress" })

const ProgressBody = Schema.Struct({
  ...progressFields,
  checkIns: described("The latest check-ins by date, newest first", listOf(CheckInBody, Limits.checkInsKept))
}).annotate({ identifier: "ProgressWithCheckIns" })

export const objectivePercent = described(
  "The mean progress of its measures in whole per cent, rounded down, 0 to 100; null if it has none",
  Schema.NullOr(Schema.Int)
)

const objectiveFields = {
  id: EntityId,
  teamId,
  ...objectiveSchemas,
  parentId,
  position,
  percent: objectivePercent,
  baselinePercent: described(
    "`percent` from which its pace counts: at the end of the start date, or else of the UTC day of its creation; 0 without measures, and if it started before its creation",
    Schema.Int
  ),
  staleAfter: staleAfterSchema,
  principles: described(
    "The principles it serves, by position",
    listOf(
      Schema.Struct({ id: EntityId, title: stateSchemasOf(entities.principle.fields).title, position }).annotate({
        identifier: "LinkedPrinciple"
      }),
      Limits.perObjective.linkedPrinciples
    )
  ),
  groups: described(
    "Its groups",
    listOf(
      Schema.Struct({ id: EntityId, ...stateSchemasOf(entities.group.fields) }).annotate({ identifier: "Group" }),
      Limits.perObjective.groups
    )
  ),
  initiatives: described(
    "Its initiatives, by position",
    listOf(
      Schema.Struct({
        id: EntityId,
        ...stateSchemasOf(entities.initiative.fields),
        groupId: described("The group it is in; null for none", Schema.NullOr(EntityId))
      }).annotate({ identifier: "Initiative" }),
      Limits.perObjective.initiatives
    )
  ),
  ...authorshipSchemas,
  updatedAt: objectiveUpdatedAt
}

const measures = <S extends Schema.Top>(measure: S) =>
  described("Its measures", listOf(measure, Limits.perObjective.progress))

const ObjectiveItem = Schema.Struct({ ...objectiveFields, progress: measures(ProgressItem) }).annotate({
  identifier: "Objective"
})

export const ObjectiveBody = Schema.Struct({
  ...objectiveFields,
  progress: measures(ProgressBody),
  sequenceNumber: ViewPosition
}).annotate({ identifier: "ObjectiveView" })
export type ObjectiveBody = typeof ObjectiveBody.Type

export const ObjectivesBody = Schema.Struct({
  team: described("The team", TeamBody),
  sequenceNumber: ViewPosition,
  objectives: described("Its objectives, by position", listOf(ObjectiveItem, Limits.perTeam.objectives))
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
  percent: percentOfMeasure(progress),
  ...checkInValuesOf(progress),
  date: progress.checkIns[0]?.date ?? null,
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
  parentId: objective.parentId,
  position,
  percent: percentOf(objective.progress),
  baselinePercent: paceBaseline(objective),
  staleAfter: staleAfter(checkInDays(objective.progress)),
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
