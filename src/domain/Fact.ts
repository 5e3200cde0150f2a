import { Schema } from "effect"
import { type EffectCode, effectCodes, type EventFact as SharedFact } from "../shared/words/Facts.ts"
import { EntityId } from "./entities/Ids.ts"

const Named = Schema.Struct({ id: EntityId, title: Schema.String })
export type Named = typeof Named.Type

/** What was so at the time of an event, in codes and values: sentences are made of it. */
export const EventFact = Schema.Union([
  Schema.Struct({
    code: Schema.Literal("subject"),
    title: Schema.NullOr(Schema.String),
    parent: Schema.NullOr(Named),
    unit: Schema.NullOr(Schema.String),
    principle: Schema.optionalKey(Named),
    groups: Schema.optionalKey(Schema.Struct({ before: Schema.NullOr(Named), after: Schema.NullOr(Named) }))
  }),
  Schema.Struct({
    code: Schema.Literal("restored"),
    team: Schema.NullOr(Named),
    /** The log does not keep it here: it is looked up by the sequence number in the event's data. */
    timestamp: Schema.optionalKey(Schema.NullOr(Schema.String))
  })
]).annotate({ identifier: "EventFact" }) satisfies Schema.Codec<SharedFact>
export type EventFact = typeof EventFact.Type

const Effect = Schema.Struct({ code: Schema.Literals(effectCodes) })

/**
 * What an association says: of the entity that the event is about what was so then, of an entity that was touched
 * transitively how.
 */
export const Fact = Schema.Union([EventFact, Effect])
export type Fact = typeof Fact.Type

export const effectOfCode = (code: EffectCode): Fact => ({ code })

export const isEventFact = (fact: Fact | null): fact is EventFact =>
  fact !== null && (fact.code === "subject" || fact.code === "restored")
