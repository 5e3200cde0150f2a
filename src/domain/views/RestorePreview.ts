import { HashMap, Option, Schema } from "effect"
import { decide } from "../Decide.ts"
import { EntityType, type Submission, type Touched } from "../Event.ts"
import { evolve } from "../Evolve.ts"
import { EntityId, SequenceNumber, UserId } from "../entities/Ids.ts"
import { linkedPrincipleId } from "../events/LinkEvent.ts"
import type { RestoreData } from "../events/RestoreData.ts"
import { changedTeamIds } from "../events/RestoreEvent.ts"
import { runAllSteps } from "../Steps.ts"
import { findTeam, type State } from "../state/State.ts"
import { type Content, teamContents } from "./Contents.ts"

/** Entities beyond this number are counted but not listed. */
export const maxListedEntities = 500

/** The listed entities take at most this many characters of JSON; the others are only counted. */
const maxListedCharacters = 1_000_000

const FieldChange = Schema.Struct({
  /** The field's name as in history, but a placement and a check-in are split into parts as in `Contents`. */
  name: Schema.String,
  /** The title of the linked principle; null for fields that are no link. */
  principle: Schema.NullOr(Schema.String),
  /** Null when not set. */
  current: Schema.NullOr(Schema.String),
  restored: Schema.NullOr(Schema.String)
}).annotate({ identifier: "RestoredField" })

const PreviewEntity = Schema.Struct({
  entityId: EntityId,
  entityType: EntityType,
  teamId: EntityId,
  /** The present title; the former one of an entity that returns. */
  title: Schema.String,
  kind: Schema.Literals(["changes", "returns", "goes"]),
  /** What differs in an entity that changes; empty if nothing of its own differs, and for other kinds. */
  fields: Schema.Array(FieldChange)
}).annotate({ identifier: "RestoredEntity" })
type PreviewEntity = typeof PreviewEntity.Type

const Total = Schema.Struct({
  entityType: EntityType,
  changes: Schema.Int,
  returns: Schema.Int,
  goes: Schema.Int
}).annotate({ identifier: "RestoredTotal" })

export const RestorePreview = Schema.Struct({
  /** The event to go back to. */
  sequenceNumber: SequenceNumber,
  /** The latest event when this was computed. */
  latestSequence: SequenceNumber,
  /** Null when the restore would not be rejected. */
  rejectionReason: Schema.NullOr(Schema.String),
  /** One for each type of which an entity would change. */
  totals: Schema.Array(Total),
  /** The first entities that would change: at most 500, fewer if their texts are long. */
  entities: Schema.Array(PreviewEntity)
}).annotate({ identifier: "RestorePreview" })
export type RestorePreview = typeof RestorePreview.Type

type Contents = ReadonlyMap<string, Content>

const contentsById = (state: State, id: EntityId): Contents =>
  Option.match(findTeam(state, id), { onNone: () => new Map(), onSome: teamContents })

const changesOf = (now: Content, then: Content, titleOf: (id: string) => string | null): PreviewEntity["fields"] =>
  Object.keys({ ...now.fields, ...then.fields })
    .filter((name) => now.fields[name] !== then.fields[name])
    .map((name) => {
      const principleId = linkedPrincipleId(name)
      return {
        name,
        principle: principleId === undefined ? null : titleOf(principleId),
        current: now.fields[name] ?? null,
        restored: then.fields[name] ?? null
      }
    })

const entityTypes = EntityType.literals

const totalsOf = (entities: ReadonlyArray<PreviewEntity>): RestorePreview["totals"] =>
  entityTypes.flatMap((entityType) => {
    const counts = { changes: 0, returns: 0, goes: 0 }
    const alike = entities.filter((entity) => entity.entityType === entityType)
    for (const { kind } of alike) counts[kind] += 1
    return alike.length === 0 ? [] : [{ entityType, ...counts }]
  })

const nilUuid = "00000000-0000-0000-0000-000000000000"

/** The actor and the time do not matter for what is restored. */
const restoreSubmission = (state: State, data: RestoreData, earlier: State): Submission => ({
  submissionId: nilUuid,
  timestamp: "",
  actorId: UserId.make(nilUuid),
  actorName: "",
  freshId: EntityId.make(nilUuid),
  eventType: "restore_history",
  targetId: null,
  data: { ...data },
  lastSeenSequence: state.sequenceNumber,
  earlier
})

const withinListLimits = (entities: ReadonlyArray<PreviewEntity>): ReadonlyArray<PreviewEntity> => {
  let characters = 0
  return entities.slice(0, maxListedEntities).filter((entity) => {
    characters += JSON.stringify(entity).length
    return characters <= maxListedCharacters
  })
}

/** How the restore would change a touched entity; empty for an entity that exists neither now nor then. */
const previewEntity = (
  teamId: EntityId,
  { entityId, entityType }: Touched,
  now: Contents,
  then: Contents
): ReadonlyArray<PreviewEntity> => {
  const [was, becomes] = [now.get(entityId), then.get(entityId)]
  const shown = was ?? becomes
  if (shown === undefined) return []
  const common = { entityId, entityType, teamId, title: shown.title }
  if (was === undefined) return [{ ...common, kind: "returns", fields: [] }]
  if (becomes === undefined) return [{ ...common, kind: "goes", fields: [] }]
  const titleOf = (id: string) => (now.get(id) ?? then.get(id))?.title ?? null
  return [{ ...common, kind: "changes", fields: changesOf(was, becomes, titleOf) }]
}

const onlyTeam = (state: State, id: EntityId): State => ({
  ...state,
  teams: HashMap.fromIterable(Option.toArray(findTeam(state, id)).map((team) => [id, team] as const))
})

/**
 * What a restore to `then` would change in this state. It is decided and folded for one team after the other, and the resulting
 * states are discarded. Each step handles one team, so no step takes longer than the largest possible team does.
 */
export function* restorePreviewSteps(
  state: State,
  data: RestoreData,
  then: State
): Generator<undefined, RestorePreview> {
  const { sequenceNumber } = data
  const frame = { sequenceNumber, latestSequence: state.sequenceNumber, rejectionReason: null }
  const entities: Array<PreviewEntity> = []
  for (const teamId of changedTeamIds(state, then, data.teamId)) {
    yield
    // The limit of teams holds for a team that is restored alone.
    const now = data.teamId === undefined ? onlyTeam(state, teamId) : state
    const decision = decide(now, restoreSubmission(state, { sequenceNumber, teamId }, then))
    if (decision.status === "no_change") continue
    if (decision.status === "rejected") {
      return { ...frame, rejectionReason: decision.event.rejectionReason, totals: [], entities: [] }
    }
    const { state: after, effects } = evolve(state, decision.event)
    yield
    const current = contentsById(state, teamId)
    yield
    const restored = contentsById(after, teamId)
    yield
    for (const touched of effects.touched) entities.push(...previewEntity(teamId, touched, current, restored))
  }
  return { ...frame, totals: totalsOf(entities), entities: withinListLimits(entities) }
}

export const restorePreview = (state: State, data: RestoreData, then: State): RestorePreview =>
  runAllSteps(restorePreviewSteps(state, data, then))
