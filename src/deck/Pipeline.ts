import { plan } from "./DeckPlanner.ts"
import type { MadeDeck } from "./DeckProtocol.ts"
import type { AnyInput } from "./Input.ts"
import { deckFile } from "./package/DeckFile.ts"

/** A deck as a file: the same input makes the same bytes. */
export const make = async (input: AnyInput): Promise<MadeDeck> => {
  const planned = plan(input)
  return { bytes: await deckFile(planned), slides: planned.slides.length }
}
