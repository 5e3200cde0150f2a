import { Schema } from "effect"
import { entityTypes } from "../shared/EventTypes.ts"
import { type Rejection as RejectionFact, restoreProblems, targetProblems } from "../shared/words/Facts.ts"
import { EntityId, SequenceNumber } from "./entities/Ids.ts"

const Type = Schema.Literals(entityTypes)

const key = Schema.NullOr(Schema.String)
const simpleRules = ["required", "unknown", "text", "one_line", "no_controls", "visible", "marks"] as const
const formRules = ["color", "date", "boolean", "guid", "guid_or_null", "object", "equals_start", "two_forms"] as const
const minimum = Schema.Finite

const Fault = Schema.Union([
  Schema.Struct({ key, rule: Schema.Literals([...simpleRules, ...formRules]) }),
  Schema.Struct({ key, rule: Schema.Literal("length"), minimum, maximum: Schema.Finite }),
  Schema.Struct({
    key,
    rule: Schema.Literal("choice"),
    choices: Schema.Array(Schema.String).check(Schema.isMaxLength(20))
  }),
  Schema.Struct({ key, rule: Schema.Literals(["number", "whole_number_or_null"]), minimum, maximum: Schema.Finite }),
  Schema.Struct({ key, rule: Schema.Literal("whole_number"), minimum, maximum: Schema.NullOr(Schema.Finite) }),
  Schema.Struct({ key, rule: Schema.Literal("not_in_parent"), type: Schema.Literals(["group", "principle"]) })
])

/** Why a submission was rejected: a code, and the values that a sentence about it says. */
export const Rejection = Schema.Union([
  Schema.Struct({
    code: Schema.Literal("conflict"),
    sequenceNumber: SequenceNumber,
    type: Type,
    id: Schema.NullOr(EntityId),
    title: Schema.NullOr(Schema.String),
    field: Schema.NullOr(Schema.String),
    /** Who changed it and when. The log does not keep them here: they are looked up by the sequence number. */
    actorName: Schema.optionalKey(Schema.NullOr(Schema.String)),
    timestamp: Schema.optionalKey(Schema.NullOr(Schema.String))
  }),
  Schema.Struct({
    code: Schema.Literal("unknown_target"),
    problem: Schema.Literals(targetProblems),
    wanted: Schema.NullOr(Type),
    found: Schema.NullOr(Type)
  }),
  Schema.Struct({ code: Schema.Literal("ahead"), latest: SequenceNumber }),
  Schema.Struct({ code: Schema.Literal("in_use") }),
  Schema.Struct({
    code: Schema.Literal("limit"),
    of: Schema.Literals([...entityTypes, "linked_principle"]),
    limit: Schema.Int
  }),
  Schema.Struct({
    code: Schema.Literal("not_restorable"),
    problem: Schema.Literals(restoreProblems),
    type: Schema.NullOr(Type),
    found: Schema.NullOr(Type),
    sequenceNumber: Schema.NullOr(Schema.Finite)
  }),
  Schema.Struct({ code: Schema.Literal("invalid_data"), faults: Schema.Array(Fault).check(Schema.isMaxLength(5)) })
]).annotate({ identifier: "Rejection" }) satisfies Schema.Codec<RejectionFact>
export type Rejection = typeof Rejection.Type

export const RejectionCode = Schema.Literals(Rejection.members.map(({ fields }) => fields.code.literal))
export type RejectionCode = typeof RejectionCode.Type

export type Fault = typeof Fault.Type

/** A rejection of data for one fault. */
export const invalid = (key: string | null, rule: DistributiveOmit<Fault, "key">): Rejection => ({
  code: "invalid_data",
  faults: [{ key, ...rule } as Fault]
})

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never
