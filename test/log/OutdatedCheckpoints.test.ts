import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Layer, Option } from "effect"
import { Checkpoints } from "../../src/log/projection/Checkpoints.ts"
import type { LogPosition } from "../../src/log/projection/LogPosition.ts"
import { Projector } from "../../src/log/projection/Projector.ts"
import { Planner } from "../../src/log/writer/Planner.ts"
import { memoryStores, server } from "./Layers.ts"
import { createTeam, envelope } from "./Samples.ts"

describe("The first start after an update", () => {
  it.live("saves the state that it has replayed, since the checkpoints of the release before are not read", () =>
    Effect.gen(function* () {
      const { save } = yield* Checkpoints
      const saved = yield* Deferred.make<LogPosition>()
      /** The checkpoints as an earlier release left them. */
      const outdated = Layer.effect(
        Checkpoints,
        Effect.map(Checkpoints, (checkpoints) =>
          Checkpoints.of({
            ...checkpoints,
            newest: () => Effect.succeedNone,
            find: (sequenceNumber) =>
              Effect.map(
                checkpoints.find(sequenceNumber),
                Option.map((found) => ({ ...found, version: found.version - 1 }))
              ),
            save: (position) => Effect.asVoid(Deferred.succeed(saved, position))
          })
        )
      )
      yield* Effect.gen(function* () {
        const { submit } = yield* Planner
        yield* submit(createTeam(1))
        yield* save(yield* (yield* Projector).position)
        yield* submit(envelope({ data: { name: "Renamed" } }))
      }).pipe(Effect.provide(server()))
      const [shown, kept] = yield* Effect.gen(function* () {
        return [yield* (yield* Projector).position, yield* Deferred.await(saved)] as const
      }).pipe(Effect.provide(server().pipe(Layer.provide(outdated))))
      assert.strictEqual(shown.state.sequenceNumber, 2)
      assert.strictEqual(kept, shown)
    }).pipe(Effect.provide(memoryStores))
  )
})
