import { randomUUID } from "node:crypto"
import { Effect, Fiber } from "effect"
import { call } from "../../support/Calls.ts"
import { makeTeam, numbers } from "../FullTeam.ts"
import { InvalidRun, requireValid } from "../InvalidRun.ts"
import { now } from "../ProtocolServer.ts"
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

/** Asks for one deck after another, each of a team that was renamed just before, so that none comes from the cache. */
const askForDecks = (writer: Writer.Writer, teams: ReadonlyArray<string>, made: { count: number }) =>
  Effect.forEach(teams, (team) =>
    Effect.gen(function* () {
      made.count += 1
      yield* Writer.write(writer, "update_team_name", { name: randomUUID() }, team)
      yield* deckOf(writer, team)
    })
  ).pipe(Effect.forever)

/** Measures GET /api/teams in turn on an idle server and while two clients ask for large decks, one after another. */
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
    const seconds = quick ? 1 : 15
    const rounds = yield* inRounds(
      stage,
      "deck-load",
      Effect.fnUntraced(function* () {
        const idle = yield* during(Effect.sleep(`${seconds} seconds`))
        const made = { count: 0 }
        const half = Math.ceil(teams.length / 2)
        const exporting = yield* during(
          Effect.all(
            [teams.slice(0, half), teams.slice(half)].map((some) => askForDecks(writer, some, made)),
            {
              concurrency: 2,
              discard: true
            }
          ).pipe(Effect.timeoutOption(`${seconds} seconds`))
        )
        return { idle: idle.spread, exporting: exporting.spread, decks: made.count }
      }),
      ({ idle, exporting, decks }) =>
        `GET /api/teams idle: ${inMilliseconds(idle)}; beside two exports: ${inMilliseconds(exporting)}; ${decks} decks in ${seconds} s`
    )
    return [
      table(
        "GET /api/teams beside two exports: p99",
        "ms",
        { exporting: rounds.map(({ exporting }) => exporting.p99), idle: rounds.map(({ idle }) => idle.p99) },
        [{ of: "exporting", to: "idle", is: "at most", bound: 2 }]
      )
    ]
  })
}
