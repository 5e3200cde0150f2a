import { createHash } from "node:crypto"
import { deckFile } from "../../../src/deck/package/DeckFile.ts"
import { plan } from "./SmallPlan.ts"

/** Another clock, another chance, and other decks made before: prints the hash of the same deck. */
const OtherDate = class extends Date {
  constructor(...given: ReadonlyArray<number>) {
    super(given[0] ?? 1_000_000_000_000)
  }
}
Object.assign(globalThis, { Date: OtherDate })
Math.random = () => 0.25

deckFile(plan)
console.log(createHash("sha256").update(deckFile(plan)).digest("hex"))
