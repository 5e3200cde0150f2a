import { plan } from "../../../src/deck/DeckPlanner.ts"
import { maxAsks } from "../../../src/deck/facts/asks/Asks.ts"
import { make } from "../../../src/deck/Pipeline.ts"
import { companies } from "../Companies.ts"
import { geometryFaults } from "../Geometry.ts"
import { lint } from "../Linter.ts"
import { rowsOf, slidesOf, tablesOn } from "../slides/PlanText.ts"
import { inputs } from "../Teams.ts"

const { empty, quarter, hebrew, sample } = inputs

/** Makes decks as a deck's process does that was told of a template; prints their faults, and the named one in base64. */
const faults: Array<string> = []
const decks = new Map<string, string>()
for (const [name, input] of Object.entries({ empty, quarter, hebrew, sample, company: companies.six })) {
  const linked = { ...input, pageUrl: "https://plans.example.org/strategy/" }
  const { bytes } = await make(linked)
  faults.push(...[...lint(bytes), ...geometryFaults(plan(linked))].map((fault) => `${name}: ${fault}`))
  decks.set(name, Buffer.from((await make(input)).bytes).toString("base64"))
}
const asked = tablesOn(slidesOf(plan(companies.six), "company asks")).flatMap(rowsOf)
if (asked.filter(({ length }) => length > 1).length !== maxAsks) faults.push("company: an ask has no room on its slide")
console.log(JSON.stringify({ faults, empty: decks.get("empty"), quarter: decks.get("quarter") }))
