import { Schema } from "effect"
import { effectCodes, type EventFact as SharedFact } from "../shared/words/Facts.ts"
import { described } from "./entities/Documented.ts"
import { EntityId } from "./entities/Ids.ts"
import { Day, Time } from "./entities/Time.ts"

const Named = Schema.Struct({ id: EntityId, title: described("Its title or name then", Schema.String) })
export type Named = typeof Named.Type

const fromTo = (description: string, was: string, is: string, noun: string) =>
  described(
    description,
    Schema.optionalKey(
      Schema.Struct({
        before: described(`The ${noun} ${was}; null for none`, Schema.NullOr(Named)),
        after: described(`The ${noun} ${is}; null for none`, Schema.NullOr(Named))
      })
    )
  )

const factCode = "The kind of fact"

/** What was so at the time of an event, in codes and values: sentences are made of it. */
export const EventFact = Schema.Union([
  Schema.Struct({
    code: described(factCode, Schema.Literal("subject")),
    title: described("The title or name that the event's entity had; null if unknown", Schema.NullOr(Schema.String)),
    parent: described("The team or objective that it was in; null for a team", Schema.NullOr(Named)),
    unit: described("The unit that a measure had then; null for others", Schema.NullOr(Schema.String)),
    principle: described("The principle that was linked or unlinked", Schema.optionalKey(Named)),
    groups: fromTo("The groups of a moved initiative", "it was in", "it is in", "group"),
    parents: fromTo("The objectives that one with another parent supports", "it supported", "it supports", "objective"),
    checkIn: described(
      "The check-in that was taken out",
      Schema.optionalKey(
        Schema.Struct({
          value: described("Its value", Schema.Finite),
          date: described("The day that it was of", Day)
        })
      )
    )
  }),
  Schema.Struct({
    code: described(factCode, Schema.Literal("restored")),
    team: described("The team that was restored; null for the whole strategy", Schema.NullOr(Named)),
    // The log does not keep it here: it is looked up by the sequence number in the event's data.
    timestamp: described("When the event that was restored to happened", Schema.optionalKey(Schema.NullOr(Time)))
  })
]).annotate({ identifier: "EventFact" }) satisfies Schema.Codec<SharedFact>
export type EventFact = typeof EventFact.Type

export const EffectCode = Schema.Literals(effectCodes)

/**
 * What an association says: of the entity that the event is about what was so then, of an entity that was touched
 * transitively how.
 */
export const Fact = Schema.Union([EventFact, Schema.Struct({ code: EffectCode })])
export type Fact = typeof Fact.Type

const isEventFact = (fact: Fact): fact is EventFact => fact.code === "subject" || fact.code === "restored"

/** The fact about an event's own entity in its associations. */
export const ownFactIn = (touched: ReadonlyArray<{ readonly fact: Fact | null }>): EventFact | null =>
  (touched.map(({ fact }) => fact).find((fact) => fact !== null && isEventFact(fact)) as EventFact | undefined) ?? null

/** How an entity was touched; null for the event's own entity and for the parent of what it created. */
export const effectIn = (touched: { readonly fact: Fact | null } | null): typeof EffectCode.Type | null =>
  touched === null || touched.fact === null || isEventFact(touched.fact) ? null : touched.fact.code

const supportCodes: ReadonlySet<string> = new Set<typeof EffectCode.Type>(["supported", "unsupported"])

/** Whether something was touched only since an objective supports it now, or does no longer: nothing of it changed. */
export const isSupport = ({ fact }: { readonly fact: Fact | null }): boolean => supportCodes.has(fact?.code ?? "")

/** Titles and unit that an event's own fact has, as members of what is answered. */
export const titlesOf = (fact: EventFact | null) => {
  const { title = null, parent = null, unit = null } = fact?.code === "subject" ? fact : {}
  return { entityTitle: title, parentTitle: parent?.title ?? null, unit }
}
