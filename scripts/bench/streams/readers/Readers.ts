import { Effect } from "effect"
import * as Child from "../../Child.ts"
import { InvalidRun } from "../../InvalidRun.ts"
import type { Opening, ReadersProtocol } from "./ReadersProtocol.ts"

export type Readers = Child.Child<ReadersProtocol>

/** Starts a process of clients, which ends with the scope. */
export const start = Child.start<ReadersProtocol>(
  "The process of clients",
  new URL("readerProcess.ts", import.meta.url)
)

/** Opens streams; fails unless all of them open. */
export const open = Effect.fn("Readers.open")(function* (readers: Readers, opening: Opening) {
  const opened = yield* readers.ask("open", opening, "300 seconds")
  if (opened.failed === 0) return opened
  const { length } = opening.tokens
  return yield* new InvalidRun({ message: `${opened.failed} of ${length} streams did not open: ${opened.reason}.` })
})

/** Waits until every stream of a group has reached a position, and gives the time; fails if one ends before. */
export const reach = Effect.fnUntraced(function* (readers: Readers, group: number, position: number) {
  const { at, missing } = yield* readers.ask("reach", { group, position })
  if (missing === 0) return at
  return yield* new InvalidRun({ message: `${missing} streams ended before they had reached ${position}.` })
})
