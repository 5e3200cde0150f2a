import { Effect } from "effect"
import { plan } from "../../../src/deck/DeckPlanner.ts"
import * as DeckWorkers from "../../../src/deck/DeckProcess.ts"
import type { AnyInput, DeckContext, DeckInput, TeamInput } from "../../../src/deck/Input.ts"
import * as Pipeline from "../../../src/deck/Pipeline.ts"
import type { Team } from "../../../src/domain/state/State.ts"
import { teams as maxTeams } from "../../../src/shared/Limits.ts"
import { plainDeck } from "../deck/PlainDeck.ts"
import { date, everyLimit, full, since, teamOf, usual } from "../deck/Teams.ts"
import { InvalidRun } from "../InvalidRun.ts"
import { mebibyte, peakOfChild } from "../ProcessFigures.ts"
import { now } from "../ProtocolServer.ts"
import { inRounds, type RunContext, type Subject, table, valuesOf } from "../Subject.ts"
import { numbers } from "../Team.ts"

const worker = {
  /** The MiB of a worker's heap, as in the server. */
  memory: 320,
  script: new URL("../../../src/deck/deckWorker.ts", import.meta.url),
  deckTimeout: "5 minutes",
  concurrency: 1,
  endUnusedAfter: "1 minute"
} as const

const context: DeckContext = { sequenceNumber: 1_000_000, date, since, detail: "full", notes: true, pageUrl: null }

const inputOf = (team: Team): TeamInput => ({
  ...{ team, before: team, statuses: [], latest: new Map(), selection: null }
})

const ofTeam = (team: Team): DeckInput => ({ ...context, ...inputOf(team) })

const ofCompany = (teams: ReadonlyArray<Team>): AnyInput => ({
  ...{ ...context, detail: "board", teams: teams.map(inputOf) }
})

const timed = (make: () => Promise<Uint8Array>) =>
  Effect.promise(async () => {
    const begun = now()
    const { length } = await make()
    return { took: now() - begun, size: length / mebibyte }
  })

/** Makes a deck in this process and the same slides with plain calls of PptxGenJS, in turn. */
const besidePlain = Effect.fnUntraced(function* (stage: RunContext) {
  const input = ofTeam(teamOf(1, stage.scale.quick ? usual : full))
  const slides = plan(input)
  const rounds = yield* inRounds(
    stage,
    "deck",
    Effect.fnUntraced(function* () {
      const ours = yield* timed(async () => (await Pipeline.make(input)).bytes)
      const plain = yield* timed(() => plainDeck(slides))
      return { took: { ours: ours.took, plain: plain.took }, size: { ours: ours.size, plain: plain.size } }
    })
  )
  const title = `A deck of ${slides.slides.length} slides, ours and made with plain PptxGenJS`
  const aims = [{ of: "ours", to: "plain", is: "at most", bound: 1.1 }] as const
  return [
    table(title, "ms", valuesOf(rounds.map(({ took }) => took)), aims),
    table(`${title}: size`, "MiB", valuesOf(rounds.map(({ size }) => size)), aims)
  ]
})

/** Makes a deck in a new worker; returns milliseconds and the worker's peak memory in MiB. */
const inWorker = Effect.fnUntraced(
  function* (input: AnyInput) {
    const makeDeck = yield* DeckWorkers.make(worker)
    const begun = now()
    yield* makeDeck(input)
    return { took: now() - begun, peak: (yield* peakOfChild(process.pid, "deckWorker")) / mebibyte }
  },
  Effect.scoped,
  Effect.mapError(({ cause }) => new InvalidRun({ message: `A deck was not made: ${cause}.` }))
)

/** Makes the largest decks that there can be, each in a worker of its own with the server's limit of memory. */
const largest = Effect.fnUntraced(function* (stage: RunContext) {
  const { quick } = stage.scale
  const [team, company] = ["a team at every limit", `${quick ? 5 : maxTeams} teams`]
  const inputs = [
    ofTeam(teamOf(1, quick ? usual : everyLimit)),
    ofCompany(numbers(quick ? 5 : maxTeams).map((n) => teamOf(n, usual)))
  ]
  const rounds = yield* inRounds(stage, "the largest decks", () => Effect.forEach(inputs, inWorker))
  const measured = (title: string, unit: string, of: "took" | "peak", bound: number) => {
    const values = valuesOf(rounds.map(([one, all]) => ({ [team]: one?.[of] ?? 0, [company]: all?.[of] ?? 0 })))
    const aims = [team, company].map((of) => ({ of, is: "at most", bound }) as const)
    return table(title, unit, values, aims)
  }
  return [
    measured("The largest decks", "ms", "took", 60_000),
    measured("The largest decks: the worker's peak memory", "MiB", "peak", 512)
  ]
})

export const deck: Subject = {
  name: "deck",
  about:
    "A large deck against plain PptxGenJS calls for the same slides; the deck of a team at every limit, and of 500 teams",
  measure: Effect.fnUntraced(function* (stage) {
    return [...(yield* besidePlain(stage)), ...(yield* largest(stage))]
  })
}
