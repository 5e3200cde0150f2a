import { HashMap, Option, Predicate, Result, Schema, SchemaParser } from "effect"
import type { EventData, FoldedEvent, LoggedEvent, Submission, Touched } from "../Event.ts"
import type { EntityId } from "../entities/Ids.ts"
import type { Role } from "../entities/Role.ts"
import { withArticle } from "../entities/Wording.ts"
import type { Target } from "../state/Place.ts"
import type { EntityRef, EntityType, State, Team } from "../state/State.ts"
import type { Past } from "./Past.ts"
import * as Reason from "./Reason.ts"

/** Everything the service knows about one event type. */
export interface Definition {
  /** The least role that may submit it. */
  readonly role: Role
  /** What `targetId` names; null where there is none. */
  readonly target: EntityType | null
  /** What a submission's `data` may be; an unknown key breaks it. */
  readonly data: Schema.Top
  readonly judge: (state: State, submission: Submission, past: Past) => Verdict
  /** What an applied event of this type changes; null when it does not fit the state, which a log of ours never has. */
  readonly evolve: (state: State, event: FoldedEvent, past: Past) => Change | null
}

/** What a verdict says of the event in any case: see `LoggedEvent`. */
export type Findings = Pick<
  LoggedEvent,
  "entityId" | "entityType" | "fieldName" | "previousSequence" | "oldValue" | "newValue"
>

/** `Decision` before it has its envelope. */
export type Verdict =
  | (Findings & { readonly status: "applied"; readonly data: EventData; readonly description: string })
  | (Findings & {
      readonly status: "rejected"
      readonly reason: string
      readonly conflictingServerValue: string | null
    })
  | { readonly status: "no_change" }

/** What an applied event does; teams it does not name stay as they are. */
export interface Change {
  readonly teams: ReadonlyArray<TeamChange>
  /** New, or back from the past. */
  readonly born: ReadonlyArray<{ readonly id: EntityId; readonly ref: EntityRef }>
  readonly died: ReadonlyArray<EntityId>
  /** Besides the entity the event is about. */
  readonly touched: ReadonlyArray<Touched>
}

export interface TeamChange {
  readonly id: EntityId
  /** Afterwards; null when it is gone. */
  readonly team: Team | null
}

type About = Pick<Findings, "entityId" | "entityType">

/** Of an event that is about no entity and edits no field. */
export const noFindings: Findings = {
  entityId: null,
  entityType: null,
  fieldName: null,
  previousSequence: null,
  oldValue: null,
  newValue: null
}

const about = (state: State, id: EntityId | null): About => {
  const ref = id === null ? Option.none() : HashMap.get(state.entities, id)
  return Option.isNone(ref) ? noFindings : { entityId: id, entityType: ref.value.type }
}

/** A refusal that is no conflict; about the target, if that ever existed. */
export const rejected = (
  state: State,
  submission: Submission,
  reason: string,
  findings: Partial<Findings> = {}
): Verdict => ({
  ...noFindings,
  ...about(state, submission.targetId),
  ...findings,
  status: "rejected",
  reason,
  conflictingServerValue: null
})

/** Why a target was not found. */
export const noTarget = (type: EntityType | null, state: State, id: EntityId | null): string => {
  if (type === null) return "this event takes no targetId"
  if (id === null) return "targetId is required"
  const ref = HashMap.get(state.entities, id)
  if (Option.isNone(ref)) return `targetId does not name ${withArticle(type)}: no entity has this id`
  if (ref.value.type !== type) return `targetId names ${withArticle(ref.value.type)}, not ${withArticle(type)}`
  return `targetId names ${withArticle(type)} that was deleted`
}

/** The keys of a struct; of what is none, none are known. */
const keysOf = (schema: Schema.Constraint): ReadonlySet<string> =>
  new Set("fields" in schema && Predicate.isObject(schema.fields) ? Object.keys(schema.fields) : [])

/** Whether nothing in it, at any depth, has another key. */
const holdsOnly = (data: EventData, keys: ReadonlySet<string>): boolean => {
  for (const key in data) if (!keys.has(key) || Predicate.isObjectOrArray(data[key])) return false
  return true
}

/** Reads the `data` of a submission, and what else is to be right before any rule of the event itself. */
export const reader = <A>(schema: Schema.ConstraintDecoder<A>) => {
  const decodeStrictly = SchemaParser.decodeUnknownResult(schema, { onExcessProperty: "error" })
  // Without the option, which is interpreted, decoding takes half as long; to refuse keys that are not there is no use.
  const decodeKnown = SchemaParser.decodeUnknownResult(schema)
  const known = keysOf(schema)
  const decodeKept = SchemaParser.decodeUnknownResult(Schema.toType(schema), { disableChecks: true })
  const decode = (data: EventData) => (holdsOnly(data, known) ? decodeKnown(data) : decodeStrictly(data))
  return (state: State, submission: Submission): Result.Result<A, string> => {
    const { data, isKept, lastSeenSequence } = submission
    // Written so that NaN fails too.
    if (lastSeenSequence !== null && !(lastSeenSequence <= state.sequenceNumber)) {
      return Result.fail(`lastSeenSequence is beyond the latest event, ${state.sequenceNumber}`)
    }
    return Result.mapError(isKept === true ? decodeKept(data) : decode(data), Reason.sentence)
  }
}

/**
 * Reads the `data` of an applied event. Its shape is checked, the rules of the day it was submitted are not: the log
 * must fold for ever, also when a limit changes.
 */
export const keptReader = <S extends Schema.Constraint>(schema: S) => {
  const decode = SchemaParser.decodeUnknownResult(Schema.toType(schema), { disableChecks: true })
  return (event: FoldedEvent): S["Type"] | undefined => Result.getOrUndefined(decode(event.data))
}

/** Finds the target and reads the data; the shared beginning of every `judge`. */
export const opening = <P, In>(target: Target<P>, schema: Schema.ConstraintDecoder<In>) => {
  const read = reader(schema)
  return (state: State, submission: Submission): Result.Result<{ readonly place: P; readonly data: In }, string> => {
    const place = target.find(state, submission.targetId)
    if (place === undefined) return Result.fail(noTarget(target.type, state, submission.targetId))
    return Result.map(read(state, submission), (data) => ({ place, data }))
  }
}
