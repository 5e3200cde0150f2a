// First, since schemas that were used before stay interpreted.
import "effect/schema/SchemaJITCompiler/enable"
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import {
  Cause,
  Console,
  Deferred,
  Duration,
  Effect,
  Exit,
  type FileSystem,
  Layer,
  Option,
  type Path,
  Redacted,
  References
} from "effect"
import { HttpServer } from "effect/http"
import * as App from "./App.ts"
import * as FirstAdmin from "./accounts/FirstAdmin.ts"
import * as InitialPassword from "./accounts/InitialPassword.ts"
import { PasswordHasher } from "./accounts/PasswordHasher.ts"
import { config, describe, earlyLogFormat, type Settings } from "./Config.ts"
import * as Database from "./Database.ts"
import * as ClientAddress from "./http/server/ClientAddress.ts"
import * as NodeServer from "./http/server/NodeServer.ts"
import * as Draining from "./http/stream/Draining.ts"
import * as IdleMemory from "./observability/IdleMemory.ts"
import * as MetricsServer from "./observability/MetricsServer.ts"
import * as ProcessLog from "./observability/ProcessLog.ts"
import * as ProcessMetrics from "./observability/ProcessMetrics.ts"
import * as Telemetry from "./observability/Telemetry.ts"
import * as ThreadPriority from "./observability/ThreadPriority.ts"
import * as RandomBytes from "./RandomBytes.ts"
import * as StopSignal from "./StopSignal.ts"
import { describeStorageFailure } from "./sql/DatabaseFailure.ts"
import type { EmbeddedDatabaseStopped } from "./sql/EmbeddedDatabase.ts"

/** Beside others on one PostgreSQL, a server that stops is in nobody's way for a moment; an embedded one has no others. */
const linger = Duration.seconds(1)

/** Milliseconds after that in which a proxy may still send a request on a connection it has kept. */
const keepIdleMs = 1_000

const logLevels = { debug: "Debug", info: "Info", warning: "Warn", error: "Error" } as const

const logFormat = Option.getOrElse(Effect.runSync(earlyLogFormat), ProcessLog.defaultFormat)
ProcessLog.replaceNodeOutput(logFormat)
const stopSignal = StopSignal.watch(() =>
  ProcessLog.logFatal(logFormat, "The stop took too long: the process ends, whatever is still under way.")
)

const logging = ({ logLevel }: Settings) =>
  Layer.merge(ProcessLog.layer(logFormat), Layer.succeed(References.MinimumLogLevel, logLevels[logLevel]))

/** A terminal is the one place to show a password; any other output may be kept by others. */
const showPassword = (username: string, password: Redacted.Redacted) =>
  Console.log(
    `\n  Sign in as ${username} with the password ${Redacted.value(password)}\n` +
      "  It is shown this once. Change it after signing in.\n"
  )

const firstAdmin = ({ adminUsername, adminPassword, dataDir }: Settings) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const hasTerminal = process.stdout.isTTY
      const file = yield* InitialPassword.fileIn(dataDir)
      const files = yield* Effect.context<FileSystem.FileSystem | Path.Path>()
      const keep = (password: Redacted.Redacted) => Effect.provideContext(InitialPassword.write(file, password), files)
      const made = yield* FirstAdmin.ensure({
        username: adminUsername,
        password: adminPassword,
        keep: hasTerminal ? undefined : keep
      })
      if (Option.isNone(made)) return
      const { username, generatedPassword } = made.value
      yield* Effect.logInfo(`Made the first admin, ${username}.`)
      if (Option.isNone(generatedPassword)) return
      yield* hasTerminal
        ? showPassword(username, generatedPassword.value)
        : Effect.logInfo(`The password of ${username} is in ${file} until it is changed.`)
    })
  ).pipe(Layer.provide(NodeServices.layer))

const announce = Layer.effectDiscard(
  Effect.flatMap(HttpServer.HttpServer, ({ address }) =>
    Effect.logInfo(`Listening on ${HttpServer.formatAddress(address)}`)
  )
)

/** Listens before anything else is begun, and until all of it has ended. */
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
        Layer.merge(ProcessMetrics.layer)
      )
  })

const main = Effect.gen(function* () {
  const settings = yield* config
  yield* Effect.promise(ThreadPriority.lowerPool)
  const hasOthers = Option.isSome(settings.databaseUrl)
  const stopping = Draining.onStop({
    linger: hasOthers ? linger : Duration.zero,
    reason: Effect.sync(() => stopSignal.reason() ?? "on request")
  })
  const databaseStopped = yield* Deferred.make<never, EmbeddedDatabaseStopped>()
  const onStop = (error: EmbeddedDatabaseStopped) =>
    Effect.andThen(
      Effect.sync(() => stopSignal.begin("because the database has stopped")),
      Deferred.fail(databaseStopped, error)
    )
  const service = Layer.mergeAll(announce, stopping, App.upkeep(settings), IdleMemory.layer).pipe(
    Layer.provide(
      App.serve({
        http: { ...settings, keepIdleMs: hasOthers ? keepIdleMs : 0 },
        streams: { maxStreams: settings.maxStreams },
        beforehand: firstAdmin(settings),
        beside: hasOthers ? App.otherServers : Layer.empty
      })
    ),
    Layer.provide([App.sqlStores, PasswordHasher.layer]),
    Layer.provide(Database.layer({ ...settings, onStop })),
    Layer.provide(RandomBytes.layer),
    Layer.provide(Layer.succeed(ClientAddress.ClientAddress, ClientAddress.behind(settings.trustedProxies))),
    Layer.provide(metrics(settings)),
    Layer.provide(Telemetry.layer(settings.collectorUrl))
  )
  // A database that has stopped ends the server in order, with its reason; whatever watches over it can start it again.
  return yield* Effect.raceFirst(Layer.launch(service), Deferred.await(databaseStopped)).pipe(
    Effect.onInterrupt(() => Effect.logInfo("Stopped: all is released.")),
    Effect.provide(logging(settings))
  )
})

type StartError = Effect.Error<typeof main>

const sentence = (error: StartError): string => {
  switch (error._tag) {
    case "ConfigError":
      return describe(error)
    case "ServeError":
      return `The server cannot listen: ${error.cause instanceof Error ? error.cause.message : String(error.cause)}`
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

/** One line about what was foreseen; the whole story of what was not. */
const report = (cause: Cause.Cause<StartError>) =>
  Effect.sync(() => {
    if (Cause.hasInterruptsOnly(cause)) return
    const failure = Cause.findErrorOption(cause)
    if (Option.isSome(failure)) ProcessLog.logFatal(logFormat, `Error: ${sentence(failure.value)}`)
    else ProcessLog.logFatal(logFormat, "Error: something unforeseen went wrong.", cause)
  })

NodeRuntime.runMain(Effect.tapCause(main, report), {
  disableErrorReporting: true,
  teardown: (exit, onExit) => onExit(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1)
})
