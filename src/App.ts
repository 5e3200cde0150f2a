import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Clock, Duration, Effect, Layer, Option } from "effect"
import { Invitations } from "./accounts/invitations/Invitations.ts"
import { AccountLog } from "./accounts/log/AccountLog.ts"
import * as AccountLogSql from "./accounts/log/AccountLogSql.ts"
import { FailedSignIns } from "./accounts/passwords/FailedSignIns.ts"
import { Login } from "./accounts/passwords/Login.ts"
import { LoginThrottle, PasswordChangeThrottle } from "./accounts/passwords/LoginThrottle.ts"
import * as UnlockPoller from "./accounts/passwords/UnlockPoller.ts"
import * as HourlyPurge from "./accounts/sessions/HourlyPurge.ts"
import * as SessionEviction from "./accounts/sessions/SessionEviction.ts"
import { SessionStore } from "./accounts/sessions/SessionStore.ts"
import * as SessionStoreSql from "./accounts/sessions/SessionStoreSql.ts"
import * as DisplayNames from "./accounts/users/DisplayNames.ts"
import * as InitialPassword from "./accounts/users/InitialPassword.ts"
import { UserStore } from "./accounts/users/UserStore.ts"
import * as UserStoreSql from "./accounts/users/UserStoreSql.ts"
import { Users } from "./accounts/users/Users.ts"
import type { Place } from "./Database.ts"
import { Exporter } from "./deck/Exporter.ts"
import * as HttpApp from "./http/HttpApp.ts"
import { Page } from "./http/page/Page.ts"
import * as NodeServer from "./http/server/NodeServer.ts"
import { Draining } from "./http/stream/Draining.ts"
import * as StreamSessions from "./http/stream/StreamSessions.ts"
import { CompanySignIn } from "./identity/CompanySignIn.ts"
import { Credentials } from "./identity/Credentials.ts"
import { TokenStore } from "./identity/TokenStore.ts"
import * as TokenStoreSql from "./identity/TokenStoreSql.ts"
import { Broadcaster, type BroadcasterOptions } from "./live/Broadcaster.ts"
import * as ChangeFeed from "./live/ChangeFeed.ts"
import { Generations } from "./log/maintenance/Generations.ts"
import * as GenerationsSql from "./log/maintenance/GenerationsSql.ts"
import { Rebuild } from "./log/maintenance/Rebuild.ts"
import * as TableRewrite from "./log/maintenance/TableRewrite.ts"
import * as Upgrade from "./log/maintenance/Upgrade.ts"
import { CatchUp } from "./log/projection/CatchUp.ts"
import { Checkpoints } from "./log/projection/Checkpoints.ts"
import * as CheckpointsSql from "./log/projection/CheckpointsSql.ts"
import { EarlierStates } from "./log/projection/EarlierStates.ts"
import { Projector } from "./log/projection/Projector.ts"
import { TimeTravel } from "./log/projection/TimeTravel.ts"
import { EventStore } from "./log/store/EventStore.ts"
import * as EventStoreSql from "./log/store/EventStoreSql.ts"
import { ProvenanceStore } from "./log/store/ProvenanceStore.ts"
import * as ProvenanceStoreSql from "./log/store/ProvenanceStoreSql.ts"
import { Planner } from "./log/writer/Planner.ts"
import { SampleStrategy } from "./sample/SampleStrategy.ts"
import { pageRoot } from "./shared/PagePaths.ts"
import * as DatabaseSocket from "./sql/DatabaseSocket.ts"
import { Listener } from "./sql/Listener.ts"
import { type ExternalAddress, ExternalUrl, PageUrl } from "./url/ExternalUrl.ts"
import { Receiver } from "./webhooks/Receiver.ts"
import * as WebhookSender from "./webhooks/Sender.ts"
import { WebhookStore } from "./webhooks/WebhookStore.ts"
import * as WebhookStoreSql from "./webhooks/WebhookStoreSql.ts"
import { Webhooks } from "./webhooks/Webhooks.ts"

/** Stores in memory; their content is lost when the process ends. */
export const memoryStores = Layer.mergeAll(
  EventStore.layerMemory,
  ProvenanceStore.layerMemory,
  Checkpoints.layerMemory,
  Generations.layerMemory,
  WebhookStore.layerMemory,
  TokenStore.layerMemory.pipe(
    Layer.provideMerge(SessionStore.layerMemory),
    Layer.provideMerge(UserStore.layerMemory),
    Layer.provideMerge(AccountLog.layerMemory)
  )
).pipe(Layer.provide(NodeCrypto.layerSecureRandom))

/** The stores on a migrated database. */
export const sqlStores = Layer.mergeAll(
  EventStoreSql.layer,
  ProvenanceStoreSql.layer,
  CheckpointsSql.layer,
  GenerationsSql.layer,
  Layer.provideMerge(TokenStoreSql.layer, SessionStoreSql.layer),
  UserStoreSql.layer,
  AccountLogSql.layer,
  WebhookStoreSql.layer
).pipe(Layer.provide(NodeCrypto.layerSecureRandom))

/** `sqlStores` with a log that an earlier release may have written: it is upgraded first. */
export const upgradedStores = Layer.provideMerge(
  Layer.merge(Upgrade.layer, Layer.effectDiscard(TableRewrite.warning)),
  sqlStores
)

/**
 * Follows what other servers and scripts do on the same PostgreSQL: sessions they end, locks they lift, events they
 * write. The embedded database has no other clients and needs none of it.
 */
export const otherServers = Layer.mergeAll(SessionEviction.layer, ChangeFeed.layer, UnlockPoller.layer).pipe(
  Layer.provide(Listener.layer)
)

/**
 * Lets scripts work on the embedded database of this server, and takes over what they have done: sessions they ended,
 * locks they lifted, events they wrote.
 */
const scripts = (dataDir: string) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const { evictAll } = yield* SessionStore
      const { run } = yield* CatchUp
      const liftUnlocks = yield* UnlockPoller.makeLifting
      yield* liftUnlocks
      const takeOver = Effect.all([evictAll, run, liftUnlocks], { discard: true })
      return DatabaseSocket.layer(
        dataDir,
        Effect.catchCause(takeOver, (cause) =>
          Effect.logError("Could not load the changes made by an admin command.", cause)
        )
      )
    })
  )

type Followed = typeof otherServers | ReturnType<typeof scripts>

/**
 * Follows the other programs that may change the database: servers and scripts on PostgreSQL, scripts on the embedded
 * one.
 */
export const peers = (
  settings: Pick<Place, "databaseUrl" | "dataDir">
): Layer.Layer<never, Layer.Error<Followed>, Layer.Services<Followed>> =>
  Option.isSome(settings.databaseUrl) ? otherServers : scripts(settings.dataDir)

/**
 * Decides submissions, and reads the current state and earlier ones. Tests and benchmarks give the two layers other bounds. The
 * stores are left to be provided.
 */
export const planning = ({ planner = Planner.layer, projector = Projector.layer } = {}) =>
  planner.pipe(Layer.provideMerge([projector, EarlierStates.layer]), Layer.provideMerge(TimeTravel.layer))

/** Writes, reads and rebuilds the log. The stores are left to be provided. */
export const log = Layer.merge(CatchUp.layer, Rebuild.layer).pipe(Layer.provideMerge(planning()))

/** Users and sign-in. The stores and the password hasher are left to be provided. */
const accounts = Layer.mergeAll(Login.layer, Users.layer, Invitations.layer, CompanySignIn.layer).pipe(
  Layer.provideMerge([LoginThrottle.layer, PasswordChangeThrottle.layer, FailedSignIns.layer])
)

/** The services behind HTTP and the scripts. The stores and the password hasher are left to be provided. */
export const services = Layer.mergeAll(
  Exporter.layer,
  accounts,
  Layer.provide(Webhooks.layer, Receiver.layer),
  SampleStrategy.layer
).pipe(
  Layer.provideMerge(log),
  Layer.provideMerge(DisplayNames.layer),
  Layer.provideMerge(NodeCrypto.layerSecureRandom)
)

/** Removes old account log entries, and the file with the first admin's password once that is changed. */
export const purges = ({ accountLogDays, dataDir }: { readonly accountLogDays: number; readonly dataDir: string }) => {
  const keptMs = Duration.toMillis(Duration.days(accountLogDays))
  const purge = Effect.flatMap(Clock.currentTimeMillis, (now) => AccountLog.use(({ purge }) => purge(now - keptMs)))
  return Layer.merge(
    HourlyPurge.layer("old account log entries", purge),
    Layer.provide(InitialPassword.layer({ dataDir }), NodeServices.layer)
  )
}

/** Writes the archives that the settings ask for. */
export const archives = ({ archiveDir, archiveEvery, archiveKeep }: ArchiveSettings) =>
  Option.match(archiveDir, {
    onNone: () => Layer.empty,
    onSome: (folder) =>
      Layer.unwrap(
        Effect.map(
          Effect.promise(() => import("./archive/ScheduledArchives.ts")),
          ({ layer }) => layer({ folder, every: archiveEvery, keep: archiveKeep })
        )
      ).pipe(Layer.provide(NodeServices.layer))
  })

interface ArchiveSettings {
  readonly archiveDir: Option.Option<string>
  readonly archiveEvery: Duration.Duration
  readonly archiveKeep: number
}

/** Lets presentations and messages to webhooks name addresses of the page; without a public URL they name none. */
export const pageLinks = ({ publicUrl }: Pick<ExternalAddress, "publicUrl">) =>
  Layer.succeed(PageUrl, publicUrl === undefined ? null : publicUrl + pageRoot)

interface ServeOptions<A, E, R, A2, E2, R2> {
  readonly http: NodeServer.Options & Partial<ExternalAddress>
  readonly streams?: Partial<BroadcasterOptions>
  /** The page's files; by default those in `dist`, which are built if they are not there. */
  readonly page?: Layer.Layer<Page, Layer.Error<typeof Page.layer>>
  /**
   * Built on the services before the server listens. A service that this layer provides, such as a Planner, replaces
   * the regular one.
   */
  readonly beforeListening: Layer.Layer<A, E, R>
  /** Built when the server listens but does not answer yet; may use the broadcaster and the open connections. */
  readonly beforeAnswering: Layer.Layer<A2, E2, R2>
}

/** The service behind an HTTP server. The stores and the password hasher are left to be provided. */
export const serve = <A, E, R, A2, E2, R2>({
  http,
  streams = {},
  page = Page.layer,
  beforeListening,
  beforeAnswering
}: ServeOptions<A, E, R, A2, E2, R2>) =>
  Layer.mergeAll(
    Layer.provide(
      HttpApp.serve,
      Layer.succeed(ExternalUrl, { basePath: http.basePath ?? "", publicUrl: http.publicUrl })
    ),
    HourlyPurge.layer(
      "expired sessions",
      Effect.flatMap(SessionStore, ({ purgeExpired }) => purgeExpired)
    ),
    HourlyPurge.layer(
      "expired tokens",
      Effect.flatMap(TokenStore, ({ purgeExpired }) => purgeExpired)
    ),
    HourlyPurge.layer(
      "expired invitations",
      Effect.flatMap(UserStore, ({ purgeInvitations }) => purgeInvitations)
    ),
    StreamSessions.layer,
    Layer.provide(WebhookSender.layer, Receiver.layer)
  ).pipe(
    Layer.provideMerge(Credentials.layer),
    Layer.provideMerge(beforeAnswering),
    // Layers further down are built first, so the server listens only when all of them are ready.
    Layer.provideMerge(NodeServer.layer(http)),
    Layer.provideMerge(Layer.merge(Broadcaster.layerWith(streams), Draining.layer)),
    Layer.provideMerge(beforeListening),
    Layer.provideMerge(services),
    Layer.provide(pageLinks({ publicUrl: http.publicUrl })),
    // Built first of all: a page that cannot be built stops the start before anything is written.
    Layer.provide(page)
  )
