import { Effect } from "effect"
import * as DeckWorkers from "../../../src/deck/DeckWorkers.ts"
import type { AnyInput, DeckContext, TeamInput } from "../../../src/deck/Input.ts"
import type { Team } from "../../../src/domain/state/State.ts"
import { teams as maxTeams } from "../../../src/shared/Limits.ts"
import { date, everyLimit, since, teamOf, usual } from "../deck/Teams.ts"
import { peakOfChildren } from "../deck/WorkerMemory.ts"
import { numbers } from "../FullTeam.ts"
import { InvalidRun } from "../InvalidRun.ts"
import { now } from "../ProtocolServer.ts"
import { mebibyte } from "../ResidentMemory.ts"
import { inRounds, type Subject, table } from "../Subject.ts"

/** The heap of a worker, as in the server. */
const heapMiB = 320
/** The memory that a worker may take in all. */
const maxResidentMiB = 512

const worker = {
  memory: heapMiB,
  script: new URL("../../../src/deck/deckWorker.ts", import.meta.url),
  deckTimeout: "5 minutes",
  concurrency: 1,
  endUnusedAfter: "1 minute"
} as const

const context: DeckContext = { sequenceNumber: 1_000_000, date, since, detail: "full", notes: true, pageUrl: null }

const inputOf = (team: Team): TeamInput => ({
  ...{ team, before: team, statuses: [], latest: new Map(), selection: null }
})

const ofTeam = (team: Team): AnyInput => ({ ...context, ...inputOf(team) })

const ofCompany = (teams: ReadonlyArray<Team>): AnyInput => ({
  ...{ ...context, detail: "board", teams: teams.map(inputOf) }
})

/** Makes a deck of `input` in a new worker; returns milliseconds, slides, the file's size and the worker's peak memory in MiB. */
const made = Effect.fnUntraced(function* (input: () => AnyInput) {
  const makeDeck = yield* DeckWorkers.make(worker)
  const begun = now()
  const { slides, bytes } = yield* makeDeck(input())
  const took = now() - begun
  return { took, slides, size: bytes.byteLength / mebibyte, peak: peakOfChildren("deckWorker.ts") / mebibyte }
}, Effect.scoped)

type Made = Effect.Success<ReturnType<typeof made>>

const line = ({ took, slides, size, peak }: Made): string =>
  `${(took / 1_000).toFixed(1)} s, ${slides} slides, ${size.toFixed(1)} MiB, worker's peak ${peak.toFixed(0)} MiB`

/** Measures the largest decks that there can be, each in a worker of its own with the server's limit of memory. */
export const deckLimits: Subject = {
  name: "deck-limits",
  about: "The deck of a team at every limit, and of 500 teams: time, and the worker's memory",
  measure: Effect.fnUntraced(function* (stage) {
    const { quick } = stage.scale
    const fullest = teamOf(1, quick ? usual : everyLimit)
    const company = numbers(1, quick ? 5 : maxTeams).map((n) => teamOf(n, usual))
    const rounds = yield* inRounds(
      stage,
      "deck-limits",
      () =>
        Effect.all({ team: made(() => ofTeam(fullest)), company: made(() => ofCompany(company)) }).pipe(
          Effect.mapError(({ cause }) => new InvalidRun({ message: `A deck was not made: ${cause}.` }))
        ),
      ({ team, company }) => `a team at every limit: ${line(team)}; ${maxTeams} teams: ${line(company)}`
    )
    const values = (of: "took" | "peak") => ({
      "team at every limit": rounds.map(({ team }) => team[of]),
      company: rounds.map(({ company }) => company[of])
    })
    const aims = (bound: number) =>
      ["team at every limit", "company"].map((of) => ({ of, is: "at most", bound }) as const)
    return [
      table("The largest decks", "ms", values("took"), aims(60_000)),
      table("The largest decks: the worker's resident memory", "MiB", values("peak"), aims(maxResidentMiB))
    ]
  })
}
