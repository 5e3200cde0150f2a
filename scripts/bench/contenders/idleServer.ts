// As the server does, and first: schemas that were used before stay interpreted.
import "effect/schema/SchemaJITCompiler/enable"
import { Effect, Layer, Option, Redacted } from "effect"
import { HttpServer } from "effect/http"
import * as FirstAdmin from "../../../src/accounts/FirstAdmin.ts"
import { Planner } from "../../../src/log/writer/Planner.ts"
import { answer } from "../Answering.ts"
import { serviceWith } from "../streams/peers/MemoryService.ts"
import type { IdleProtocol } from "./Idle.ts"

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

/** Signs in and decodes as ever; only the HTTP server has another Planner. */
const service = serviceWith(constant)

const main = Effect.gen(function* () {
  const { address } = yield* HttpServer.HttpServer
  const run = Effect.runPromiseWith(
    yield* Effect.context<Effect.Services<ReturnType<typeof FirstAdmin.createIfNone>>>()
  )
  answer<IdleProtocol>({
    listen: async (password) => {
      await run(FirstAdmin.createIfNone({ username: "admin", password: Option.some(Redacted.make(password)) }))
      return HttpServer.formatAddress(address)
    }
  })
  return yield* Effect.never
})

Effect.runFork(main.pipe(Effect.provide(service), Effect.scoped))
