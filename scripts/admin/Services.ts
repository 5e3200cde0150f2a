import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { Effect, Layer } from "effect"
import { Command } from "effect/cli"
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

/** Runs a task with a layer's services. */
const withLayer =
  <Out, E, In>(layer: Layer.Layer<Out, E, In>) =>
  <A, E2, R>(task: Effect.Effect<A, E2, R>) =>
    Progress.during("Opening the database …", () => Layer.build(layer)).pipe(
      Effect.flatMap((context) => Effect.provideContext(task, context)),
      Effect.provideService(ActionSource, script),
      Effect.scoped
    )

/** Makes commands whose handlers, generators as for `Effect.gen`, run with a layer's services. */
const commandWith =
  <Out, E, In>(layer: Layer.Layer<Out, E, In>) =>
  <
    const Name extends string,
    const Config extends Command.Command.Config,
    Eff extends Effect.Effect<unknown, unknown, unknown>
  >(
    name: Name,
    config: Config,
    run: (given: Command.Command.Config.Infer<Config>) => Generator<Eff, void, never>
  ) =>
    Command.make(name, config, (given) => withLayer(layer)(Effect.gen(() => run(given))))

const accounts = Layer.provideMerge(
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

const webhooks = Webhooks.layer.pipe(
  Layer.provide([Receiver.layer, AdminServices.stores, NodeCrypto.layerSecureRandom]),
  Layer.provide(AdminServices.allowedReceivers)
)

/** Commands on a database that the settings choose. */
export const databaseCommand = <Out, E, In>(database: (settings: Settings) => Layer.Layer<Out, E, In>) =>
  commandWith(Layer.unwrap(Effect.map(config, database)))

/** Tasks and commands with the stores only. */
export const withStores = withLayer(AdminServices.stores)
export const storesCommand = commandWith(AdminServices.stores)

/** Tasks and commands with users and sessions; the log is not read. */
export const withAccounts = withLayer(accounts)
export const accountsCommand = commandWith(accounts)

/** Commands with webhooks; the log is not read. */
export const webhooksCommand = commandWith(webhooks)

/** Tasks and commands with all services of the server, which fold the whole log first. */
export const withStrategy = withLayer(AdminServices.strategy)
export const strategyCommand = commandWith(AdminServices.strategy)
