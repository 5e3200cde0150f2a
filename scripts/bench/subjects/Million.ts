import { Duration, Effect } from "effect"
import { stateHash } from "../../../src/log/projection/CheckpointCodec.ts"
import { Checkpoints } from "../../../src/log/projection/Checkpoints.ts"
import { startOfLog } from "../../../src/log/projection/LogPosition.ts"
import { generate } from "../Generate.ts"
import { requireValid } from "../InvalidRun.ts"
import { stores } from "../LogStores.ts"
import { mebibyte, residentBytes } from "../ResidentMemory.ts"
import * as Server from "../Server.ts"
import { type Subject, table } from "../Subject.ts"
import { folding } from "./Replay.ts"

/** The events after the newest checkpoint that the start must fold: nearly the most there can be. */
const tail = 900

/** Writes the log and a checkpoint, and folds it from zero to the same state; gives both in events per second. */
const written = Effect.fnUntraced(function* (events: number, say: (line: string) => Effect.Effect<void>) {
  const told = (done: number) => (done % 100_000 === 0 ? say(`written: ${done}`) : Effect.void)
  const [took, position] = yield* Effect.timed(generate(startOfLog, events - tail, told))
  yield* Checkpoints.use(({ save }) => save(position))
  const end = yield* generate(position, events)
  const { hash, perSecond } = yield* folding(events)
  yield* requireValid(hash === stateHash(end.state), "The replay gives a different state.")
  return { wrote: (events - tail) / Duration.toSeconds(took), folded: perSecond }
})

export const million: Subject = {
  name: "million",
  about: "A log of a million events: writing it, folding it from zero to the same state, and a server's start on it",
  measure: Effect.fnUntraced(function* ({ scale, database, say }) {
    const events = scale.quick ? 20_000 : 1_000_000
    const url = yield* database("million")
    const { wrote, folded } = yield* written(events, say).pipe(
      Effect.provide(stores(url)),
      Effect.catchIf((error) => error._tag !== "InvalidRun", Effect.die)
    )
    // The first start creates the admin, which costs a hash; later starts do not.
    yield* Effect.scoped(Server.start({ DATABASE_URL: url }))
    const { startedIn, pid = 0 } = yield* Server.start({ DATABASE_URL: url })
    const resident = (yield* residentBytes(pid)) / mebibyte
    return [
      table(`A log of ${events} events`, "events/s", { written: [wrote], "folded from zero": [folded] }),
      table(`A start from a checkpoint and ${tail} events`, "ms", { server: [startedIn] }),
      table("Memory after the start", "MiB", { server: [resident] })
    ]
  })
}
