import { Effect } from "effect"
import * as DeckWorkers from "../../src/deck/DeckWorkers.ts"
import { inputOf } from "./Teams.ts"

/** Has one deck made, prints it (its worker's process id), and keeps the worker at work on another one until it is killed. */
const script = new URL("./standInWorker.ts", import.meta.url)
const named = (name: string) => inputOf({ name, color: "#336699", principles: [], objectives: [] })

Effect.gen(function* () {
  const deckOf = yield* DeckWorkers.make({ script, longest: "60 seconds", memory: 64 })
  const { bytes } = yield* deckOf(named("process"))
  process.stdout.write(`${Buffer.from(bytes).toString()}\n`)
  yield* deckOf(named("hang"))
}).pipe(Effect.scoped, Effect.runFork)
