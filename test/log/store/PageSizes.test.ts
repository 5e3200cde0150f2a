import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { AccountLog } from "../../../src/accounts/log/AccountLog.ts"
import { UserStore } from "../../../src/accounts/users/UserStore.ts"
import { exportLog } from "../../../src/archive/Export.ts"
import * as Backfill from "../../../src/live/Backfill.ts"
import { Ring } from "../../../src/live/Ring.ts"
import { verify } from "../../../src/log/maintenance/Verify.ts"
import { Projector } from "../../../src/log/projection/Projector.ts"
import { TimeTravel } from "../../../src/log/projection/TimeTravel.ts"
import { EventStore } from "../../../src/log/store/EventStore.ts"
import { Planner } from "../../../src/log/writer/Planner.ts"
import { WebhookStore } from "../../../src/webhooks/WebhookStore.ts"
import { memoryStores, server } from "../Layers.ts"
import { entityId, envelope } from "../Samples.ts"

/** More events than may be read at once. */
const count = 1_200

layer(Layer.fresh(memoryStores))("Whoever goes through the whole log", (it) => {
  it.effect("reads at most 500 events at a time, because each may have 64 KiB of data", () =>
    Effect.gen(function* () {
      const store = yield* EventStore
      let maxLimit = 0
      const asked =
        <A>(read: (after: number, limit: number) => A) =>
        (after: number, limit: number) => {
          maxLimit = Math.max(maxLimit, limit)
          return read(after, limit)
        }
      const { read, readWithEffects, readForFolding } = store
      const observed = EventStore.of({
        ...store,
        read: asked(read),
        readWithEffects: asked(readWithEffects),
        readForFolding: asked(readForFolding)
      })
      const services = server().pipe(Layer.provideMerge(Layer.succeed(EventStore, observed)))
      yield* Effect.gen(function* () {
        const { submit } = yield* Planner
        yield* submit(
          envelope({
            eventType: "create_team",
            targetId: null,
            data: { id: entityId(1), name: "North", color: "#336699" }
          })
        )
        yield* Effect.forEach(
          Array.from({ length: count }, (_, n) => n),
          (n) => submit(envelope({ data: { name: `North ${n}` } })),
          { concurrency: "unbounded" }
        )
      }).pipe(Effect.provide(server()))
      const bounded = Effect.fnUntraced(function* <A, E, R>(name: string, run: Effect.Effect<A, E, R>) {
        maxLimit = 0
        yield* run
        assert.isAbove(maxLimit, 0, name)
        assert.isAtMost(maxLimit, 500, name)
      })
      yield* Effect.gen(function* () {
        const ignored = () => Effect.void
        yield* bounded("verify", verify())
        yield* bounded("export", exportLog(ignored, { withUsers: false, withWebhooks: false }, ignored))
        yield* bounded(
          "time travel",
          Effect.flatMap(TimeTravel, ({ positionAt }) => positionAt(count))
        )
        const ring = new Ring(0, { capacity: 10_000, chunkBytes: 32_768, maxViewsBytes: 0 })
        ring.clear(count)
        yield* bounded(
          "backfill",
          Backfill.make(ring, 10_000, "epoch", {
            store: observed,
            provenance: { of: () => Effect.succeed([]) },
            projector: yield* Projector,
            names: { of: () => null }
          })(0)
        )
        assert.strictEqual(ring.coveredFrom, 0)
      }).pipe(
        Effect.provide(services),
        Effect.provide(WebhookStore.layerMemory),
        Effect.provide(
          UserStore.layerMemory.pipe(Layer.provide([NodeCrypto.layerSecureRandom, AccountLog.layerMemory]))
        ),
        Effect.provideService(EventStore, observed)
      )
    })
  )
})
