import { Layer, Logger } from "effect"
import * as App from "../../src/App.ts"
import { PasswordHasher } from "../../src/accounts/PasswordHasher.ts"
import * as Telemetry from "../../src/observability/Telemetry.ts"
import * as RandomBytes from "../../src/RandomBytes.ts"

/** The whole service on stores in memory and a free port, without tracer, with some of its services replaced. */
export const serviceWith = <A, E, R>(replaced: Layer.Layer<A, E, R>) =>
  App.serve({ http: { host: "127.0.0.1", port: 0 }, beforeListening: replaced, beforeAnswering: Layer.empty }).pipe(
    Layer.provideMerge(App.memoryStores),
    Layer.provideMerge(PasswordHasher.layer),
    Layer.provideMerge(RandomBytes.layer),
    Layer.provide(Logger.layer([])),
    Layer.provideMerge(Telemetry.untraced)
  )
