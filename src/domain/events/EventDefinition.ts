import { HashMap, Option, Predicate, Result, Schema, SchemaParser } from "effect"
import { rowOf } from "../../shared/EventTypes.ts"
import { rejection } from "../../shared/Limits.ts"
import type { EffectCode } from "../../shared/words/Facts.ts"
import type { EventData, FoldedEvent, LoggedEvent, Submission, Touched } from "../Event.ts"
import type { EntityId } from "../entities/Ids.ts"
import type { Role } from "../entities/Role.ts"
import type { EventFact } from "../Fact.ts"
import type { Rejection } from "../Rejection.ts"
import type { EntityRef, EntityType, State, Team } from "../state/State.ts"
import type { Target } from "../state/Targets.ts"
import * as DataFaults from "./DataFaults.ts"

/** The rules of one event type. */
export interface EventDefinition {
  /** The lowest role that may submit it. */
  readonly role: Role
  /** The types of entity that `targetId` may name; none where there is no `targetId`. */
  readonly targets: ReadonlyArray<EntityType>
  /** The schema of a submission's `data`; unknown keys are refused. */
  readonly data: Schema.Top
  readonly decide: (state: State, submission: Submission) => Verdict
  /**
   * What an applied event without an effect changes; null when the event does not fit the state, which never happens with an
   * intact log.
   */
  readonly evolve: (state: State, event: FoldedEvent) => Change | null
}

/** The fields of `LoggedEvent` that every verdict sets. */
type EventDetails = Pick<
  LoggedEvent,
  "entityId" | "entityType" | "fieldName" | "previousSequence" | "oldValue" | "newValue"
>

/** The part of a `Decision` that depends on the event type. */
export type Verdict =
  | (EventDetails & {
      readonly status: "applied"
      readonly data: EventData
      /** What is kept beside an event without an entity of its own. */
      readonly fact?: EventFact
      /** What the event changes, where that depends on an earlier state. */
      readonly change?: Pick<Change, "teams" | "touched">
    })
  | (EventDetails & {
      readonly status: "rejected"
      readonly rejection: Rejection
      readonly conflictingServerValue: string | null
    })
  | { readonly status: "no_change" }

/** What an applied event changes; teams that it does not name stay as they are. */
export interface Change {
  readonly teams: ReadonlyArray<TeamChange>
  /** Entities that were created or that a restore brought back. */
  readonly added: ReadonlyArray<{ readonly id: EntityId; readonly ref: EntityRef }>
  readonly deletedIds: ReadonlyArray<EntityId>
  /** The entities touched besides the one that the event is about. */
  readonly touched: ReadonlyArray<Touched>
}

export interface TeamChange {
  readonly id: EntityId
  /** The new state of the team; null when it was deleted. */
  readonly team: Team | null
}

type EntityDetails = Pick<EventDetails, "entityId" | "entityType">

/** The details of an event that is about no entity and edits no field. */
export const noEventDetails: EventDetails = {
  entityId: null,
  entityType: null,
  fieldName: null,
  previousSequence: null,
  oldValue: null,
  newValue: null
}

const entityDetails = (state: State, id: EntityId | null): EntityDetails => {
  const ref = id === null ? Option.none() : HashMap.get(state.entities, id)
  return Option.isNone(ref) ? noEventDetails : { entityId: id, entityType: ref.value.type }
}

/** A rejection other than a conflict. Its entity is the target, if that ever existed. */
export const rejected = (
  state: State,
  submission: Submission,
  rejection: Rejection,
  details: Partial<EventDetails> = {}
): Verdict => ({
  ...noEventDetails,
  ...entityDetails(state, submission.targetId),
  ...details,
  status: "rejected",
  rejection,
  conflictingServerValue: null
})

/** Why a `targetId` names no living entity of these types. */
export const targetNotFound = (types: ReadonlyArray<EntityType>, state: State, id: EntityId | null): Rejection => {
  const [wanted = null, ...others] = types
  const refusal = { code: "unknown_target", wanted, ...(others.length > 0 && { others }), found: null } as const
  if (wanted === null) return { ...refusal, problem: "not_taken" }
  if (id === null) return { ...refusal, problem: "missing" }
  const ref = Option.getOrUndefined(HashMap.get(state.entities, id))
  if (ref === undefined) return { ...refusal, problem: "unknown" }
  return { ...refusal, found: ref.type, problem: types.includes(ref.type) ? "deleted" : "other_type" }
}

/** Why there can be no further entity of a type when it already has this many siblings; null if there can. */
export const limitRefusal = (type: EntityType, siblings: number): Rejection | null => {
  const { limit } = rowOf(type)
  return siblings < limit ? null : { code: "limit", of: type, limit }
}

export const transitivelyTouched = (
  entityType: Touched["entityType"],
  entity: { readonly id: EntityId },
  code: EffectCode
): Touched => ({ entityId: entity.id, entityType, transitive: true, fact: { code } })

/** A create event belongs to its parent too. */
export const parentTouched = (type: EntityType | null, id: EntityId | null): ReadonlyArray<Touched> =>
  type === null || id === null ? [] : [{ entityId: id, entityType: type, transitive: false, fact: null }]

/** The keys of a struct; empty for any other schema. */
const keysOf = (schema: Schema.Constraint): ReadonlySet<string> =>
  new Set("fields" in schema && Predicate.isObject(schema.fields) ? Object.keys(schema.fields) : [])

/** Whether all keys are known and no value is an object or an array. */
const hasOnlyKnownKeys = (data: EventData, keys: ReadonlySet<string>): boolean => {
  for (const key in data) if (!keys.has(key) || Predicate.isObjectOrArray(data[key])) return false
  return true
}

/** Reads the `data` of a submission, and checks `lastSeenSequence`. */
const submittedDataReader = <A>(schema: Schema.ConstraintDecoder<A>) => {
  const decodeStrictly = SchemaParser.decodeUnknownResult(schema, { onExcessProperty: "error" })
  // Without `onExcessProperty`, decoding takes half as long. It is not needed where no key is unknown.
  const decodeKnown = SchemaParser.decodeUnknownResult(schema)
  // Used for refused data only.
  const decodeAll = SchemaParser.decodeUnknownResult(schema, { onExcessProperty: "error", errors: "all" })
  const known = keysOf(schema)
  const decodeLogged = SchemaParser.decodeUnknownResult(Schema.toType(schema), { disableChecks: true })
  const decode = (data: EventData) => (hasOnlyKnownKeys(data, known) ? decodeKnown(data) : decodeStrictly(data))
  return (state: State, submission: Submission): Result.Result<A, Rejection> => {
    const { data, isFromLog, lastSeenSequence } = submission
    // The negation makes NaN fail too.
    if (lastSeenSequence !== null && !(lastSeenSequence <= state.sequenceNumber)) {
      return Result.fail({ code: "ahead", latest: state.sequenceNumber })
    }
    if (isFromLog === true) return Result.mapError(decodeLogged(data), (issue) => DataFaults.rejectionOf(issue))
    return Result.mapError(decode(data), (first) => {
      // Thousands of unknown keys are not worth the time.
      if (Object.keys(data).length > rejection.keys) return DataFaults.rejectionOf(first)
      const all = decodeAll(data)
      return DataFaults.rejectionOf(first, Result.isFailure(all) ? all.failure : undefined)
    })
  }
}

/** Reads the `data` of an applied event without today's rules: a log stays readable when a limit changes. */
export const loggedDataReader = <S extends Schema.Constraint>(schema: S) => {
  const decode = SchemaParser.decodeUnknownResult(Schema.toType(schema), { disableChecks: true })
  return (event: FoldedEvent): S["Type"] | undefined => Result.getOrUndefined(decode(event.data))
}

/** Finds the target and reads the data. Every `decide` begins with it. */
export const submissionReader = <P, In>(target: Target<P>, schema: Schema.ConstraintDecoder<In>) => {
  const read = submittedDataReader(schema)
  return (
    state: State,
    submission: Submission
  ): Result.Result<{ readonly location: P; readonly data: In }, Rejection> => {
    const location = target.find(state, submission.targetId)
    if (location === undefined) {
      return Result.fail(targetNotFound(target.type === null ? [] : [target.type], state, submission.targetId))
    }
    return Result.map(read(state, submission), (data) => ({ location, data }))
  }
}
