import { Schema } from "effect"
import { entityTypes } from "../shared/EventTypes.ts"
import { type Rejection as RejectionFact, restoreProblems, targetProblems } from "../shared/words/Facts.ts"
import { described, listOf } from "./entities/Documented.ts"
import { EntityId, LatestPosition, SequenceNumber } from "./entities/Ids.ts"
import { Time } from "./entities/Time.ts"

/** How many faults a rejection names at most. */
export const maxFaults = 5

/** More than any field has. */
const maxChoices = 20

const Type = Schema.Literals(entityTypes)

const key = described("The key in `data`; null for `data` as a whole", Schema.NullOr(Schema.String))
const simpleRules = [
  "required",
  "day",
  "no_objective",
  "circle",
  "after_due",
  "before_start",
  "one_date",
  "unknown",
  "text",
  "one_line",
  "no_controls",
  "visible",
  "marks"
] as const
const formRules = ["color", "date", "boolean", "guid", "guid_or_null", "object", "equals_start", "two_forms"] as const
const minimum = described("The least that the rule allows", Schema.Finite)
const maximum = described("The most that the rule allows", Schema.Finite)

const brokenRule = <const Rules extends ReadonlyArray<string>>(...rules: Rules) =>
  described("The broken rule", Schema.Literals(rules))

const Fault = Schema.Union([
  Schema.Struct({ key, rule: brokenRule(...simpleRules, ...formRules) }),
  Schema.Struct({ key, rule: brokenRule("length"), minimum, maximum }),
  Schema.Struct({
    key,
    rule: brokenRule("choice"),
    choices: described("The values that the rule allows", listOf(Schema.String, maxChoices))
  }),
  Schema.Struct({ key, rule: brokenRule("number", "whole_number_or_null"), minimum, maximum }),
  Schema.Struct({
    key,
    rule: brokenRule("whole_number"),
    minimum,
    maximum: described("The most that the rule allows; null for no limit", Schema.NullOr(Schema.Finite))
  }),
  Schema.Struct({
    key,
    rule: brokenRule("past_day"),
    minimum: described("The first day that the rule allows", Schema.String),
    maximum: described("The last day that it allows, which is today", Schema.String)
  }),
  Schema.Struct({ key, rule: brokenRule("no_check_in"), maximum }),
  Schema.Struct({
    key,
    rule: brokenRule("not_in_parent"),
    type: described("The type of entity that is not there", Schema.Literals(["group", "principle"]))
  })
])

const code = <const Code extends string>(literal: Code) =>
  described("The reason, for programs", Schema.Literal(literal))

/** Why a submission was rejected: a code, and the values that a sentence about it says. */
export const Rejection = Schema.Union([
  Schema.Struct({
    code: code("conflict"),
    sequenceNumber: described("The event in the way", SequenceNumber),
    type: described("The type of the entity that was changed", Type),
    id: described("The entity that was changed; null if unknown", Schema.NullOr(EntityId)),
    title: described("Its title or name; null if unknown", Schema.NullOr(Schema.String)),
    field: described("The field that was changed; null if unknown", Schema.NullOr(Schema.String)),
    // The log does not keep these three here: they are looked up by the sequence number.
    actorName: described("The user who changed it; null if unknown", Schema.optionalKey(Schema.NullOr(Schema.String))),
    actorDisplayName: described(
      "What that user is called now; null if nobody has said",
      Schema.optionalKey(Schema.NullOr(Schema.String))
    ),
    timestamp: described("When it was changed; null if unknown", Schema.optionalKey(Schema.NullOr(Time)))
  }),
  Schema.Struct({
    code: code("unknown_target"),
    problem: described("The fault in the id", Schema.Literals(targetProblems)),
    wanted: described("The type that the event is for; null for none", Schema.NullOr(Type)),
    others: described("Further types that it is for", Schema.optionalKey(listOf(Type, entityTypes.length))),
    found: described("The type of the entity with this id; null if there is none", Schema.NullOr(Type))
  }),
  Schema.Struct({ code: code("ahead"), latest: LatestPosition }),
  Schema.Struct({ code: code("in_use") }),
  Schema.Struct({
    code: code("limit"),
    of: described(
      "The kind of entity that reached its limit",
      Schema.Literals([...entityTypes, "linked_principle", "objective_level"])
    ),
    limit: described("The most that there can be", Schema.Int)
  }),
  Schema.Struct({
    code: code("not_restorable"),
    problem: described("The fault in the id or the sequence number", Schema.Literals(restoreProblems)),
    type: described("The type of the entity to bring back; null if unknown", Schema.NullOr(Type)),
    found: described("The type of the entity with this id; null if there is none", Schema.NullOr(Type)),
    sequenceNumber: described("The event to go back to, or the latest one", Schema.NullOr(Schema.Finite))
  }),
  Schema.Struct({
    code: code("invalid_data"),
    faults: described("The rules that `data` breaks", listOf(Fault, maxFaults))
  })
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
