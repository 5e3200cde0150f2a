import { Duration, Effect, Fiber } from "effect"
import { call } from "../../support/Calls.ts"
import { makeTeam, numbers } from "../FullTeam.ts"
import { InvalidRun, requireValid } from "../InvalidRun.ts"
import { now } from "../ProtocolServer.ts"
import { inMebibytes } from "../ResidentMemory.ts"
import * as Server from "../Server.ts"
import { inMilliseconds, spread } from "../Spread.ts"
import { inRounds, type Subject, table } from "../Subject.ts"
import * as Writer from "../Writer.ts"

/** How long the last of the decks may take. */
const deckTimeoutMs = 120_000

/** The shortest time between the starts of two requests for the teams. */
const requestIntervalMs = 5

/** Requests the list of teams repeatedly until it is interrupted. */
const ask = ({ url, token }: Writer.Writer, times: Array<number>) =>
  Effect.gen(function* () {
    const began = now()
    const status = yield* Effect.promise(async () => {
      const answer = await call(url, token, "/api/teams")
      await answer.arrayBuffer()
      return answer.status
    })
    yield* requireValid(status === 200, `GET /api/teams was answered with ${status}.`)
    times.push(now() - began)
    yield* Effect.sleep(Math.max(0, requestIntervalMs - (now() - began)))
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
      catch: (cause) => new InvalidRun({ message: `A deck did not come: ${cause}.` })
    })
    yield* requireValid(status === 200, `A deck was answered with ${status}.`)
    return byteLength
  })

/**
 * Measures GET /api/teams in turn on an idle server and while all decks are made at once. Before each round every team is
 * renamed, so that no deck comes from the cache.
 */
export const deckLoad: Subject = {
  name: "deck-load",
  about: "The time of GET /api/teams while large decks are made, against an idle server",
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
      yield* requireValid(
        times.length >= (quick ? 10 : 100),
        `Only ${times.length} requests for the teams are too few.`
      )
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
