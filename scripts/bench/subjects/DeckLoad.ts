import { Duration, Effect, Fiber } from "effect"
import { call } from "../../support/Calls.ts"
import { now } from "../Answering.ts"
import { makeTeam, numbers } from "../FullTeam.ts"
import { inMebibytes } from "../ResidentMemory.ts"
import * as Server from "../Server.ts"
import { inMilliseconds, spread } from "../Spread.ts"
import { inRounds, type Subject, table } from "../Subject.ts"
import { holds, Void } from "../Void.ts"
import * as Writer from "../Writer.ts"

/** Milliseconds that the last of all the decks may take. */
const deckTimeoutMs = 120_000

/** Milliseconds between the beginnings of two looks at the teams, or more. */
const betweenLooksMs = 5

/** Asks for the teams again and again, for as long as it is not interrupted. */
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
    yield* Effect.sleep(Math.max(0, betweenLooksMs - (now() - began)))
  }).pipe(Effect.forever)

const deckOf = ({ url, token }: Writer.Writer, team: string) =>
  Effect.gen(function* () {
    const { status, byteLength } = yield* Effect.tryPromise({
      try: async () => {
        const answer = await fetch(`${url}/api/teams/${team}/export`, {
          headers: { cookie: `strategy_session=${token}` },
          signal: AbortSignal.timeout(deckTimeoutMs)
        })
        return { status: answer.status, byteLength: (await answer.arrayBuffer()).byteLength }
      },
      catch: (cause) => new Void({ message: `A deck did not come: ${cause}.` })
    })
    yield* holds(status === 200, `A deck was answered with ${status}.`)
    return byteLength
  })

/**
 * How long a look at the teams takes while nothing else is asked, and while all the decks are made at once: in turn, round
 * after round. Before each round a team has an event, so that what was made of it is not made any more.
 */
export const deckLoad: Subject = {
  name: "deck-load",
  about: "What a look at the teams takes while large decks are asked for at once, against idle",
  measure: Effect.fnUntraced(function* (stage) {
    const { quick } = stage.scale
    const [decks, size] = quick ? [3, { principles: 10, objectives: 40 }] : [8, { principles: 50, objectives: 300 }]
    const { url } = yield* Server.start({ DATABASE_URL: yield* stage.database("deck_load") })
    const writer = yield* Writer.admin(url)
    const teams = yield* Effect.forEach(numbers(1, decks), (team) =>
      Effect.map(makeTeam(writer, team, size), ({ teamId }) => teamId)
    )
    const during = Effect.fnUntraced(function* <A, E>(work: Effect.Effect<A, E>) {
      const times: Array<number> = []
      const asking = yield* Effect.forkChild(ask(writer, times))
      const result = yield* work
      yield* Fiber.interrupt(asking)
      yield* holds(times.length >= (quick ? 10 : 100), `Only ${times.length} looks at the teams are too few to tell.`)
      return { result, spread: spread(times) }
    })
    const rounds = yield* inRounds(
      stage,
      "deck-load",
      Effect.fnUntraced(function* (round) {
        yield* Effect.forEach(teams, (team, n) =>
          Writer.write(writer, "update_team_name", { name: `Team ${n}, ${round}` }, team)
        )
        const idle = yield* during(Effect.sleep(`${quick ? 1 : 15} seconds`))
        const all = Effect.forEach(teams, (team) => deckOf(writer, team), { concurrency: "unbounded" })
        const exporting = yield* during(Effect.timed(all))
        return { idle: idle.spread, exporting: exporting.spread, decks: exporting.result }
      }),
      ({ idle, exporting, decks: [took, bytes] }) =>
        `GET /api/teams idle: ${inMilliseconds(idle)}; while ${decks} decks are made: ${inMilliseconds(exporting)}; ` +
        `the decks took ${Duration.toSeconds(took).toFixed(1)} s: ${bytes.map(inMebibytes).join(", ")}`
    )
    return [
      table(
        `GET /api/teams while ${decks} decks are made: p99`,
        "ms",
        { exporting: rounds.map(({ exporting }) => exporting.p99), idle: rounds.map(({ idle }) => idle.p99) },
        [{ of: "exporting", to: "idle", is: "at most", bound: 2 }]
      )
    ]
  })
}
