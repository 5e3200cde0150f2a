import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { applicationName } from "../../../src/sql/Listener.ts"
import type { Chance } from "./Chance.ts"
import type { Server } from "./Servers.ts"
import type { Pair } from "./Writer.ts"

/** How often each was done. */
export interface Disturbed {
  listeners: number
  kills: number
  stops: number
}

export interface Disturbing {
  readonly servers: Pair
  readonly seconds: number
  readonly chance: Chance
  readonly disturbed: Disturbed
  /** Called when a killed server is back. */
  readonly onReturn: (server: Server) => void
}

const terminateEvery = "2 seconds"
const killEvery = 20

/** Of a run so short that otherwise only one of the servers would be killed. */
const killEveryPart = 0.25

const stopEvery = 35
const firstStop = 8
const stoppedFor = 5

/** Seconds before the end in which nothing is begun any more. */
const quiet = 6

/** The servers' connections that hear of the others. */
const terminateListeners = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = ${applicationName}`
  return rows.length
})

/** Runs `once` at these seconds after the beginning, with how often it ran before. */
const at = <E, R>(
  seconds: number,
  { first, every }: { readonly first: number; readonly every: number },
  once: (index: number) => Effect.Effect<void, E, R>
) =>
  Effect.gen(function* () {
    const begun = performance.now()
    for (let [index, due] = [0, first]; due <= seconds - quiet; index++, due += every) {
      yield* Effect.sleep(`${Math.max(0, Math.round(due * 1_000 - (performance.now() - begun)))} millis`)
      yield* once(index)
    }
  })

/** Does to the servers what happens in the worst of weeks; they are all up when it is done. */
export const disturb = Effect.fnUntraced(function* (disturbing: Disturbing) {
  const { servers, seconds, chance, disturbed, onReturn } = disturbing

  const deafen = terminateListeners.pipe(
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
    yield* Effect.sleep(`${stoppedFor} seconds`).pipe(Effect.ensuring(Effect.sync(() => server.signal("SIGCONT"))))
    disturbed.stops += 1
  })

  const period = Math.min(killEvery, seconds * killEveryPart)
  yield* Effect.raceFirst(
    Effect.all(
      [at(seconds, { first: period, every: period }, kill), at(seconds, { first: firstStop, every: stopEvery }, stop)],
      { concurrency: 2, discard: true }
    ).pipe(Effect.andThen(Effect.never)),
    deafen
  ).pipe(Effect.timeoutOption(`${seconds} seconds`))
})
