import { assert, it } from "@effect/vitest"
import { Effect, Latch, Layer } from "effect"
import { DisplayNames } from "../../src/accounts/users/DisplayNames.ts"
import { Planner } from "../../src/log/writer/Planner.ts"
import * as NextEvent from "../../src/webhooks/NextEvent.ts"
import { memoryStores, server } from "../log/Layers.ts"
import { createTeam } from "../log/Samples.ts"

it.effect("an event that waits for its delivery names people by what they are called when it is delivered", () => {
  let name: string | null = "Ada"
  const names = {
    of: () => name,
    digest: () => String(name),
    refresh: () => Effect.void,
    watch: () => Effect.void
  }
  return Effect.gen(function* () {
    const { submit } = yield* Planner
    for (const n of [1, 2, 3]) yield* submit(createTeam(n))
    const events = yield* NextEvent.make({ awaitAfter: () => Latch.makeUnsafe(true).await, isBusy: () => false })
    const next = events({ eventTypes: null, teamIds: null })
    const nameOf = (after: number) =>
      Effect.map(next(after), ({ found }) => [found?.sequenceNumber, found?.actorDisplayName])
    assert.deepStrictEqual(yield* nameOf(0), [1, "Ada"])
    name = "Ada Lovelace"
    assert.deepStrictEqual(yield* nameOf(1), [2, "Ada Lovelace"])
    name = null
    assert.deepStrictEqual(yield* nameOf(2), [3, null])
  }).pipe(
    Effect.provide(Layer.provideMerge(server(), memoryStores)),
    Effect.provide(Layer.succeed(DisplayNames, names))
  )
})
