import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { applicationName } from "../../../src/sql/Listener.ts"
import type { Chance } from "./Chance.ts"
import type { Server } from "./Servers.ts"
import type { Pair } from "./Writer.ts"

/** How often each disturbance happened. */
export interface Disturbed {
  listeners: number
  kills: number
  stops: number
}

interface Disturbing {
  readonly servers: Pair
  readonly seconds: number
  readonly chance: Chance
  readonly disturbed: Disturbed
  /** Called when a killed server is back. */
  readonly onReturn: (server: Server) => void
}

const terminateEvery = "2 seconds"
const killIntervalSeconds = 20

/** The largest part of the run between two kills, so that even a short run kills both servers. */
const maxKillIntervalShare = 0.25

const suspendIntervalSeconds = 35
const firstSuspendSeconds = 8
const suspendedSeconds = 5

/** No disturbance begins in the last seconds. */
const quietSeconds = 6

/** Ends the connections on which the servers listen for each other; returns their number. */
const terminateListeners = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = ${applicationName}`
  return rows.length
})

/** Runs `once` `first` seconds after the start, and again `every` seconds; `index` counts from 0. */
const at = <E, R>(
  seconds: number,
  { first, every }: { readonly first: number; readonly every: number },
  once: (index: number) => Effect.Effect<void, E, R>
) =>
  Effect.gen(function* () {
    const begun = performance.now()
    for (let [index, due] = [0, first]; due <= seconds - quietSeconds; index++, due += every) {
      yield* Effect.sleep(`${Math.max(0, Math.round(due * 1_000 - (performance.now() - begun)))} millis`)
      yield* once(index)
    }
  })

/** Kills and suspends the servers and ends their listening connections; all servers are up when it returns. */
export const disturb = Effect.fnUntraced(function* (disturbing: Disturbing) {
  const { servers, seconds, chance, disturbed, onReturn } = disturbing

  const terminateAllTheTime = terminateListeners.pipe(
    Effect.tap((count) =>
      Effect.sync(() => {
        disturbed.listeners += count
      })
    ),
    Effect.repeat(Schedule.spaced(terminateEvery))
  )

  const kill = Effect.fnUntraced(function* (index: number) {
    const server = servers[index % 2 === 0 ? 0 : 1]
    yield* server.restart
    disturbed.kills += 1
    onReturn(server)
  })

  const stop = Effect.fnUntraced(function* () {
    const server = servers[chance.below(2) === 0 ? 0 : 1]
    server.signal("SIGSTOP")
    yield* Effect.sleep(`${suspendedSeconds} seconds`).pipe(
      Effect.ensuring(Effect.sync(() => server.signal("SIGCONT")))
    )
    disturbed.stops += 1
  })

  const period = Math.min(killIntervalSeconds, seconds * maxKillIntervalShare)
  yield* Effect.raceFirst(
    Effect.all(
      [
        at(seconds, { first: period, every: period }, kill),
        at(seconds, { first: firstSuspendSeconds, every: suspendIntervalSeconds }, stop)
      ],
      { concurrency: 2, discard: true }
    ).pipe(Effect.andThen(Effect.never)),
    terminateAllTheTime
  ).pipe(Effect.timeoutOption(`${seconds} seconds`))
})
