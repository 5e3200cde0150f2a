import { HashMap, Result, Schema } from "effect"
import { checkInFields, entities } from "../../shared/Entities.ts"
import { EntityType } from "../Event.ts"
import { authorshipSchemas, stateSchemasOf } from "../entities/Fields.ts"
import { checkInValuesOf, valuesOf } from "../entities/FieldValues.ts"
import { EntityId, SequenceNumber } from "../entities/Ids.ts"
import { atOnce } from "../Steps.ts"
import {
  type Authorship,
  authorshipOf,
  type CheckIn,
  type EntityRef,
  type FieldVersions,
  type Objective,
  type Principle,
  type Progress,
  type State,
  type Team
} from "./State.ts"

/**
 * A state as texts without line breaks, for keeping. Equal states have equal texts, however they were reached, so that a
 * hash over the parts tells states apart.
 */
export interface StateParts {
  readonly sequenceNumber: number
  /** One JSON text per living team, by id. */
  readonly teams: ReadonlyArray<string>
  /** JSON texts of at most 5,000 ids each, living and deleted, by id. */
  readonly entities: ReadonlyArray<string>
}

const refsPerPart = 5_000

const Id = Schema.toType(EntityId)
const versions = Schema.Record(Schema.String, SequenceNumber)

const PrincipleCode = Schema.Struct({
  id: Id,
  ...stateSchemasOf(entities.principle.fields),
  versions,
  ...authorshipSchemas
})

const CheckInCode = Schema.Struct({
  sequenceNumber: SequenceNumber,
  value: Schema.Finite,
  ...stateSchemasOf(checkInFields),
  timestamp: Schema.String,
  actorName: Schema.String
})

const ProgressCode = Schema.Struct({
  id: Id,
  ...stateSchemasOf(entities.progress.fields),
  ...stateSchemasOf(checkInFields),
  updatedAt: Schema.String,
  updatedBy: Schema.String,
  checkIns: Schema.Array(CheckInCode),
  versions
})

const ObjectiveCode = Schema.Struct({
  id: Id,
  ...stateSchemasOf(entities.objective.fields),
  principleIds: Schema.Array(Id),
  groups: Schema.Array(Schema.Struct({ id: Id, ...stateSchemasOf(entities.group.fields), versions })),
  initiatives: Schema.Array(
    Schema.Struct({ id: Id, ...stateSchemasOf(entities.initiative.fields), groupId: Schema.NullOr(Id), versions })
  ),
  progress: Schema.Array(ProgressCode),
  versions,
  ...authorshipSchemas
})

const TeamCode = Schema.Struct({
  id: Id,
  ...stateSchemasOf(entities.team.fields),
  touchedAt: SequenceNumber,
  versions,
  principles: Schema.Array(PrincipleCode),
  objectives: Schema.Array(ObjectiveCode)
})

/** Id, then the fields of `EntityRef`. */
const RefsCode = Schema.Array(Schema.Tuple([Id, EntityType, Id, Schema.NullOr(Id), Schema.Boolean]))

const byId = <A>(map: HashMap.HashMap<EntityId, A>): ReadonlyArray<[EntityId, A]> =>
  HashMap.toEntries(map).sort(([left], [right]) => (left < right ? -1 : 1))

// The objects below are made key by key: JSON then has the keys in this order, whatever order an event left them in.

const sorted = (versions: FieldVersions): FieldVersions => {
  const ordered: Record<string, number> = {}
  for (const field of Object.keys(versions).sort()) ordered[field] = versions[field] ?? 0
  return ordered
}

const principleCode = (principle: Principle): typeof PrincipleCode.Type => ({
  id: principle.id,
  ...valuesOf("principle", principle),
  versions: sorted(principle.versions),
  ...authorshipOf(principle)
})

const checkInCode = (checkIn: CheckIn): typeof CheckInCode.Type => ({
  sequenceNumber: checkIn.sequenceNumber,
  value: checkIn.value,
  ...checkInValuesOf(checkIn),
  timestamp: checkIn.timestamp,
  actorName: checkIn.actorName
})

const progressCode = (progress: Progress): typeof ProgressCode.Type => ({
  id: progress.id,
  ...valuesOf("progress", progress),
  ...checkInValuesOf(progress),
  updatedAt: progress.updatedAt,
  updatedBy: progress.updatedBy,
  checkIns: progress.checkIns.map(checkInCode),
  versions: sorted(progress.versions)
})

const objectiveCode = (objective: Objective): typeof ObjectiveCode.Type => ({
  id: objective.id,
  ...valuesOf("objective", objective),
  principleIds: objective.principleIds,
  groups: objective.groups.map((group) => ({
    id: group.id,
    ...valuesOf("group", group),
    versions: sorted(group.versions)
  })),
  initiatives: objective.initiatives.map((initiative) => ({
    id: initiative.id,
    ...valuesOf("initiative", initiative),
    groupId: initiative.groupId,
    versions: sorted(initiative.versions)
  })),
  progress: objective.progress.map(progressCode),
  versions: sorted(objective.versions),
  ...authorshipOf(objective)
})

const texts = new WeakMap<Principle | Objective, string>()

/** Principles and objectives that did not change are not written again. */
const textOf = <Part extends Principle | Objective>(part: Part, code: (part: Part) => unknown): string => {
  const known = texts.get(part)
  if (known !== undefined) return known
  const text = JSON.stringify(code(part))
  texts.set(part, text)
  return text
}

const listOf = <Part extends Principle | Objective>(parts: ReadonlyArray<Part>, code: (part: Part) => unknown) =>
  `[${parts.map((part) => textOf(part, code)).join()}]`

const teamText = (team: Team): string => {
  const { id, touchedAt, versions, principles, objectives } = team
  const own = JSON.stringify({
    id,
    ...valuesOf("team", team),
    touchedAt,
    versions: sorted(versions)
  } satisfies Partial<typeof TeamCode.Type>)
  return `${own.slice(0, -1)},"principles":${listOf(principles, principleCode)},"objectives":${listOf(objectives, objectiveCode)}}`
}

// Ids and types need no escapes.
const refText = ([id, { type, teamId, objectiveId, alive }]: readonly [EntityId, EntityRef]): string =>
  `["${id}","${type}","${teamId}",${objectiveId === null ? "null" : `"${objectiveId}"`},${alive}]`

/** Objectives written or read between two steps. */
const objectivesAtOnce = 10

const slicesOf = <A>(all: ReadonlyArray<A>, size: number): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, part) => all.slice(part * size, (part + 1) * size))

/** `toParts` in steps of some milliseconds each, however large the state is: whoever runs it has other things to do. */
export function* toPartsSteps(state: State): Generator<undefined, StateParts> {
  const teams: Array<string> = []
  for (const [, team] of byId(state.teams)) {
    for (const objectives of slicesOf(team.objectives, objectivesAtOnce)) {
      if (objectives.every((objective) => texts.has(objective))) continue
      listOf(objectives, objectiveCode)
      yield
    }
    teams.push(teamText(team))
  }
  yield
  const entities: Array<string> = []
  for (const refs of slicesOf(byId(state.entities), refsPerPart)) {
    yield
    entities.push(`[${refs.map(refText).join()}]`)
  }
  return { sequenceNumber: state.sequenceNumber, teams, entities }
}

/** Principles and objectives that did not change since the last call are not written again. */
export const toParts = (state: State): StateParts => atOnce(toPartsSteps(state))

const readTeam = Schema.decodeUnknownResult(
  Schema.fromJsonString(Schema.Struct({ ...TeamCode.fields, objectives: Schema.Array(Schema.Unknown) }))
)
const readObjectives = Schema.decodeUnknownResult(Schema.Array(ObjectiveCode))
const readRefs = Schema.decodeUnknownResult(Schema.fromJsonString(RefsCode))

/** `fromParts` in steps of some milliseconds each. */
export function* fromPartsSteps(parts: StateParts): Generator<undefined, Result.Result<State, string>> {
  const teams: Array<Team> = []
  for (const text of parts.teams) {
    const unreadable = Result.fail(`team ${teams.length + 1} cannot be read`)
    const team = readTeam(text)
    if (Result.isFailure(team)) return unreadable
    const objectives: Array<Objective> = []
    for (const slice of slicesOf(team.success.objectives, objectivesAtOnce)) {
      yield
      const read = readObjectives(slice)
      if (Result.isFailure(read)) return unreadable
      objectives.push(...read.success)
    }
    teams.push({ ...team.success, objectives })
  }
  const entities: Array<readonly [EntityId, EntityRef]> = []
  for (const text of parts.entities) {
    yield
    const refs = readRefs(text)
    if (Result.isFailure(refs)) return Result.fail(`the ids after ${entities.length} cannot be read`)
    for (const [id, type, teamId, objectiveId, alive] of refs.success) {
      entities.push([id, { type, teamId, objectiveId, alive }])
    }
  }
  return Result.succeed({
    sequenceNumber: parts.sequenceNumber,
    teams: HashMap.fromIterable(teams.map((team) => [team.id, team] as const)),
    entities: HashMap.fromIterable(entities)
  })
}

/** The state a `toParts` was made of; fails, in words, for any other texts. */
export const fromParts = (parts: StateParts): Result.Result<State, string> => atOnce(fromPartsSteps(parts))

const told = <E extends { readonly versions: FieldVersions }>({ versions: _, ...entity }: E) => entity

const unsigned = <E extends Pick<Authorship, "updatedAt" | "updatedBy"> & { readonly versions: FieldVersions }>(
  entity: E
) => {
  const { updatedAt: _at, updatedBy: _by, ...rest } = told(entity)
  return rest
}

/**
 * What the strategy says, as plain data to compare: without versions, sequence numbers (but those of check-ins) and who
 * changed what last. A restored state says what the state it was restored to says. Linked principles are sorted by id:
 * no view shows the order they were linked in.
 */
export const contentOf = (state: State): unknown =>
  byId(state.teams).map(([, { touchedAt: _, ...team }]) => ({
    ...told(team),
    principles: team.principles.map(unsigned),
    objectives: team.objectives.map((objective) => ({
      ...unsigned(objective),
      principleIds: objective.principleIds.toSorted(),
      groups: objective.groups.map(told),
      initiatives: objective.initiatives.map(told),
      progress: objective.progress.map(unsigned)
    }))
  }))
