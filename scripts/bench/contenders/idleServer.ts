import { NodeCrypto } from "@effect/platform-node"
import { Effect, Layer, Logger, Option, Redacted } from "effect"
import { HttpServer } from "effect/http"
import * as App from "../../../src/App.ts"
import * as FirstAdmin from "../../../src/accounts/FirstAdmin.ts"
import { PasswordHasher } from "../../../src/accounts/PasswordHasher.ts"
import * as NodeServer from "../../../src/http/NodeServer.ts"
import { Planner } from "../../../src/log/Planner.ts"
import { answer } from "../../streams/Answering.ts"
import type { IdleProtocol } from "./IdleProtocol.ts"

/** Nothing is decided and nothing is kept. */
const constant = Layer.succeed(Planner, {
  submit: () =>
    Effect.succeed({
      sequenceNumber: 1,
      status: "applied",
      rejectionReason: null,
      previousValue: "As long as what is there before an edit",
      conflictingServerValue: null
    })
})

/** The whole service, signing in and decoding as ever; only the HTTP server has another Planner. */
const service = App.server.pipe(
  Layer.provide(constant),
  Layer.provideMerge(NodeServer.layer({ host: "127.0.0.1", port: 0 })),
  Layer.provideMerge(App.live()),
  Layer.provideMerge(App.services),
  Layer.provideMerge(App.memoryStores),
  Layer.provideMerge(PasswordHasher.layer),
  Layer.provideMerge(NodeCrypto.layerSecureRandom),
  Layer.provide(Logger.layer([]))
)

const main = Effect.gen(function* () {
  const { address } = yield* HttpServer.HttpServer
  const run = Effect.runPromiseWith(yield* Effect.context<Effect.Services<ReturnType<typeof FirstAdmin.ensure>>>())
  answer<IdleProtocol>({
    listen: async (password) => {
      await run(FirstAdmin.ensure({ username: "admin", password: Option.some(Redacted.make(password)) }))
      return HttpServer.formatAddress(address)
    }
  })
  return yield* Effect.never
})

Effect.runFork(main.pipe(Effect.provide(service), Effect.scoped))
