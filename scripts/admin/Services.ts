import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { Effect, Layer } from "effect"
import * as AdminServices from "../../src/AdminServices.ts"
import { Invitations } from "../../src/accounts/invitations/Invitations.ts"
import { ActionSource, script } from "../../src/accounts/log/ActionSource.ts"
import { LoginThrottle, PasswordChangeThrottle } from "../../src/accounts/passwords/LoginThrottle.ts"
import { PasswordSignIn } from "../../src/accounts/passwords/PasswordSignIn.ts"
import { Users } from "../../src/accounts/users/Users.ts"
import { config, type Settings } from "../../src/Config.ts"
import { Receiver } from "../../src/webhooks/Receiver.ts"
import { Webhooks } from "../../src/webhooks/Webhooks.ts"
import * as Progress from "./Progress.ts"

const withLayer =
  <Out, E, In>(layer: Layer.Layer<Out, E, In>) =>
  <A, E2, R>(task: Effect.Effect<A, E2, R>) =>
    Progress.during("Opening the database …", () => Layer.build(layer)).pipe(
      Effect.flatMap((context) => Effect.provideContext(task, context)),
      Effect.provideService(ActionSource, script),
      Effect.scoped
    )

/** Runs a task with a layer that the settings choose. */
export const withDatabase = <Out, E, In>(database: (settings: Settings) => Layer.Layer<Out, E, In>) =>
  withLayer(Layer.unwrap(Effect.map(config, database)))

/** Runs a task with the stores only. */
export const withStores = withLayer(AdminServices.stores)

/** Runs a task with users and sessions; the log is not read. */
export const withAccounts = withLayer(
  Layer.provideMerge(
    Layer.mergeAll(Users.layer, Invitations.layer).pipe(
      Layer.provide([LoginThrottle.layer, PasswordChangeThrottle.layer]),
      Layer.provide(
        Layer.effect(
          PasswordSignIn,
          Effect.map(config, ({ passwordSignIn }) => passwordSignIn)
        )
      )
    ),
    AdminServices.storesAndHasher
  )
)

/** Runs a task with webhooks; the log is not read. */
export const withWebhooks = withLayer(
  Webhooks.layer.pipe(
    Layer.provide([Receiver.layer, AdminServices.stores, NodeCrypto.layerSecureRandom]),
    Layer.provide(AdminServices.allowedReceivers)
  )
)

/** Runs a task with all services of the server, which fold the whole log first. */
export const withStrategy = withLayer(AdminServices.strategy)
