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
  readonly chance: Chance
  readonly disturbed: Disturbed
  /** The number of answers that the writers have had. */
  readonly answers: () => number
  /** How many answers come between two disturbances. */
  readonly answersBetween: number
  /** Whether nothing more is to be proved; asked after each round. */
  readonly isEnough: () => boolean
  /** Whether something is wrong already, so that answers may have stopped. */
  readonly isBroken: () => boolean
  /** Called when a killed server is back. */
  readonly onReturn: (server: Server) => void
}

/** A server that is suspended within a transaction can hold up the other one until it continues. */
const longestSuspension = "5 seconds"

/** Ends the connections on which the servers listen for each other; returns their number. */
const terminateListeners = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = ${applicationName}`
  return rows.length
})

/**
 * In each round ends the listening connections, kills a server and suspends one, and in between waits for answers; all servers
 * are up when it returns.
 */
export const disturb = Effect.fnUntraced(function* (disturbing: Disturbing) {
  const { servers, chance, disturbed, answers, answersBetween, isEnough, isBroken, onReturn } = disturbing

  const moreAnswers = Effect.suspend(() => {
    const wanted = answers() + answersBetween
    return Effect.sync(() => answers() >= wanted || isBroken()).pipe(
      Effect.repeat({ until: (isThere) => isThere, schedule: Schedule.spaced("20 millis") })
    )
  })

  for (let round = 0; !isEnough() && !isBroken(); round++) {
    disturbed.listeners += yield* terminateListeners
    yield* moreAnswers

    const killed = servers[round % 2 === 0 ? 0 : 1]
    yield* killed.restart
    disturbed.kills += 1
    onReturn(killed)
    yield* moreAnswers

    const suspended = servers[chance.below(2) === 0 ? 0 : 1]
    suspended.signal("SIGSTOP")
    yield* moreAnswers.pipe(
      Effect.timeoutOption(longestSuspension),
      Effect.ensuring(Effect.sync(() => suspended.signal("SIGCONT")))
    )
    disturbed.stops += 1
    yield* moreAnswers
  }
})
