import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { Effect, Layer } from "effect"
import * as App from "../../src/App.ts"
import { ActionSource, script } from "../../src/accounts/log/ActionSource.ts"
import { LoginThrottle, PasswordChangeThrottle } from "../../src/accounts/passwords/LoginThrottle.ts"
import { PasswordHasher } from "../../src/accounts/passwords/PasswordHasher.ts"
import { Users } from "../../src/accounts/users/Users.ts"
import { config } from "../../src/Config.ts"
import * as Database from "../../src/Database.ts"
import * as Upgrade from "../../src/log/maintenance/Upgrade.ts"
import * as ServiceDays from "../../src/time/ServiceDays.ts"
import { Receiver, WebhookAllow } from "../../src/webhooks/Receiver.ts"
import { Webhooks } from "../../src/webhooks/Webhooks.ts"
import * as Progress from "./Progress.ts"

const days = Layer.unwrap(Effect.map(config, ({ timeZone }) => ServiceDays.layer(timeZone)))

/** The server's stores and days, by the server's settings: the database must be there with its tables, the log upgraded. */
const stores = Layer.mergeAll(App.sqlStores, days, Layer.effectDiscard(Upgrade.required)).pipe(
  Layer.provideMerge(
    Layer.unwrap(
      Effect.gen(function* () {
        return Database.migrated(yield* config)
      })
    )
  )
)

const storesAndHasher = Layer.mergeAll(stores, PasswordHasher.layer).pipe(
  Layer.provideMerge(NodeCrypto.layerSecureRandom)
)

const withLayer =
  <Out, E, In>(layer: Layer.Layer<Out, E, In>) =>
  <A, E2, R>(task: Effect.Effect<A, E2, R>) =>
    Progress.during("Opening the database …", () => Layer.build(layer)).pipe(
      Effect.flatMap((context) => Effect.provideContext(task, context)),
      Effect.provideService(ActionSource, script),
      Effect.scoped
    )

/** Runs a task with the stores only. */
export const withStores = withLayer(stores)

/** Runs a task with users and sessions; the log is not read. */
export const withAccounts = withLayer(
  Layer.provideMerge(Layer.provide(Users.layer, [LoginThrottle.layer, PasswordChangeThrottle.layer]), storesAndHasher)
)

const allowedReceivers = Layer.effect(
  WebhookAllow,
  Effect.map(config, ({ webhookAllow }) => webhookAllow)
)

/** Runs a task with webhooks; the log is not read. */
export const withWebhooks = withLayer(
  Webhooks.layer.pipe(
    Layer.provide([Receiver.layer, stores, NodeCrypto.layerSecureRandom]),
    Layer.provide(allowedReceivers)
  )
)

/** Runs a task with all services of the server, which fold the whole log first. */
export const withStrategy = withLayer(
  Layer.provideMerge(App.services, storesAndHasher).pipe(Layer.provide(Layer.unwrap(Effect.map(config, App.pageLinks))))
)
