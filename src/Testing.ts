import "effect/schema/SchemaJITCompiler/enable"
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Context, Effect, FileSystem, Layer, Redacted, References } from "effect"
import { HttpClient, HttpServer } from "effect/http"
import { IpNetwork } from "effect/net"
import * as AdminServices from "./AdminServices.ts"
import * as App from "./App.ts"
import { ActionSource, script } from "./accounts/log/ActionSource.ts"
import { PasswordHasher } from "./accounts/passwords/PasswordHasher.ts"
import { parseUsername } from "./accounts/users/Username.ts"
import { UserStore } from "./accounts/users/UserStore.ts"
import * as Client from "./client/Client.ts"
import type { Role } from "./domain/entities/Role.ts"
import { Page } from "./http/page/Page.ts"
import { EventStore } from "./log/store/EventStore.ts"
import * as FailingEventStore from "./log/store/FailingEventStore.ts"
import * as ServiceDays from "./time/ServiceDays.ts"
import { WebhookAllow } from "./webhooks/Receiver.ts"

export { AccountLog } from "./accounts/log/AccountLog.ts"
export { Users } from "./accounts/users/Users.ts"
export { Exporter } from "./deck/Exporter.ts"
export { StorageError } from "./domain/StorageError.ts"
export { Projector } from "./log/projection/Projector.ts"
export { AppendRefused, AppendUnknown } from "./log/store/EventStore.ts"
export { Planner } from "./log/writer/Planner.ts"
export { SampleStrategy } from "./sample/SampleStrategy.ts"
export { Webhooks } from "./webhooks/Webhooks.ts"
export { EventStore, PasswordHasher, UserStore }

/** The services behind HTTP, for admin tasks as programs. Stores and a hasher are left to be provided. */
export const services = App.services

/** Stores in memory; their content is gone with the layer. */
export const memoryStores = App.memoryStores

/**
 * Stores in memory whose log takes some writes and fails from then on. `unavailable`: a submission is a 503. `unknown`: the first one
 * is written, but its caller is told that its outcome is unknown. `readOnly`: a submission is a 503, and the service is `degraded`.
 */
export const failingStores = (options: FailingEventStore.FailingOptions) =>
  Layer.effect(EventStore, Effect.map(EventStore, FailingEventStore.failing(options))).pipe(
    Layer.provideMerge(memoryStores)
  )

/** Hashes with few iterations: they protect nothing, because they are gone when the test ends. */
export const quickHasher = Layer.provide(PasswordHasher.layerWith({ iterations: 10 }), NodeCrypto.layerSecureRandom)

/** Layers to use instead of `memoryStores` and `quickHasher`. */
export interface Swaps {
  readonly stores?: typeof memoryStores
  readonly hasher?: typeof quickHasher
}

export interface InMemoryOptions extends Swaps {
  /** The IANA name of the time zone whose days count, as `TIME_ZONE` for the server. Default: `UTC`. */
  readonly timeZone?: string
}

const quiet = Layer.succeed(References.MinimumLogLevel, "Warn")

/** Receivers of webhooks on this machine. */
const localReceivers = Layer.succeed(WebhookAllow, ["127.0.0.0/8", "::1/128"].map(IpNetwork.fromStringUnsafe))

const environment = Layer.mergeAll(NodeCrypto.layerSecureRandom, NodeFileSystem.layer, localReceivers, quiet)

/** `services` with everything that they need, and the stores, without HTTP. */
export const inMemory = ({ stores = memoryStores, hasher = quickHasher, timeZone = "UTC" }: InMemoryOptions = {}) =>
  services.pipe(Layer.provideMerge([stores, hasher]), Layer.provide([environment, ServiceDays.layer(timeZone)]))

/**
 * `services` with their stores on the database of a real service, for admin tasks as programs: `DATABASE_URL`, or `DATA_DIR`,
 * through the server that has it open or alone. The account log names what a task does to users with `script`. It fails if there
 * is no database, or one of another release.
 */
export const live: Layer.Layer<
  Layer.Success<typeof AdminServices.strategy>,
  Layer.Error<typeof AdminServices.strategy>
> = Layer.mergeAll(AdminServices.strategy, Layer.succeed(ActionSource, script), quiet).pipe(
  Layer.provide(AdminServices.allowedReceivers)
)

export interface Options extends InMemoryOptions {
  /**
   * The port on 127.0.0.1. Default: 0, a free one. With null the service does not listen: use `connect` and
   * `httpClient`.
   */
  readonly port?: number | null
}

/** A request must name a host. This name never resolves (RFC 6761). */
const hostWithoutPort = "http://strategy.invalid"

const makeService = Effect.fnUntraced(function* (socketPath: string | undefined) {
  const { address } = yield* HttpServer.HttpServer
  const users = yield* UserStore
  const { hash } = yield* PasswordHasher
  const httpClient = yield* HttpClient.HttpClient
  const baseUrl = socketPath === undefined ? HttpServer.formatAddress(address) : hostWithoutPort

  const addUser = Effect.fn("TestService.addUser")(function* (name: string, role: Role) {
    const password = Redacted.make(crypto.randomUUID())
    const passwordHash = yield* hash(Redacted.value(password))
    const username = yield* parseUsername(name)
    yield* Effect.provide(users.create({ username, role, passwordHash }), quiet)
    return { baseUrl, username: name, password }
  })

  const connect = Effect.fn("TestService.connect")(function* (name: string, role: Role) {
    return yield* Effect.provideService(Client.make(yield* addUser(name, role)), HttpClient.HttpClient, httpClient)
  })

  return { baseUrl, httpClient, addUser, connect }
})

/**
 * The whole service with its stores in memory, for tests of programs that use it: the same rules, the same answers, an
 * empty strategy each time, and nothing left afterwards.
 *
 * - `baseUrl`: where it listens, such as `http://127.0.0.1:54321`.
 * - `httpClient`: reaches it, with a port or without.
 * - `addUser`: makes a user, and gives what a client signs in with. Fails for a name that is taken or not allowed.
 * - `connect`: makes a user, and gives a client that is signed in.
 *
 * Its layers also provide the services and the stores. Webhooks reach receivers on this machine, also by plain HTTP.
 */
export class TestService extends Context.Service<TestService, Effect.Success<ReturnType<typeof makeService>>>()(
  "strategy/Testing/TestService"
) {
  static readonly layerWith = ({ port = 0, stores = memoryStores, hasher = quickHasher, timeZone = "UTC" }: Options) =>
    Layer.unwrap(
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const socketPath = port === null ? `${yield* fs.makeTempDirectoryScoped()}/http` : undefined
        return Layer.effect(TestService, makeService(socketPath)).pipe(
          Layer.provideMerge(
            App.serve({
              http: { host: "127.0.0.1", port: port ?? 0, socketPath },
              page: Layer.succeed(Page, new Map()),
              beforeListening: Layer.empty,
              beforeAnswering: Layer.empty
            })
          ),
          Layer.provideMerge([stores, hasher]),
          Layer.provide(
            Layer.provide(NodeHttpClient.layerNodeHttpNoAgent, NodeHttpClient.layerAgentOptions({ socketPath }))
          )
        )
      })
    ).pipe(Layer.provide([environment, ServiceDays.layer(timeZone)]))

  static readonly layer = TestService.layerWith({})
}
