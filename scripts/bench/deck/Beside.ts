import { Effect, Fiber } from "effect"
import { call, dataFolder } from "../../support/Calls.ts"
import { now } from "../Answering.ts"
import { makeTeam, numbers, type Size } from "../FullTeam.ts"
import * as Server from "../Server.ts"
import { type Spread, spread } from "../Spread.ts"
import { holds, Void } from "../Void.ts"
import * as Writer from "../Writer.ts"

export interface Round {
  readonly idle: Spread
  readonly exporting: Spread
  /** Milliseconds from asking for all decks at once to the last byte of the last one. */
  readonly took: number
  /** Of each deck. */
  readonly bytes: ReadonlyArray<number>
}

export interface BesideOptions {
  readonly size: Sizes
  readonly rounds: number
  /** How long is measured without any deck, in each round. */
  readonly seconds: number
  readonly databaseUrl: string | null
}

interface Sizes extends Size {
  readonly decks: number
}

/** Milliseconds that the last of all the decks may take. */
const patience = 120_000

/** Asks for the teams again and again, two hundred times a second at most, for as long as it is not interrupted. */
const ask = ({ url, token }: Writer.Writer, times: Array<number>) =>
  Effect.gen(function* () {
    const began = now()
    const status = yield* Effect.promise(async () => {
      const answer = await call(url, token, "/api/teams")
      await answer.arrayBuffer()
      return answer.status
    })
    yield* holds(status === 200, `A look at the teams was answered with ${status}.`)
    times.push(now() - began)
    yield* Effect.sleep(Math.max(0, 5 - (now() - began)))
  }).pipe(Effect.forever)

const deckOf = ({ url, token }: Writer.Writer, team: string) =>
  Effect.gen(function* () {
    const { status, byteLength } = yield* Effect.tryPromise({
      try: async () => {
        const answer = await fetch(`${url}/api/teams/${team}/export`, {
          headers: { cookie: `strategy_session=${token}` },
          signal: AbortSignal.timeout(patience)
        })
        return { status: answer.status, byteLength: (await answer.arrayBuffer()).byteLength }
      },
      catch: (cause) => new Void({ message: `A deck did not come: ${cause}.` })
    })
    yield* holds(status === 200, `A deck was answered with ${status}.`)
    return byteLength
  })

/** One event for each team, so that what was made of it is not made any more. */
const touch = (
  { writer, teams }: { readonly writer: Writer.Writer; readonly teams: ReadonlyArray<string> },
  round: number
) => Effect.forEach(teams, (team, n) => Writer.write(writer, "update_team_name", { name: `Team ${n}, ${round}` }, team))

/**
 * How long a look at the teams takes while nothing else is asked, and while all the decks are made at once: in turn, round
 * after round, after one to warm up. With a `databaseUrl` on that PostgreSQL, else on the embedded database.
 */
export const beside = Effect.fn("beside")(function* (
  { size, rounds, seconds, databaseUrl }: BesideOptions,
  told: (round: Round, n: number) => Effect.Effect<void>
) {
  const database = databaseUrl === null ? { DATA_DIR: yield* dataFolder } : { DATABASE_URL: databaseUrl }
  const { url } = yield* Server.start(database)
  const writer = yield* Writer.admin(url)
  const teams = yield* Effect.forEach(numbers(1, size.decks), (team) =>
    Effect.map(makeTeam(writer, team, size), ({ teamId }) => teamId)
  )
  const during = Effect.fnUntraced(function* <A, E>(work: Effect.Effect<A, E>) {
    const times: Array<number> = []
    const asking = yield* Effect.forkChild(ask(writer, times))
    const began = now()
    const result = yield* work
    const took = now() - began
    yield* Fiber.interrupt(asking)
    yield* holds(times.length >= 100, `Only ${times.length} looks at the teams are too few to tell.`)
    return { result, took, spread: spread(times) }
  })
  const decks = Effect.forEach(teams, (team) => deckOf(writer, team), { concurrency: "unbounded" })
  const results: Array<Round> = []
  for (let n = 0; n <= rounds; n++) {
    yield* touch({ writer, teams }, n)
    const idle = yield* during(Effect.sleep(`${seconds} seconds`))
    const exporting = yield* during(decks)
    const round = { idle: idle.spread, exporting: exporting.spread, took: exporting.took, bytes: exporting.result }
    if (n === 0) continue
    results.push(round)
    yield* told(round, n)
  }
  return results
}, Effect.scoped)
