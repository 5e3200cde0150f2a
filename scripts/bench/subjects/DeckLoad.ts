import { constants, setPriority } from "node:os"
import { Effect } from "effect"
import * as Child from "../Child.ts"
import { makeTeam, numbers } from "../FullTeam.ts"
import { requireValid } from "../InvalidRun.ts"
import type { Load, LoadProtocol } from "../load/LoadProtocol.ts"
import * as Server from "../Server.ts"
import { inMilliseconds } from "../Spread.ts"
import { inRounds, type Subject, table } from "../Subject.ts"
import * as Writer from "../Writer.ts"

/** The shortest time between the starts of two requests for the teams. */
const requestIntervalMs = 5

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
    const startLoad = (name: string) =>
      Child.start<LoadProtocol>(name, new URL("../load/loadProcess.ts", import.meta.url))
    const load = yield* startLoad("The load")
    // Who downloads decks has a machine of their own: what they do with the bytes waits for the server's work.
    const downloads = yield* startLoad("The downloads")
    if (downloads.pid !== undefined) setPriority(downloads.pid, constants.priority.PRIORITY_LOW)
    const seconds = quick ? 1 : 15
    const common = {
      url,
      headers: { cookie: `strategy_session=${writer.token}`, "x-csrf-token": "1" },
      milliseconds: seconds * 1_000
    }
    const asked: Load = {
      ...{ ...common, kind: "reads", path: "/api/teams", status: 200, connections: 1 },
      intervalMs: requestIntervalMs
    }
    const decksAsked: Load = { ...common, kind: "decks", teamIds: teams, connections: 2 }
    /** Measures the latency of the list of teams from a process of its own, which downloads of decks do not delay. */
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
        const [exporting, made] = yield* Effect.all([teamsLatency, downloads.ask("run", decksAsked)], {
          concurrency: 2
        })
        yield* requireValid(made.wrong === 0, `A deck was not made: ${made.example}.`)
        return { idle, exporting, decks: Math.floor(made.answers / 2) }
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
