import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Addition } from "../../src/log/store/EventStore.ts"

/** The number of rows in a log's tables, and the sequence number of its head. */
export interface LogCounts {
  readonly events: number
  readonly associations: number
  readonly outcomes: number
  readonly head: number
}

export const noRows: LogCounts = { events: 0, associations: 0, outcomes: 0, head: 0 }

export const counts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [found] = yield* sql<LogCounts>`
    SELECT
      (SELECT count(*) FROM events)::float8 AS events,
      (SELECT count(*) FROM associations)::float8 AS associations,
      (SELECT count(*) FROM outcomes)::float8 AS outcomes,
      (SELECT sequence_number FROM log_head)::float8 AS head`
  return found ?? noRows
}).pipe(Effect.orDie)

/** The expected counts after the additions. */
export const plusAdditions = (before: LogCounts, additions: ReadonlyArray<Addition>): LogCounts => {
  const sum = (of: keyof Addition) => additions.reduce((total, addition) => total + addition[of].length, 0)
  return {
    events: before.events + sum("events"),
    associations: before.associations + sum("associations"),
    outcomes: before.outcomes + sum("outcomes"),
    head: before.head + sum("events")
  }
}

export const shown = ({ events, associations, outcomes, head }: LogCounts): string =>
  `${events} events, ${associations} associations and ${outcomes} outcomes, the head at ${head}`
