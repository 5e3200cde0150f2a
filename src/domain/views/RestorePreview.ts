import { HashMap, Option, Schema } from "effect"
import { decide } from "../Decide.ts"
import { EntityType, type Submission } from "../Event.ts"
import { evolve } from "../Evolve.ts"
import { EntityId, SequenceNumber, UserId } from "../entities/Ids.ts"
import { linkedBy } from "../events/LinkEvent.ts"
import type { Past, RestoreData } from "../events/Past.ts"
import { atOnce } from "../Steps.ts"
import { findTeam, type State } from "../state/State.ts"
import { type Content, contents } from "./Contents.ts"

/** More entities are counted, not listed. */
export const mostListed = 500

/** Characters of JSON that the listed ones may take together; what comes after is counted only. */
const mostCharacters = 1_000_000

const FieldChange = Schema.Struct({
  /** As in history; a placement is `group` and `position`, a check-in `value`, `confidence`, `note` and `checkIns`. */
  name: Schema.String,
  /** The title of the principle a link is to; null for other fields. */
  principle: Schema.NullOr(Schema.String),
  /** Null: not set. */
  current: Schema.NullOr(Schema.String),
  restored: Schema.NullOr(Schema.String)
}).annotate({ identifier: "RestoredField" })

const PreviewEntity = Schema.Struct({
  entityId: EntityId,
  entityType: EntityType,
  teamId: EntityId,
  /** As it is now; as it was, where it returns. */
  title: Schema.String,
  kind: Schema.Literals(["changes", "returns", "goes"]),
  /** What differs in an entity that changes; nothing where only what belongs to it does. */
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
  /** The last event there was when this was computed. */
  latestSequence: SequenceNumber,
  /** Why the restore would be rejected; null when it would not. */
  rejectionReason: Schema.NullOr(Schema.String),
  /** Types of which something would change. */
  totals: Schema.Array(Total),
  /** The first that would change: up to 500, fewer where their texts are long. */
  entities: Schema.Array(PreviewEntity)
}).annotate({ identifier: "RestorePreview" })
export type RestorePreview = typeof RestorePreview.Type

type Contents = ReadonlyMap<string, Content>

const contentsOf = (state: State, id: EntityId): Contents =>
  Option.match(findTeam(state, id), { onNone: () => new Map(), onSome: contents })

const changesOf = (now: Content, then: Content, titleOf: (id: string) => string | null): PreviewEntity["fields"] =>
  Object.keys({ ...now.fields, ...then.fields })
    .filter((name) => now.fields[name] !== then.fields[name])
    .map((name) => {
      const principleId = linkedBy(name)
      return {
        name,
        principle: principleId === undefined ? null : titleOf(principleId),
        current: now.fields[name] ?? null,
        restored: then.fields[name] ?? null
      }
    })

const types = EntityType.literals

const totalsOf = (entities: ReadonlyArray<PreviewEntity>): RestorePreview["totals"] =>
  types.flatMap((entityType) => {
    const counts = { changes: 0, returns: 0, goes: 0 }
    const alike = entities.filter((entity) => entity.entityType === entityType)
    for (const { kind } of alike) counts[kind] += 1
    return alike.length === 0 ? [] : [{ entityType, ...counts }]
  })

const teamIn = (state: State, id: EntityId) => Option.getOrUndefined(findTeam(state, id))

const nil = "00000000-0000-0000-0000-000000000000"

/** Who and when make no difference to what is restored. */
const asked = (state: State, data: RestoreData): Submission => ({
  submissionId: nil,
  timestamp: "",
  actorId: UserId.make(nil),
  actorName: "",
  freshId: EntityId.make(nil),
  eventType: "restore_history",
  targetId: null,
  data: { ...data },
  lastSeenSequence: state.sequenceNumber
})

/** Teams that may differ; the others are the same object. */
const differing = (now: State, then: State | undefined, { teamId }: RestoreData): ReadonlyArray<EntityId> => {
  if (teamId !== undefined) return [teamId]
  const ids = new Set([...HashMap.keys(now.teams), ...HashMap.keys(then?.teams ?? now.teams)])
  return [...ids].filter((id) => !then || teamIn(now, id) !== teamIn(then, id)).sort()
}

const listed = (entities: ReadonlyArray<PreviewEntity>): ReadonlyArray<PreviewEntity> => {
  let characters = 0
  return entities.slice(0, mostListed).filter((entity) => {
    characters += JSON.stringify(entity).length
    return characters <= mostCharacters
  })
}

/**
 * What a restore would make of this state: it is decided and applied, and nothing of it is kept. In steps, none of which
 * takes longer than one team at its limits does: whoever runs it has other things to do in between.
 */
export function* restorePreviewSteps(
  state: State,
  data: RestoreData,
  past: Past
): Generator<undefined, RestorePreview> {
  const { sequenceNumber } = data
  const decision = decide(state, asked(state, data), past)
  const frame = { sequenceNumber, latestSequence: state.sequenceNumber, rejectionReason: null }
  if (decision.status === "no_change") return { ...frame, totals: [], entities: [] }
  if (decision.status === "rejected") {
    return { ...frame, rejectionReason: decision.event.rejectionReason, totals: [], entities: [] }
  }
  const entities: Array<PreviewEntity> = []
  for (const teamId of differing(state, past(sequenceNumber), data)) {
    yield
    const { state: after, effects } = evolve(state, { ...decision.event, data: { ...data, teamId } }, past)
    yield
    const now = contentsOf(state, teamId)
    yield
    const then = contentsOf(after, teamId)
    yield
    const titleOf = (id: string) => (now.get(id) ?? then.get(id))?.title ?? null
    for (const { entityId, entityType } of effects.touched) {
      const [was, becomes] = [now.get(entityId), then.get(entityId)]
      const shown = was ?? becomes
      if (shown === undefined) continue
      const common = { entityId, entityType, teamId, title: shown.title }
      if (was === undefined) entities.push({ ...common, kind: "returns", fields: [] })
      else if (becomes === undefined) entities.push({ ...common, kind: "goes", fields: [] })
      else entities.push({ ...common, kind: "changes", fields: changesOf(was, becomes, titleOf) })
    }
  }
  return { ...frame, totals: totalsOf(entities), entities: listed(entities) }
}

/** All steps at once. */
export const restorePreview = (state: State, data: RestoreData, past: Past): RestorePreview =>
  atOnce(restorePreviewSteps(state, data, past))
