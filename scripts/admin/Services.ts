import { Effect, Layer } from "effect"
import * as App from "../../src/App.ts"
import { ActionSource, script } from "../../src/accounts/ActionSource.ts"
import { PasswordHasher } from "../../src/accounts/PasswordHasher.ts"
import { Users } from "../../src/accounts/Users.ts"
import { config } from "../../src/Config.ts"
import * as Database from "../../src/Database.ts"
import * as RandomBytes from "../../src/RandomBytes.ts"
import * as Progress from "./Progress.ts"

/** The server's stores, on the database the server's settings choose. */
const stores = Layer.provideMerge(
  App.sqlStores,
  Layer.unwrap(
    Effect.gen(function* () {
      return Database.layer(yield* config)
    })
  )
)

const foundations = Layer.mergeAll(stores, PasswordHasher.layer).pipe(Layer.provideMerge(RandomBytes.layer))

const opened =
  <Out, E, In>(layer: Layer.Layer<Out, E, In>) =>
  <A, E2, R>(task: Effect.Effect<A, E2, R>) =>
    Progress.during("Opening the database …", () => Layer.build(layer)).pipe(
      Effect.flatMap((context) => Effect.provideContext(task, context)),
      Effect.provideService(ActionSource, script),
      Effect.scoped
    )

/** The stores alone. */
export const withStores = opened(stores)

/** Users and sessions; the log is not read. */
export const withAccounts = opened(Layer.provideMerge(Users.layer, foundations))

/** All the services of the server, the whole log folded. */
export const withStrategy = opened(Layer.provideMerge(App.services, foundations))
