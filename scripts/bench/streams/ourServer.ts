// Imported first, as in the server: schemas that are used before it stay interpreted.
import "effect/schema/SchemaJITCompiler/enable"
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { Effect, Layer, Logger, Option, Redacted } from "effect"
import { HttpServer } from "effect/http"
import * as App from "../../../src/App.ts"
import * as FirstAdmin from "../../../src/accounts/FirstAdmin.ts"
import { PasswordHasher } from "../../../src/accounts/PasswordHasher.ts"
import type { Projection } from "../../../src/log/projection/LogPosition.ts"
import { Projector } from "../../../src/log/projection/Projector.ts"
import { EventStore } from "../../../src/log/store/EventStore.ts"
import * as Telemetry from "../../../src/observability/Telemetry.ts"
import { answer, processorTime } from "../ProtocolServer.ts"
import { EventFeed } from "./EventFeed.ts"
import type { PeerProcess } from "./PeerServer.ts"

const feed = new EventFeed()
let prepared: Array<Projection> = []

/** Events are passed to the Projector as if they had been committed. */
const main = Effect.gen(function* () {
  const { advance } = yield* Projector
  const { address } = yield* HttpServer.HttpServer
  const { epoch } = yield* (yield* EventStore).head
  yield* advance(feed.begun)
  yield* FirstAdmin.createIfNone({ username: "admin", password: Option.some(Redacted.make("correct horse")) })
  const run = Effect.runPromiseWith(yield* Effect.context<never>())
  const methods: PeerProcess = {
    listen: async () => ({ url: HttpServer.formatAddress(address), epoch }),
    prepare: ({ ticks }) => {
      prepared = ticks.map((count) => feed.next(count))
    },
    publish: () => {
      const next = prepared.shift()
      return next === undefined ? undefined : run(advance(next))
    },
    processorTime
  }
  answer(methods)
  return yield* Effect.never
})

/** The whole service on stores in memory and a free port, without tracer. */
const service = App.serve({
  http: { host: "127.0.0.1", port: 0 },
  beforeListening: Layer.empty,
  beforeAnswering: Layer.empty
}).pipe(
  Layer.provideMerge(App.memoryStores),
  Layer.provideMerge(PasswordHasher.layer),
  Layer.provideMerge(NodeCrypto.layerSecureRandom),
  Layer.provide(Logger.layer([])),
  Layer.provideMerge(Telemetry.untraced)
)

Effect.runFork(main.pipe(Effect.provide(service), Effect.scoped))
