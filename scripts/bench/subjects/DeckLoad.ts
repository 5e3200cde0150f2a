import { randomUUID } from "node:crypto"
import { Effect } from "effect"
import * as Child from "../Child.ts"
import { makeTeam, numbers } from "../FullTeam.ts"
import { InvalidRun, requireValid } from "../InvalidRun.ts"
import type { Load, LoadProtocol } from "../load/LoadProtocol.ts"
import * as Server from "../Server.ts"
import { inMilliseconds } from "../Spread.ts"
import { inRounds, type Subject, table } from "../Subject.ts"
import * as Writer from "../Writer.ts"

/** How long the last of the decks may take. */
const deckTimeoutMs = 120_000

/** The shortest time between the starts of two requests for the teams. */
const requestIntervalMs = 5

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
    const load = yield* Child.start<LoadProtocol>("The load", new URL("../load/loadProcess.ts", import.meta.url))
    const headers = { cookie: `strategy_session=${writer.token}` }
    const seconds = quick ? 1 : 15
    const asked: Load = {
      ...{ kind: "reads", url, path: "/api/teams", headers, status: 200, connections: 1 },
      ...{ milliseconds: seconds * 1_000, intervalMs: requestIntervalMs }
    }
    /** The latency of the list of teams, in a process of its own, so that downloads of decks do not delay its clock. */
    const teamsLatency = Effect.gen(function* () {
      const { answers, wrong, latency } = yield* load.ask("run", asked)
      yield* requireValid(
        answers >= (quick ? 10 : 100) && wrong === 0,
        `Of ${answers} requests for the teams, ${wrong} failed.`
      )
      return latency
    })
    const rounds = yield* inRounds(
      stage,
      "deck-load",
      Effect.fnUntraced(function* () {
        const idle = yield* teamsLatency
        const made = { count: 0 }
        const half = Math.ceil(teams.length / 2)
        const exporting = yield* Effect.raceFirst(
          teamsLatency,
          Effect.all(
            [teams.slice(0, half), teams.slice(half)].map((some) => askForDecks(writer, some, made)),
            { concurrency: 2, discard: true }
          ).pipe(Effect.andThen(Effect.never))
        )
        return { idle, exporting, decks: made.count }
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
