import { Effect } from "effect"
import { type Spread, spread } from "../Spread.ts"
import { holds } from "../Void.ts"
import type { Write } from "../Writer.ts"
import type { Report } from "./readers/ReadersProtocol.ts"

/** Milliseconds to the arrival at each stream. The commit lies between the two moments they are counted from. */
export interface Delivery {
  readonly sinceSent: Spread
  readonly sinceAnswered: Spread
}

/** Void unless every stream has got each of the writes exactly once and in order. */
export const delivery = Effect.fn("delivery")(function* (
  writes: ReadonlyArray<Write>,
  streams: number,
  report: Report
): Effect.fn.Return<Delivery, Effect.Error<ReturnType<typeof holds>>> {
  yield* holds(report.closed === 0, `${report.closed} streams were closed: ${report.endings.join("; ")}.`)
  yield* holds(report.disordered === 0 && report.resets === 0, "Streams came out of order, or were reset.")
  const arrivals = new Map(report.arrivals)
  const sinceSent: Array<number> = []
  const sinceAnswered: Array<number> = []
  for (const { sequenceNumber, sentAt, answeredAt } of writes) {
    const at = arrivals.get(sequenceNumber) ?? new Float64Array()
    yield* holds(at.length === streams, `Event ${sequenceNumber} came ${at.length} times to ${streams} streams.`)
    for (const moment of at) {
      sinceSent.push(moment - sentAt)
      sinceAnswered.push(moment - answeredAt)
    }
  }
  yield* holds(arrivals.size === writes.length, `${arrivals.size} events came, ${writes.length} were written.`)
  return { sinceSent: spread(sinceSent), sinceAnswered: spread(sinceAnswered) }
})
