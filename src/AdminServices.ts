import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { type Config, Effect, Layer } from "effect"
import type { SecureRandom } from "effect/crypto"
import * as App from "./App.ts"
import { CompanyName } from "./accounts/CompanyName.ts"
import { PasswordHasher } from "./accounts/passwords/PasswordHasher.ts"
import { config } from "./Config.ts"
import * as Database from "./Database.ts"
import * as Upgrade from "./log/maintenance/Upgrade.ts"
import * as ServiceDays from "./time/ServiceDays.ts"
import { WebhookAllow } from "./webhooks/Receiver.ts"

// Their types are written down, since the packages' declarations cannot name all that would be inferred.

type Opened = ReturnType<typeof Database.migrated>

type Stores = Layer.Layer<
  Layer.Success<typeof App.sqlStores | Opened>,
  Config.ConfigError | Layer.Error<typeof App.sqlStores | Opened> | Effect.Error<typeof Upgrade.required>
>

const days = Layer.unwrap(Effect.map(config, ({ timeZone }) => ServiceDays.layer(timeZone)))

/** The server's stores and days, by the server's settings: the database must be there with its tables, the log upgraded. */
export const stores: Stores = Layer.mergeAll(App.sqlStores, days, Layer.effectDiscard(Upgrade.required)).pipe(
  Layer.provideMerge(
    Layer.unwrap(
      Effect.gen(function* () {
        return Database.migrated(yield* config)
      })
    )
  )
)

export const storesAndHasher: Layer.Layer<
  Layer.Success<Stores> | PasswordHasher | SecureRandom.SecureRandom,
  Layer.Error<Stores>
> = Layer.mergeAll(stores, PasswordHasher.layer).pipe(Layer.provideMerge(NodeCrypto.layerSecureRandom))

export const allowedReceivers: Layer.Layer<never, Config.ConfigError> = Layer.effect(
  WebhookAllow,
  Effect.map(config, ({ webhookAllow }) => webhookAllow)
)

/** All services of the server on these stores, beside a server that runs or without one. They fold the whole log first. */
export const strategy: Layer.Layer<
  Layer.Success<typeof storesAndHasher | typeof App.services>,
  Layer.Error<typeof storesAndHasher | typeof App.services>
> = Layer.provideMerge(App.services, storesAndHasher).pipe(
  Layer.provide(
    Layer.unwrap(
      Effect.map(config, (settings) =>
        Layer.merge(App.pageLinks(settings), Layer.succeed(CompanyName, settings.companyName))
      )
    )
  )
)
