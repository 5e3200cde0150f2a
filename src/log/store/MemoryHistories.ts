import { Effect } from "effect"
import type { Touched } from "../../domain/Event.ts"
import type { EntityId } from "../../domain/entities/Ids.ts"
import { ownFactIn } from "../../domain/Fact.ts"
import type { HistoryRow } from "../../domain/views/History.ts"
import type { ChainedEvent } from "./EventHash.ts"
import type { HistoryRows, PageBounds } from "./HistoryRows.ts"
import type { MemoryLog } from "./MemoryLog.ts"

/** Takes rows from the start until a bound is reached. */
const limitToBounds = (rows: ReadonlyArray<HistoryRow>, { limit, maxBytes }: PageBounds): HistoryRows => {
  let bytes = 0
  const within: Array<HistoryRow> = []
  for (const row of rows) {
    if (bytes >= maxBytes) break
    within.push(row)
    bytes += Buffer.byteLength(JSON.stringify(row.event))
  }
  return { rows: within, isLast: within.length === rows.length && rows.length < limit }
}

/** The histories of the log in memory, from its events and associations. */
export const memoryHistories = (log: MemoryLog["Service"]) => {
  const { events } = log
  const rowOf = (event: ChainedEvent, touched: Touched | null): HistoryRow => ({
    event,
    touched,
    own: ownFactIn(
      event.entityId === null
        ? []
        : (log.serving.associations.get(event.entityId) ?? []).filter(
            ({ sequenceNumber }) => sequenceNumber === event.sequenceNumber
          )
    )
  })

  return {
    page: (before: number, bounds: PageBounds) =>
      Effect.sync(() =>
        limitToBounds(
          events
            .slice(Math.max(0, before - 1 - bounds.limit), before - 1)
            .reverse()
            .map((event) => rowOf(event, null)),
          bounds
        )
      ),
    history: (entityId: EntityId, before: number | null, bounds: PageBounds) =>
      Effect.sync(() =>
        limitToBounds(
          (log.serving.associations.get(entityId) ?? [])
            .filter((_) => before === null || _.sequenceNumber < before)
            .reverse()
            .slice(0, bounds.limit)
            .flatMap((touched) => {
              const event = events[touched.sequenceNumber - 1]
              return event === undefined ? [] : [rowOf(event, touched)]
            }),
          bounds
        )
      )
  }
}
