import { createHash } from "node:crypto"
import { finish } from "../../../src/deck/package/Finish.ts"
import { render } from "../../../src/deck/render/Render.ts"
import { plan } from "./SmallPlan.ts"

/** Another clock, another chance, and other decks made before: prints the hash of the same deck. */
const OtherDate = class extends Date {
  constructor(...given: ReadonlyArray<number>) {
    super(given[0] ?? 1_000_000_000_000)
  }
}
Object.assign(globalThis, { Date: OtherDate })
Math.random = () => 0.25

await render(plan)
const bytes = finish(await render(plan), plan)
console.log(createHash("sha256").update(bytes).digest("hex"))
