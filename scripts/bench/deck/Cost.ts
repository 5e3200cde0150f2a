import { Effect } from "effect"
import { plan } from "../../../src/deck/DeckPlanner.ts"
import type { DeckInput } from "../../../src/deck/Input.ts"
import * as Pipeline from "../../../src/deck/Pipeline.ts"
import { now } from "../Answering.ts"
import { type Spread, spread } from "../Spread.ts"
import { plainDeck } from "./PlainDeck.ts"

/** Times in milliseconds, sizes in bytes. */
export interface Cost {
  readonly slides: number
  readonly ours: { readonly time: Spread; readonly size: number }
  readonly plain: { readonly time: Spread; readonly size: number }
}

const timed = (make: () => Promise<Uint8Array>) =>
  Effect.promise(async () => {
    const began = now()
    const { length } = await make()
    return { took: now() - began, length }
  })

/** The whole way from the team to the file, and plain calls of PptxGenJS for the slides that come of it; in turn. */
export const cost = Effect.fn("cost")(function* (input: DeckInput, rounds: number) {
  const slides = plan(input)
  const ours: Array<number> = []
  const plain: Array<number> = []
  let [size, plainSize] = [0, 0]
  for (let round = -1; round < rounds; round++) {
    const one = yield* timed(() => Pipeline.make(input))
    const other = yield* timed(() => plainDeck(slides))
    size = one.length
    plainSize = other.length
    // The first round warms both up.
    if (round < 0) continue
    ours.push(one.took)
    plain.push(other.took)
  }
  return {
    slides: slides.slides.length,
    ours: { time: spread(ours), size },
    plain: { time: spread(plain), size: plainSize }
  } satisfies Cost
})
