import { Effect } from "effect"
import * as DeckProcess from "../../src/deck/DeckProcess.ts"
import { inputOf } from "./Teams.ts"

/** Makes a deck, prints it (the worker's process id), and keeps the worker busy with another one until it is killed. */
const script = new URL("./standInWorker.ts", import.meta.url)
const named = (name: string) => inputOf({ name, color: "#336699", principles: [], objectives: [] })

Effect.gen(function* () {
  const deckOf = yield* DeckProcess.make({
    template: null,
    ...{ script, memory: 64 },
    ...{ deckTimeout: "60 seconds", endUnusedAfter: "30 seconds" }
  })
  const { bytes } = yield* deckOf(named("process"))
  process.stdout.write(`${Buffer.from(bytes).toString()}\n`)
  yield* deckOf(named("hang"))
}).pipe(Effect.scoped, Effect.runFork)
