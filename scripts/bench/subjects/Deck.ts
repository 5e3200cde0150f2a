import { Effect } from "effect"
import { plan } from "../../../src/deck/DeckPlanner.ts"
import * as Pipeline from "../../../src/deck/Pipeline.ts"
import { largeDeck } from "../deck/LargeDeck.ts"
import { plainDeck } from "../deck/PlainDeck.ts"
import { now } from "../ProtocolServer.ts"
import { mebibyte } from "../ResidentMemory.ts"
import { inRounds, type Subject, table } from "../Subject.ts"

const timed = (make: () => Promise<Uint8Array>) =>
  Effect.promise(async () => {
    const begun = now()
    const { length } = await make()
    return { took: now() - begun, size: length / mebibyte }
  })

/** Measures, in turn, making the file from the team, and making the same slides with plain calls of PptxGenJS. */
export const deck: Subject = {
  name: "deck",
  about: "A large deck against plain PptxGenJS calls for the same slides: time and size",
  measure: Effect.fnUntraced(function* (stage) {
    const input = largeDeck(stage.scale.quick ? { principles: 5, objectives: 20 } : { principles: 50, objectives: 300 })
    const slides = plan(input)
    const rounds = yield* inRounds(
      stage,
      "deck",
      () =>
        Effect.all({
          ours: timed(async () => (await Pipeline.make(input)).bytes),
          plain: timed(() => plainDeck(slides))
        }),
      ({ ours, plain }) => `ours ${ours.took.toFixed(0)} ms, plain ${plain.took.toFixed(0)} ms`
    )
    const title = `A deck of ${slides.slides.length} slides`
    const values = (of: "took" | "size") => ({
      ours: rounds.map(({ ours }) => ours[of]),
      "plain PptxGenJS": rounds.map(({ plain }) => plain[of])
    })
    const aims = [{ of: "ours", to: "plain PptxGenJS", is: "at most", bound: 1.1 }] as const
    return [table(title, "ms", values("took"), aims), table(`${title}: size`, "MiB", values("size"), aims)]
  })
}
