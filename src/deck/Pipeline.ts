import { plan } from "./DeckPlanner.ts"
import type { DeckInput } from "./Input.ts"
import { deckFile } from "./package/DeckFile.ts"

/** A deck as a file: the same input makes the same bytes. */
export const make = async (input: DeckInput): Promise<Uint8Array> => deckFile(plan(input))
