import { Effect, HashMap } from "effect"
import * as App from "../../../src/App.ts"
import { plan } from "../../../src/deck/DeckPlanner.ts"
import type { CompanyInput } from "../../../src/deck/Input.ts"
import * as Pipeline from "../../../src/deck/Pipeline.ts"
import { startOfLog } from "../../../src/log/projection/LogPosition.ts"
import { plainDeck } from "../contenders/PlainDeck.ts"
import { entitiesPerTeam, generate } from "../Generate.ts"
import * as Memory from "../Memory.ts"
import { mebibyte } from "../ProcessFigures.ts"
import { atMost, compared, inRounds, type RunContext, type Subject } from "../Subject.ts"

const [date, since] = ["2026-11-14", "2026-10-15"]

/** The deck of a company with so many teams, each with 25 principles and 25 objectives. */
const inputOf = Effect.fnUntraced(
  function* (teams: number) {
    const { state } = yield* generate(startOfLog, teams * entitiesPerTeam, teams)
    const input: CompanyInput = {
      ...{ sequenceNumber: state.sequenceNumber, date, since, detail: "full", notes: true, pageUrl: null },
      teams: HashMap.toValues(state.teams).map((team) => ({
        ...{ team, before: team, statuses: [], latest: new Map(), selection: null }
      }))
    }
    return input
  },
  Effect.provide(App.memoryStores),
  Effect.orDie
)

const timed = (make: () => Promise<Uint8Array>) =>
  Effect.promise(async () => {
    const begun = performance.now()
    const { length } = await make()
    return { took: performance.now() - begun, size: length / mebibyte }
  })

/** Makes a deck in this process and the same slides with plain calls of PptxGenJS, in turn. */
const besidePlain = Effect.fnUntraced(function* (stage: RunContext) {
  const input = yield* inputOf(stage.scale.quick ? 1 : 10)
  const slides = plan(input)
  const rounds = yield* inRounds(
    stage,
    "deck",
    Effect.fnUntraced(function* () {
      const ours = yield* timed(async () => (await Pipeline.make(input)).bytes)
      const plain = yield* timed(() => plainDeck(slides))
      return {
        took: { ours: ours.took, theirs: plain.took },
        size: { ours: ours.size, theirs: plain.size }
      }
    })
  )
  const title = `A deck of ${slides.slides.length} slides`
  const [took, size] = [rounds.map((round) => round.took), rounds.map((round) => round.size)]
  return [
    compared(title, "ms", "plain PptxGenJS", took, atMost(1.1)),
    compared(`${title}: size`, "MiB", "plain PptxGenJS", size, atMost(1.1))
  ]
})

export const deck: Subject = {
  name: "deck",
  about: "A large deck against plain PptxGenJS calls for the same slides; the memory of a server, idle and with a deck",
  measure: Effect.fnUntraced(function* (stage) {
    return [...(yield* besidePlain(stage)), ...(yield* Memory.measured(stage))]
  })
}
