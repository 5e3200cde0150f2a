import { Effect } from "effect"
import { requireValid } from "../InvalidRun.ts"
import { type Spread, spread } from "../Spread.ts"
import type { Write } from "../Writer.ts"
import type { Report } from "./readers/ReadersProtocol.ts"

/** Milliseconds to the arrival at each stream, from the request and from its answer; the commit is between these two. */
export interface Delivery {
  readonly sinceSent: Spread
  readonly sinceAnswered: Spread
}

/** Computes the times; fails unless every stream has received each write exactly once and in order. */
export const delivery = Effect.fn("delivery")(function* (
  writes: ReadonlyArray<Write>,
  streams: number,
  report: Report
): Effect.fn.Return<Delivery, Effect.Error<ReturnType<typeof requireValid>>> {
  yield* requireValid(report.closed === 0, `${report.closed} streams were closed: ${report.endings.join("; ")}.`)
  yield* requireValid(
    report.disordered === 0 && report.resets === 0,
    "Events arrived out of order, or a stream was reset."
  )
  const arrivals = new Map(report.arrivals)
  const sinceSent: Array<number> = []
  const sinceAnswered: Array<number> = []
  for (const { sequenceNumber, sentAt, answeredAt } of writes) {
    const at = arrivals.get(sequenceNumber) ?? new Float64Array()
    yield* requireValid(
      at.length === streams,
      `Event ${sequenceNumber} arrived ${at.length} times at ${streams} streams.`
    )
    for (const moment of at) {
      sinceSent.push(moment - sentAt)
      sinceAnswered.push(moment - answeredAt)
    }
  }
  yield* requireValid(
    arrivals.size === writes.length,
    `${arrivals.size} events arrived, ${writes.length} were written.`
  )
  return { sinceSent: spread(sinceSent), sinceAnswered: spread(sinceAnswered) }
})
