// Seed data as an admin task: the services without HTTP, on stores in memory. With `live` instead of `inMemory()`, in the empty log of
// a real service.
import { Console, Effect } from "effect"
import { inMemory, Projector, SampleStrategy, Users } from "strategy-planning-testing"

const seed = Effect.gen(function* () {
  const { load } = yield* SampleStrategy
  const { list } = yield* Users
  const { state } = yield* Projector
  const { events } = yield* load
  const { sequenceNumber } = yield* state
  yield* Console.log(`${sequenceNumber === events ? "All" : "Not all"} events of the sample are in the log.`)
  yield* Console.log(`Users: ${(yield* list).length}`)
})

await Effect.runPromise(Effect.provide(seed, inMemory()))
