import { Context, Schema } from "effect"
import { Tool } from "effect/ai"
import { EntityId, SequenceNumber } from "../../domain/entities/Ids.ts"
import { ToolRefused } from "../ToolRefused.ts"

interface Hints {
  readonly title: string
  readonly readOnly: boolean
  readonly destructive: boolean
  readonly idempotent: boolean
}

/** What a client may show of a tool before it is called. Nothing outside of this service is reached. */
export const hinted = ({ title, readOnly, destructive, idempotent }: Hints) =>
  Context.make(Tool.Title, title).pipe(
    Context.add(Tool.Readonly, readOnly),
    Context.add(Tool.Destructive, destructive),
    Context.add(Tool.Idempotent, idempotent),
    Context.add(Tool.OpenWorld, false),
    // A misspelt parameter, such as `lastSeenSequnce`, must not switch a check off.
    Context.add(Tool.Strict, true)
  )

export const reading = (title: string) => hinted({ title, readOnly: true, destructive: false, idempotent: true })

export const failure = ToolRefused

/** A position in the log. */
export const sequenceNumber = SequenceNumber.annotate({
  description:
    "The log position that this answer shows. Send it as lastSeenSequence when you change what you read here."
})

export const idOf = (what: string) => EntityId.annotate({ description: `The id of ${what}.` })

/** A whole number from `least` to `most`, with what it is when absent. */
export const countParameter = (description: string, least: number, most = Number.MAX_SAFE_INTEGER) =>
  Schema.optional(Schema.Int.check(Schema.isBetween({ minimum: least, maximum: most })).annotate({ description }))

/** The items of a page, and where the next one begins. */
export const pageOf = <A>(items: ReadonlyArray<A>, offset: number, limit: number) => {
  const end = offset + limit
  return { items: items.slice(offset, end), nextOffset: end < items.length ? end : null }
}

export const nextOffset = Schema.NullOr(Schema.Int).annotate({
  description: "Send it as offset for the next page; null on the last page."
})
