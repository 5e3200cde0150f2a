import { HashMap, Result, Schema } from "effect"
import { checkInFields, entities } from "../../shared/Entities.ts"
import { EntityType } from "../Event.ts"
import { authorshipSchemas, stateSchemasOf } from "../entities/Fields.ts"
import { checkInValuesOf, valuesOf } from "../entities/FieldValues.ts"
import { EntityId, SequenceNumber } from "../entities/Ids.ts"
import { runAllSteps } from "../Steps.ts"
import { byId, chunksOf, removedFrom, removedSteps } from "./RemovedCodec.ts"
import {
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
import { supportersIn } from "./Supporters.ts"

/**
 * A state as texts without line breaks, to be stored. Equal states have equal texts, however they were reached, so a
 * hash over the parts identifies the state.
 */
export interface StateParts {
  readonly sequenceNumber: number
  /** One JSON text per living team, sorted by id. */
  readonly teams: ReadonlyArray<string>
  /** JSON texts of at most 5,000 entities each, living and deleted, sorted by id. */
  readonly entities: ReadonlyArray<string>
  /** JSON texts of at most 1,000 removed entities of one team each, sorted by the ids of teams and entities. */
  readonly removed: ReadonlyArray<string>
}

const refsPerPart = 5_000

const Id = Schema.toType(EntityId)
const versions = Schema.Record(Schema.String, SequenceNumber)

const EncodedPrinciple = Schema.Struct({
  id: Id,
  ...stateSchemasOf(entities.principle.fields),
  versions,
  ...authorshipSchemas
})

const EncodedCheckIn = Schema.Struct({
  sequenceNumber: SequenceNumber,
  date: Schema.String,
  value: Schema.Finite,
  ...stateSchemasOf(checkInFields),
  timestamp: Schema.String,
  actorName: Schema.String
})

const EncodedProgress = Schema.Struct({
  id: Id,
  ...stateSchemasOf(entities.progress.fields),
  initialValue: Schema.Finite,
  ...stateSchemasOf(checkInFields),
  updatedAt: Schema.String,
  updatedBy: Schema.String,
  checkIns: Schema.Array(EncodedCheckIn),
  versions
})

const EncodedObjective = Schema.Struct({
  id: Id,
  ...stateSchemasOf(entities.objective.fields),
  baselinePercent: Schema.Int,
  parentId: Schema.NullOr(Id),
  principleIds: Schema.Array(Id),
  groups: Schema.Array(Schema.Struct({ id: Id, ...stateSchemasOf(entities.group.fields), versions })),
  initiatives: Schema.Array(
    Schema.Struct({ id: Id, ...stateSchemasOf(entities.initiative.fields), groupId: Schema.NullOr(Id), versions })
  ),
  progress: Schema.Array(EncodedProgress),
  versions,
  ...authorshipSchemas
})

const EncodedTeam = Schema.Struct({
  id: Id,
  ...stateSchemasOf(entities.team.fields),
  touchedAt: SequenceNumber,
  versions,
  principles: Schema.Array(EncodedPrinciple),
  objectives: Schema.Array(EncodedObjective)
})

/** Each tuple has the id, then the fields of `EntityRef`. */
const EncodedEntityRefs = Schema.Array(Schema.Tuple([Id, EntityType, Id, Schema.NullOr(Id), Schema.Boolean]))

// The objects below are built key by key, so that their JSON has this order, whatever order events left.

const sortedVersions = (versions: FieldVersions): FieldVersions => {
  const ordered: Record<string, number> = {}
  for (const field of Object.keys(versions).sort()) ordered[field] = versions[field] ?? 0
  return ordered
}

const encodePrinciple = (principle: Principle): typeof EncodedPrinciple.Type => ({
  id: principle.id,
  ...valuesOf("principle", principle),
  versions: sortedVersions(principle.versions),
  ...authorshipOf(principle)
})

const encodeCheckIn = (checkIn: CheckIn): typeof EncodedCheckIn.Type => ({
  sequenceNumber: checkIn.sequenceNumber,
  date: checkIn.date,
  value: checkIn.value,
  ...checkInValuesOf(checkIn),
  timestamp: checkIn.timestamp,
  actorName: checkIn.actorName
})

const encodeProgress = (progress: Progress): typeof EncodedProgress.Type => ({
  id: progress.id,
  ...valuesOf("progress", progress),
  initialValue: progress.initialValue,
  ...checkInValuesOf(progress),
  updatedAt: progress.updatedAt,
  updatedBy: progress.updatedBy,
  checkIns: progress.checkIns.map(encodeCheckIn),
  versions: sortedVersions(progress.versions)
})

const encodeObjective = (objective: Objective): typeof EncodedObjective.Type => ({
  id: objective.id,
  ...valuesOf("objective", objective),
  baselinePercent: objective.baselinePercent,
  parentId: objective.parentId,
  principleIds: objective.principleIds,
  groups: objective.groups.map((group) => ({
    id: group.id,
    ...valuesOf("group", group),
    versions: sortedVersions(group.versions)
  })),
  initiatives: objective.initiatives.map((initiative) => ({
    id: initiative.id,
    ...valuesOf("initiative", initiative),
    groupId: initiative.groupId,
    versions: sortedVersions(initiative.versions)
  })),
  progress: objective.progress.map(encodeProgress),
  versions: sortedVersions(objective.versions),
  ...authorshipOf(objective)
})

const encodedTexts = new WeakMap<Principle | Objective, string>()

/** The text of an unchanged principle or objective is reused. */
const encodedText = <Part extends Principle | Objective>(part: Part, code: (part: Part) => unknown): string => {
  const known = encodedTexts.get(part)
  if (known !== undefined) return known
  const text = JSON.stringify(code(part))
  encodedTexts.set(part, text)
  return text
}

const encodedList = <Part extends Principle | Objective>(parts: ReadonlyArray<Part>, code: (part: Part) => unknown) =>
  `[${parts.map((part) => encodedText(part, code)).join()}]`

const encodedTeam = (team: Team): string => {
  const { id, touchedAt, versions, principles, objectives } = team
  const own = JSON.stringify({
    id,
    ...valuesOf("team", team),
    touchedAt,
    versions: sortedVersions(versions)
  } satisfies Partial<typeof EncodedTeam.Type>)
  return `${own.slice(0, -1)},"principles":${encodedList(principles, encodePrinciple)},"objectives":${encodedList(objectives, encodeObjective)}}`
}

// Ids and types contain no characters that JSON escapes.
const encodedEntityRef = ([id, { type, teamId, objectiveId, alive }]: readonly [EntityId, EntityRef]): string =>
  `["${id}","${type}","${teamId}",${objectiveId === null ? "null" : `"${objectiveId}"`},${alive}]`

/** The number of objectives encoded or decoded in one step. */
const objectivesPerStep = 10

/** `toParts` in steps of a few milliseconds each, however large the state is. */
export function* toPartsSteps(state: State): Generator<undefined, StateParts> {
  const teams: Array<string> = []
  for (const [, team] of byId(state.teams)) {
    for (const objectives of chunksOf(team.objectives, objectivesPerStep)) {
      if (objectives.every((objective) => encodedTexts.has(objective))) continue
      encodedList(objectives, encodeObjective)
      yield
    }
    teams.push(encodedTeam(team))
  }
  yield
  const entities: Array<string> = []
  for (const refs of chunksOf(byId(state.entities), refsPerPart)) {
    yield
    entities.push(`[${refs.map(encodedEntityRef).join()}]`)
  }
  const removed: Array<string> = []
  for (const [id, ofTeam] of byId(state.removed)) removed.push(...(yield* removedSteps(id, ofTeam)))
  return { sequenceNumber: state.sequenceNumber, teams, entities, removed }
}

/** The texts of principles and objectives that did not change since the last call are reused. */
export const toParts = (state: State): StateParts => runAllSteps(toPartsSteps(state))

const decodeTeam = Schema.decodeUnknownResult(
  Schema.fromJsonString(Schema.Struct({ ...EncodedTeam.fields, objectives: Schema.Array(Schema.Unknown) }))
)
const decodeObjectives = Schema.decodeUnknownResult(Schema.Array(EncodedObjective))
const decodeEntityRefs = Schema.decodeUnknownResult(Schema.fromJsonString(EncodedEntityRefs))

/** `fromParts` in steps of a few milliseconds each. */
export function* fromPartsSteps(parts: StateParts): Generator<undefined, Result.Result<State, string>> {
  const teams: Array<Team> = []
  for (const text of parts.teams) {
    const unreadable = Result.fail(`team ${teams.length + 1} cannot be read`)
    const team = decodeTeam(text)
    if (Result.isFailure(team)) return unreadable
    const objectives: Array<Objective> = []
    for (const slice of chunksOf(team.success.objectives, objectivesPerStep)) {
      yield
      const read = decodeObjectives(slice)
      if (Result.isFailure(read)) return unreadable
      objectives.push(...read.success)
    }
    teams.push({ ...team.success, objectives })
  }
  const entities: Array<readonly [EntityId, EntityRef]> = []
  for (const text of parts.entities) {
    yield
    const refs = decodeEntityRefs(text)
    if (Result.isFailure(refs)) return Result.fail(`the ids after ${entities.length} cannot be read`)
    for (const [id, type, teamId, objectiveId, alive] of refs.success) {
      entities.push([id, { type, teamId, objectiveId, alive }])
    }
  }
  const removed = yield* removedFrom(parts.removed)
  if (removed === undefined) return Result.fail("what was removed cannot be read")
  return Result.succeed({
    sequenceNumber: parts.sequenceNumber,
    teams: HashMap.fromIterable(teams.map((team) => [team.id, team] as const)),
    entities: HashMap.fromIterable(entities),
    supporters: supportersIn(teams),
    removed
  })
}

/** The state that `toParts` made these texts of. For other texts it fails with a message. */
export const fromParts = (parts: StateParts): Result.Result<State, string> => runAllSteps(fromPartsSteps(parts))
