import { createHash } from "node:crypto"
import { deckFile } from "../../../src/deck/package/DeckFile.ts"
import { plan } from "./SmallPlan.ts"

/** Prints the hash of the deck, made with another clock, other random numbers, and other decks before it. */
const OtherDate = class extends Date {
  constructor(...given: ReadonlyArray<number>) {
    super(given[0] ?? 1_000_000_000_000)
  }
}
Object.assign(globalThis, { Date: OtherDate })
Math.random = () => 0.25

await deckFile(plan)
console.log(
  createHash("sha256")
    .update(await deckFile(plan))
    .digest("hex")
)
