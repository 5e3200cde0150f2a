import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import * as App from "../../src/App.ts"
import { AccountLog } from "../../src/accounts/log/AccountLog.ts"
import { ActionSource } from "../../src/accounts/log/ActionSource.ts"
import { StorageError } from "../../src/domain/StorageError.ts"
import { verify } from "../../src/log/maintenance/Verify.ts"
import { Projector } from "../../src/log/projection/Projector.ts"
import { EventStore } from "../../src/log/store/EventStore.ts"
import { Planner } from "../../src/log/writer/Planner.ts"
import { SampleStrategy } from "../../src/sample/SampleStrategy.ts"
import { stores } from "../log/Layers.ts"
import { envelope } from "../log/Samples.ts"

/** One server on a store. */
const server = SampleStrategy.layer.pipe(
  Layer.provideMerge(App.log),
  Layer.provide(NodeCrypto.layerSecureRandom),
  Layer.fresh
)

const source = { actorName: "ada", address: "192.0.2.1", requestId: "r", detail: null }

const load = SampleStrategy.use(({ load }) => load).pipe(Effect.provideService(ActionSource, source))

for (const [name, store] of stores) {
  layer(Layer.fresh(server.pipe(Layer.provideMerge(store), Layer.provideMerge(Logger.layer([])))), {
    excludeTestServices: true
  })(`The sample strategy on ${name}`, (it) => {
    it.effect("is not there, and the log goes on, when the account log cannot be written", () =>
      Effect.gen(function* () {
        const accounts = yield* AccountLog
        const events = yield* EventStore
        const away = new StorageError({ operation: "test", unavailable: true, cause: "away" })
        const broken = AccountLog.of({
          ...accounts,
          // The change is made, and then fails within its transaction.
          recording: (change) => accounts.recording(Effect.andThen(change, Effect.fail(away)))
        })
        if (name !== "memory") {
          const failed = load.pipe(
            Effect.provide(Layer.fresh(SampleStrategy.layer).pipe(Layer.provide(NodeCrypto.layerSecureRandom))),
            Effect.provideService(AccountLog, broken)
          )
          assert.deepStrictEqual(yield* Effect.flip(failed), away)
        }
        assert.strictEqual((yield* events.head).sequenceNumber, 0)
        assert.deepStrictEqual((yield* accounts.page({ limit: 10 })).entries, [])
        const rejected = envelope({ eventType: "create_team", targetId: null, data: { name: "" } })
        assert.deepInclude(yield* Planner.use(({ submit }) => submit(rejected)), {
          status: "rejected",
          sequenceNumber: 1
        })
      })
    )

    it.effect("is written once after rejected events, whole, with its entry, and is a log like any other", () =>
      Effect.gen(function* () {
        const results = yield* Effect.all([load, load, load].map(Effect.result), { concurrency: "unbounded" })
        const loaded = results.filter(({ _tag }) => _tag === "Success")
        assert.lengthOf(loaded, 1)
        const { sequenceNumber } = yield* (yield* EventStore).head
        const events = sequenceNumber - 1
        assert.deepInclude(loaded[0], { _tag: "Success" })
        assert.isAbove(events, 300)
        assert.strictEqual((yield* Projector.use(({ state }) => state)).sequenceNumber, sequenceNumber)
        const { entries } = yield* AccountLog.use(({ page }) => page({ limit: 10 }))
        assert.lengthOf(entries, 1)
        assert.deepInclude(entries[0], { action: "sample_loaded", actorName: "ada", detail: `${events} events` })
        assert.strictEqual((yield* verify()).events, sequenceNumber)
        assert.deepInclude(yield* Effect.flip(load), { _tag: "LogInUse" })
      })
    )

    it.effect("is followed by later events, whose times are not before it", () =>
      Effect.gen(function* () {
        const events = yield* EventStore
        const made = envelope({ eventType: "create_team", targetId: null, data: { name: "North", color: "#000000" } })
        const { sequenceNumber } = yield* Planner.use(({ submit }) => submit(made))
        const [last, next] = yield* events.read(sequenceNumber - 2, 2)
        assert.isBelow(Date.parse(last?.timestamp ?? ""), Date.parse(next?.timestamp ?? ""))
      })
    )
  })
}
