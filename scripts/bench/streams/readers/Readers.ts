import { Effect } from "effect"
import * as Child from "../../Child.ts"
import { Void } from "../../Void.ts"
import type { Opening, ReadersProtocol } from "./ReadersProtocol.ts"

export type Readers = Child.Child<ReadersProtocol>

/** Clients in a process of their own, until the scope closes. */
export const start = Child.start<ReadersProtocol>(
  "The process of clients",
  new URL("readerProcess.ts", import.meta.url)
)

/** Opens streams, all of them or it is void. */
export const open = Effect.fn("Readers.open")(function* (readers: Readers, opening: Opening) {
  const opened = yield* readers.ask("open", opening, "300 seconds")
  if (opened.failed === 0) return opened
  const { length } = opening.tokens
  return yield* new Void({ message: `${opened.failed} of ${length} streams did not open: ${opened.reason}.` })
})

/** Waits until every stream of a group has come to a position; void when one is over before. Gives when the last did. */
export const reach = Effect.fnUntraced(function* (readers: Readers, group: number, position: number) {
  const { at, missing } = yield* readers.ask("reach", { group, position })
  if (missing === 0) return at
  return yield* new Void({ message: `${missing} streams were over before they had come to ${position}.` })
})
