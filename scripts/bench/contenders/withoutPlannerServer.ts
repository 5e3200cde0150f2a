// Imported first, as in the server: schemas that are used before it stay interpreted.
import "effect/schema/SchemaJITCompiler/enable"
import { Effect, Layer, Option, Redacted } from "effect"
import { HttpServer } from "effect/http"
import * as FirstAdmin from "../../../src/accounts/FirstAdmin.ts"
import { Planner } from "../../../src/log/writer/Planner.ts"
import { serviceWith } from "../MemoryService.ts"
import { answer } from "../ProtocolServer.ts"

const outcome = {
  sequenceNumber: 1,
  status: "applied",
  rejectionReason: null,
  previousValue: "As long as what is there before an edit",
  conflictingServerValue: null
} as const

/** The usual service, except for the planner behind HTTP, which decides and stores nothing. */
const service = serviceWith(Layer.succeed(Planner, { submit: () => Effect.succeed(outcome) }))

const admin = { username: "admin", password: Option.some(Redacted.make("correct horse")) }

const started = Effect.gen(function* () {
  yield* FirstAdmin.createIfNone(admin)
  return HttpServer.formatAddress((yield* HttpServer.HttpServer).address)
})

const methods = {
  listen: () =>
    new Promise<string>((resolve) => {
      const main = Effect.andThen(Effect.map(started, resolve), Effect.never)
      Effect.runFork(main.pipe(Effect.provide(service), Effect.scoped))
    })
}
export type WithoutPlannerServer = typeof methods

answer(methods)
