// Must be the first import: a schema that is used before it stays interpreted for as long as the process runs.
import "effect/schema/SchemaJITCompiler/enable"
import { flushCompileCache } from "node:module"
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import {
  Cause,
  Console,
  Deferred,
  Duration,
  Effect,
  Exit,
  FileSystem,
  Layer,
  Option,
  type Path,
  Redacted,
  References
} from "effect"
import { HttpServer } from "effect/http"
import * as App from "./App.ts"
import { CompanyName } from "./accounts/CompanyName.ts"
import { PasswordHasher } from "./accounts/passwords/PasswordHasher.ts"
import { PasswordSignIn } from "./accounts/passwords/PasswordSignIn.ts"
import * as FirstAdmin from "./accounts/users/FirstAdmin.ts"
import * as InitialPassword from "./accounts/users/InitialPassword.ts"
import { config, describeConfigError, earlyLogFormat, oidcOf, type Settings, unusable } from "./Config.ts"
import * as Database from "./Database.ts"
import * as DeckTemplate from "./deck/templates/DeckTemplate.ts"
import * as FileLimit from "./files/FileLimit.ts"
import { fileReason } from "./files/FileReason.ts"
import * as Folder from "./files/Folder.ts"
import * as ClientAddress from "./http/pipeline/address/ClientAddress.ts"
import { CorsOrigins } from "./http/pipeline/Cors.ts"
import { AccessLog } from "./http/pipeline/RequestLog.ts"
import * as ListenProbe from "./http/server/ListenProbe.ts"
import * as NodeServer from "./http/server/NodeServer.ts"
import * as Draining from "./http/stream/Draining.ts"
import { Oidc } from "./identity/OidcSettings.ts"
import * as BuildInfo from "./observability/BuildInfo.ts"
import * as IdleMemory from "./observability/IdleMemory.ts"
import * as MetricsServer from "./observability/MetricsServer.ts"
import * as ProcessLog from "./observability/ProcessLog.ts"
import * as ProcessMetrics from "./observability/ProcessMetrics.ts"
import * as Telemetry from "./observability/Telemetry.ts"
import * as StopSignal from "./StopSignal.ts"
import { describeStorageFailure } from "./sql/DatabaseFailure.ts"
import type { EmbeddedDatabaseStopped } from "./sql/EmbeddedDatabase.ts"
import * as ServiceDays from "./time/ServiceDays.ts"
import { WebhookAllow } from "./webhooks/Receiver.ts"

/**
 * With PostgreSQL there may be other servers, so a stopping server goes on taking connections until the load balancer
 * has turned to the others. With the embedded database it is the only server and stops at once.
 */
const shutdownDelay = Duration.seconds(1)

/**
 * After `shutdownDelay` idle connections stay open this long, since a proxy may be sending a request on one of them.
 */
const keepIdleMs = 1_000

const logLevels = { debug: "Debug", info: "Info", warning: "Warn", error: "Error" } as const

const logFormat = Option.getOrElse(Effect.runSync(earlyLogFormat), ProcessLog.defaultFormat)
ProcessLog.replaceNodeOutput(logFormat)
const stopSignal = StopSignal.watch(() =>
  ProcessLog.logFatal(logFormat, "Shutdown took too long: exiting without waiting for work still in progress.")
)

const logging = ({ logLevel }: Settings) =>
  Layer.merge(ProcessLog.layer(logFormat), Layer.succeed(References.MinimumLogLevel, logLevels[logLevel]))

/** Called only on a terminal, because other output may be stored where others can read the password. */
const showPassword = (username: string, password: Redacted.Redacted) =>
  Console.log(
    `Sign in as ${username} with the password ${Redacted.value(password)}, shown only this time, and change it.`
  )

/** The company's template for decks, if there is one that decks can have. */
const readTemplate = ({ deckTemplate }: Settings) =>
  Option.match(deckTemplate, {
    onNone: () => Effect.succeed(null),
    onSome: (path) =>
      Effect.flatMap(FileSystem.FileSystem, (fs) => fs.access(path, { readable: true })).pipe(
        Effect.mapError(fileReason),
        Effect.andThen(DeckTemplate.check(path)),
        Effect.mapError((reason) => unusable("DECK_TEMPLATE", reason)),
        Effect.provide(NodeServices.layer)
      )
  })

/** Fails, before anything is written, where a place that the settings name cannot be used. */
const tryPlaces = ({ host, port, metricsPort, archiveDir }: Settings) => {
  const listening = (variable: string, port: number) =>
    Effect.mapError(ListenProbe.tryListening({ host, port }), ({ at, reason }) =>
      unusable(at === "host" ? "HOST" : variable, reason)
    )
  const writing = (folder: string) =>
    Effect.mapError(Folder.tryWriting(folder), (error) => unusable("ARCHIVE_DIR", fileReason(error)))
  return Effect.all(
    [
      listening("PORT", port),
      ...Option.toArray(metricsPort).map((port) => listening("METRICS_PORT", port)),
      ...Option.toArray(archiveDir).map(writing)
    ],
    { discard: true }
  ).pipe(Effect.provide(NodeServices.layer))
}

const firstAdmin = ({ adminUsername, adminPassword, dataDir }: Settings) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const hasTerminal = process.stdout.isTTY
      const file = yield* InitialPassword.filePath(dataDir)
      const files = yield* Effect.context<FileSystem.FileSystem | Path.Path>()
      const keep = (password: Redacted.Redacted) => Effect.provideContext(InitialPassword.write(file, password), files)
      const made = yield* FirstAdmin.createIfNone({
        username: adminUsername,
        password: adminPassword,
        savePassword: hasTerminal ? undefined : keep
      })
      if (Option.isNone(made)) return
      const { username, generatedPassword } = made.value
      yield* Effect.logInfo(`Created the first admin, ${username}.`)
      if (Option.isNone(generatedPassword)) return
      yield* hasTerminal
        ? showPassword(username, generatedPassword.value)
        : Effect.logInfo(`The initial password of ${username} is in ${file} until it is changed.`)
    })
  ).pipe(Layer.provide(NodeServices.layer))

const logAddress = Layer.effectDiscard(
  Effect.flatMap(HttpServer.HttpServer, ({ address }) =>
    Effect.logInfo(`Listening on ${HttpServer.formatAddress(address)}`)
  )
)

/** Saves compiled code for the next start already now, since a killed process would not. Quick if nothing is new. */
const keepCompiled = Layer.effectDiscard(Effect.sync(() => flushCompileCache()))

/** The metrics server listens before anything else starts, and until everything else has ended. */
const metrics = ({ host, metricsPort }: Settings) =>
  Option.match(metricsPort, {
    onNone: () => Layer.empty,
    onSome: (port) =>
      Layer.effectDiscard(
        Effect.flatMap(HttpServer.HttpServer, ({ address }) =>
          Effect.logInfo(`Metrics on ${HttpServer.formatAddress(address)}${MetricsServer.metricsPath}`)
        )
      ).pipe(
        Layer.merge(MetricsServer.layer),
        Layer.provide(NodeServer.layer({ host, port })),
        Layer.merge(Layer.merge(ProcessMetrics.layer, BuildInfo.layer))
      )
  })

const main = Effect.gen(function* () {
  const settings = yield* config
  const hasOthers = Option.isSome(settings.databaseUrl)
  yield* tryPlaces(settings)
  const template = yield* readTemplate(settings)
  const limit = Option.getOrUndefined(yield* Effect.provide(FileLimit.find(settings.maxStreams), NodeServices.layer))
  const stopping = Draining.onStop({
    shutdownDelay: hasOthers ? shutdownDelay : Duration.zero,
    reason: Effect.sync(() => stopSignal.reason() ?? "on request")
  })
  const databaseStopped = yield* Deferred.make<never, EmbeddedDatabaseStopped>()
  const onStop = (error: EmbeddedDatabaseStopped) =>
    Effect.andThen(
      Effect.sync(() => stopSignal.begin("because the database has stopped")),
      Deferred.fail(databaseStopped, error)
    )
  const service = Layer.mergeAll(
    logAddress,
    limit?.warning === undefined ? Layer.empty : Layer.effectDiscard(Effect.logWarning(limit.warning)),
    keepCompiled,
    stopping,
    App.purges(settings),
    App.archives(settings),
    IdleMemory.layer
  ).pipe(
    Layer.provide(
      App.serve({
        http: { ...settings, keepIdleMs: hasOthers ? keepIdleMs : 0, maxConnections: limit?.maxConnections },
        streams: Option.match(settings.maxStreams, { onNone: () => ({}), onSome: (maxStreams) => ({ maxStreams }) }),
        beforeListening: firstAdmin(settings),
        beforeAnswering: App.peers(settings)
      })
    ),
    Layer.provide([App.upgradedStores, PasswordHasher.layer]),
    Layer.provide(Database.layer({ ...settings, onStop })),
    Layer.provide(
      Layer.succeed(ClientAddress.ClientAddress, ClientAddress.clientAddressBehind(settings.trustedProxies))
    ),
    Layer.provide(ServiceDays.layer(settings.timeZone)),
    Layer.provide(Layer.succeed(AccessLog, settings.accessLog)),
    Layer.provide(Layer.succeed(DeckTemplate.DeckTemplate, template)),
    Layer.provide(Layer.succeed(CompanyName, settings.companyName)),
    Layer.provide(Layer.succeed(CorsOrigins, settings.corsOrigins)),
    Layer.provide(Layer.succeed(WebhookAllow, settings.webhookAllow)),
    Layer.provide(Layer.succeed(Oidc, oidcOf(settings))),
    Layer.provide(Layer.succeed(PasswordSignIn, settings.passwordSignIn)),
    Layer.provide(metrics(settings)),
    Layer.provide(Telemetry.layer(settings)),
    Layer.provide(NodeCrypto.layerSecureRandom)
  )
  // When the embedded database stops, the server shuts down in order and reports why; a supervisor can start it again.
  return yield* Effect.raceFirst(Layer.launch(service), Deferred.await(databaseStopped)).pipe(
    Effect.onInterrupt(() => Effect.logInfo("Stopped. All resources are released.")),
    Effect.provide(logging(settings))
  )
})

type StartError = Effect.Error<typeof main>

const errorMessage = (error: StartError): string => {
  switch (error._tag) {
    case "ConfigError":
      return describeConfigError(error)
    case "ServeError":
      return `The server can't listen any more: ${ListenProbe.faultOf(error.cause).reason}.`
    case "InvalidUsername":
      return `ADMIN_USERNAME is not valid. ${error.message}`
    case "InvalidPassword":
      return `ADMIN_PASSWORD is not valid. ${error.message}`
    case "StorageError":
      return describeStorageFailure(error)
    default:
      return error.message
  }
}

/** Prints one line for an expected error, and the whole cause of an unexpected one. */
const printFailure = (cause: Cause.Cause<StartError>) =>
  Effect.sync(() => {
    if (Cause.hasInterruptsOnly(cause)) return
    const failure = Cause.findErrorOption(cause)
    if (Option.isSome(failure)) ProcessLog.logFatal(logFormat, `Error: ${errorMessage(failure.value)}`)
    else ProcessLog.logFatal(logFormat, "Error: unexpected failure.", cause)
  })

NodeRuntime.runMain(Effect.tapCause(main, printFailure), {
  disableErrorReporting: true,
  teardown: (exit, onExit) => onExit(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1)
})
