import {
  Config,
  ConfigProvider,
  DateTime,
  Duration,
  Effect,
  Option,
  Redacted,
  Result,
  Schema,
  SchemaIssue,
  SchemaTransformation
} from "effect"
import { NewUsername, Username } from "./accounts/users/Username.ts"
import { isWholeNumberText } from "./api/requests/NumberParams.ts"
import * as SecretFile from "./files/SecretFile.ts"
import { IpNetworks } from "./http/pipeline/address/IpNetworks.ts"
import { Issuer, type OidcSettings, RoleRulesText } from "./identity/OidcSettings.ts"
import { CollectorHeaders } from "./observability/CollectorHeaders.ts"
import * as PostgresUrl from "./sql/PostgresUrl.ts"

const wholeNumber = (minimum: number, maximum: number) =>
  Schema.String.check(isWholeNumberText).pipe(
    Schema.decodeTo(Schema.NumberFromString),
    Schema.check(Schema.isBetween({ minimum, maximum }, { message: `must be from ${minimum} to ${maximum}` }))
  )

const Port = wholeNumber(0, 65_535)

const Host = Schema.String.check(
  Schema.isPattern(/^[\w.:%-]{1,255}$/, { message: "must be an address or name of this machine, such as 127.0.0.1" })
)

const DatabaseUrl = Schema.String.check(
  Schema.makeFilter((text: string) =>
    Result.match(PostgresUrl.parse(Redacted.make(text)), {
      onFailure: (fault) => fault,
      onSuccess: () => true
    })
  )
).pipe(Schema.RedactedFromValue)

const collectorUrlPattern = /^https?:\/\/[^\s/@?#]+(\/[^\s?#]*)?$/

const CollectorUrl = Schema.String.check(
  Schema.makeFilter((text: string) => collectorUrlPattern.test(text) && URL.canParse(text), {
    message: "must look like http://localhost:4318"
  })
)

const BasePath = Schema.String.check(
  Schema.isPattern(/^(\/(?!\.{1,2}(\/|$))[\w.~-]{1,100}){0,10}\/?$/, { message: "must look like /planning" })
)

const PublicUrl = Schema.String.check(
  Schema.makeFilter((text: string) => /^https?:\/\/[^\s/@?#]+(\/[^\s?#]*)?$/.test(text) && URL.canParse(text), {
    message: "must look like https://plans.example.org"
  })
)

const isOrigin = (text: string): boolean => /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text

const Origins = Schema.String.check(
  Schema.makeFilter((text: string) => text.split(",").every((origin) => isOrigin(origin.trim())), {
    message: "must list origins such as https://reports.example.org, separated by commas"
  })
)

const withoutLastSlash = (text: string): string => text.replace(/\/+$/, "")

const Switch = Schema.Literals(["0", "1"]).annotate({ message: "must be 0 or 1" })

/** An offset such as `+01:00` is no name. */
const TimeZone = Schema.String.check(
  Schema.makeFilter((text: string) => /^[A-Za-z]/.test(text) && Option.isSome(DateTime.zoneMakeNamed(text)), {
    message: "must be the IANA name of a time zone, such as Europe/Berlin"
  })
)

const ArchiveKeep = wholeNumber(1, 1_000)

const isLongEnough = (every: Duration.Duration): boolean => Duration.isFinite(every) && Duration.toSeconds(every) >= 60

const archiveEveryMessage = "must be a duration of at least a minute, such as 6 hours"

const ArchiveEvery = Schema.String.pipe(
  Schema.decodeTo(
    Schema.Duration,
    SchemaTransformation.transformEffect({
      decode: (text, options) =>
        Option.match(Option.filter(Duration.fromInput(text as Duration.Input), isLongEnough), {
          onNone: () => Effect.fail(new SchemaIssue.InvalidValue({ message: archiveEveryMessage }, text, options)),
          onSome: Effect.succeed
        }),
      encode: (every) => Effect.succeed(`${Duration.toMillis(every)} millis`)
    })
  )
)

const MaxStreams = wholeNumber(1, 100_000)

const Days = wholeNumber(1, 10_000)

const LogLevels = Schema.Literals(["debug", "info", "warning", "error"]).annotate({
  message: "must be debug, info, warning or error"
})

const LogFormat = Schema.Literals(["pretty", "json"]).annotate({ message: "must be pretty or json" })

const logFormat = Config.option(Config.schema(LogFormat, "LOG_FORMAT"))

/**
 * The log format, read before all other settings so that their errors can be reported in it; a wrong value counts as
 * absent.
 */
export const earlyLogFormat = logFormat.pipe(Config.orElse(() => Config.succeed(Option.none())))

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

/** What a value must be, as the end of a sentence. It never contains the value. */
const messageOf = (issue: SchemaIssue.Issue): string => issuesOf(issue).issues[0]?.message ?? "is not valid"

/** A setting that is right by its form and cannot be used here. */
export const unusable = (variable: string, reason: string) => errorOf(`${variable} can't be used: ${reason}.`)

const errorOf = (message: string) => new Config.ConfigError(new ConfigProvider.SourceError({ message }))

/** A name in one line, which people see. */
const ShownName = Schema.String.check(
  Schema.isPattern(/^[^\p{C}\p{Zl}\p{Zp}]{1,50}$/u, { message: "must have 1 to 50 characters" })
)

const PasswordSignInText = Schema.Literals(["all", "admins"]).annotate({ message: "must be all or admins" })

const NonEmptySecret = Schema.NonEmptyString.pipe(Schema.RedactedFromValue)

/** A secret, or another long text, from the variable or from the file that the variable with `_FILE` at its end names. */
const textOrFile = <A>(schema: Schema.ConstraintCodec<A, string>, name: string): Config.Config<Option.Option<A>> => {
  const fileVariable = `${name}_FILE`
  const fromFile = (path: string) =>
    SecretFile.read(fileVariable, path).pipe(
      Effect.mapError(({ message }) => errorOf(message)),
      Effect.flatMap((text) =>
        Effect.mapError(Schema.decodeUnknownEffect(schema)(text), ({ issue }) =>
          errorOf(`${fileVariable}: What ${path} holds ${messageOf(issue)}.`)
        )
      )
    )
  return Config.all({
    value: Config.option(Config.schema(schema, name)),
    path: Config.option(Config.NonEmptyString(fileVariable))
  }).pipe(
    Config.mapEffect(({ value, path }) => {
      if (Option.isNone(path)) return Effect.succeed(value)
      return Option.isSome(value)
        ? Effect.fail(errorOf(`${name} and ${fileVariable} are both set. Set one of them.`))
        : Effect.asSome(fromFile(path.value))
    })
  )
}

const oidcVariables = {
  oidcIssuer: Config.option(Config.schema(Issuer, "OIDC_ISSUER")),
  oidcClientId: Config.option(Config.NonEmptyString("OIDC_CLIENT_ID")),
  oidcClientSecret: textOrFile(NonEmptySecret, "OIDC_CLIENT_SECRET"),
  oidcRoles: textOrFile(RoleRulesText, "OIDC_ROLES"),
  oidcRoleClaim: Config.option(Config.NonEmptyString("OIDC_ROLE_CLAIM")),
  oidcName: Config.option(Config.schema(ShownName, "OIDC_NAME")),
  passwordSignIn: Config.schema(PasswordSignInText, "PASSWORD_SIGN_IN").pipe(Config.withDefault("all" as const))
}

const variables = Config.all({
  ...oidcVariables,
  host: Config.schema(Host, "HOST").pipe(Config.withDefault("127.0.0.1")),
  port: Config.schema(Port, "PORT").pipe(Config.withDefault(3000)),
  databaseUrl: textOrFile(DatabaseUrl, "DATABASE_URL"),
  listenUrl: textOrFile(DatabaseUrl, "DATABASE_LISTEN_URL"),
  dataDir: Config.NonEmptyString("DATA_DIR").pipe(Config.withDefault("./data")),
  adminUsername: Config.schema(NewUsername, "ADMIN_USERNAME").pipe(Config.withDefault(Username.make("admin"))),
  adminPassword: textOrFile(NonEmptySecret, "ADMIN_PASSWORD"),
  logFormat,
  logLevel: Config.schema(LogLevels, "LOG_LEVEL").pipe(Config.withDefault("info" as const)),
  metricsPort: Config.option(Config.schema(Port, "METRICS_PORT")),
  collectorUrl: Config.option(Config.schema(CollectorUrl, "OTEL_EXPORTER_OTLP_ENDPOINT")),
  collectorHeaders: textOrFile(CollectorHeaders, "OTEL_EXPORTER_OTLP_HEADERS"),
  serviceName: Config.NonEmptyString("OTEL_SERVICE_NAME").pipe(Config.withDefault("strategy-planning")),
  maxStreams: Config.option(Config.schema(MaxStreams, "MAX_STREAMS")),
  trustedProxies: Config.schema(IpNetworks, "TRUSTED_PROXIES").pipe(Config.withDefault([])),
  basePath: Config.schema(BasePath, "BASE_PATH").pipe(Config.withDefault(""), Config.map(withoutLastSlash)),
  publicUrl: Config.schema(PublicUrl, "PUBLIC_URL").pipe(
    Config.map((text) => withoutLastSlash(new URL(text).href)),
    Config.option,
    Config.map(Option.getOrUndefined)
  ),
  corsOrigins: Config.schema(Origins, "CORS_ORIGINS").pipe(
    Config.map((text) => text.split(",").map((origin) => origin.trim())),
    Config.withDefault<ReadonlyArray<string>>([])
  ),
  accessLog: Config.schema(Switch, "ACCESS_LOG").pipe(
    Config.withDefault("0" as const),
    Config.map((text) => text === "1")
  ),
  archiveDir: Config.option(Config.NonEmptyString("ARCHIVE_DIR")),
  archiveEvery: Config.schema(ArchiveEvery, "ARCHIVE_EVERY").pipe(Config.withDefault(Duration.days(1))),
  archiveKeep: Config.schema(ArchiveKeep, "ARCHIVE_KEEP").pipe(Config.withDefault(7)),
  webhookAllow: Config.schema(IpNetworks, "WEBHOOK_ALLOW").pipe(Config.withDefault([])),
  timeZone: Config.schema(TimeZone, "TIME_ZONE").pipe(Config.withDefault("UTC")),
  companyName: Config.schema(ShownName, "COMPANY_NAME").pipe(Config.withDefault(null)),
  deckTemplate: Config.option(Config.NonEmptyString("DECK_TEMPLATE")),
  accountLogDays: Config.schema(Days, "ACCOUNT_LOG_DAYS").pipe(Config.withDefault(400))
})
export type Settings = Config.Success<typeof variables>

/** Two ports of 0 do not count as the same: each server gets a free port of its own. */
const usesSamePort = ({ port, metricsPort }: Settings): boolean => port !== 0 && Option.contains(metricsPort, port)

/** Links made from such a PUBLIC_URL would lead nowhere. */
const pathsDiffer = ({ publicUrl, basePath }: Settings): boolean =>
  publicUrl !== undefined && withoutLastSlash(new URL(publicUrl).pathname) !== basePath

/** The settings without which nobody can sign in by a provider, by their variables. */
const requiredForOidc = {
  OIDC_ISSUER: ({ oidcIssuer }: Settings) => Option.isSome(oidcIssuer),
  OIDC_CLIENT_ID: ({ oidcClientId }: Settings) => Option.isSome(oidcClientId),
  OIDC_CLIENT_SECRET: ({ oidcClientSecret }: Settings) => Option.isSome(oidcClientSecret),
  OIDC_ROLES: ({ oidcRoles }: Settings) => Option.isSome(oidcRoles),
  PUBLIC_URL: ({ publicUrl }: Settings) => publicUrl !== undefined
}

/** The first variable that only makes sense with a provider and is set. */
const oidcVariableIn = (settings: Settings): string | undefined => {
  const { PUBLIC_URL: _, ...own } = requiredForOidc
  const [set] = Object.entries(own).find(([, isSet]) => isSet(settings)) ?? []
  if (set !== undefined) return set
  if (Option.isSome(settings.oidcRoleClaim)) return "OIDC_ROLE_CLAIM"
  if (Option.isSome(settings.oidcName)) return "OIDC_NAME"
  return settings.passwordSignIn === "admins" ? "PASSWORD_SIGN_IN=admins" : undefined
}

/** Says which variable is missing for the sign-in by a provider that others ask for; undefined if it is complete or off. */
const missingForOidc = (settings: Settings): string | undefined => {
  const set = oidcVariableIn(settings)
  const [missing] = Object.entries(requiredForOidc).find(([, isSet]) => !isSet(settings)) ?? []
  return set === undefined || missing === undefined ? undefined : `${set} requires ${missing}, which is not set.`
}

/** The sign-in by a provider; null if it is off. */
export const oidcOf = (settings: Settings): OidcSettings | null => {
  const { oidcIssuer, oidcClientId, oidcClientSecret, oidcRoles, publicUrl } = settings
  if (publicUrl === undefined) return null
  const required = Option.all({
    ...{ issuer: oidcIssuer, clientId: oidcClientId, clientSecret: oidcClientSecret, roles: oidcRoles }
  })
  return Option.match(required, {
    onNone: () => null,
    onSome: (complete) => ({
      ...complete,
      roleClaim: Option.getOrElse(settings.oidcRoleClaim, () => "groups"),
      name: Option.getOrElse(settings.oidcName, () => new URL(complete.issuer).hostname),
      publicUrl
    })
  })
}

/** Settings that are right each by itself, but not together. */
const contradictions: ReadonlyArray<readonly [holds: (settings: Settings) => boolean, message: string]> = [
  [usesSamePort, "METRICS_PORT must differ from PORT."],
  [pathsDiffer, "The path of PUBLIC_URL must equal BASE_PATH."],
  [
    ({ databaseUrl, listenUrl }) => Option.isSome(listenUrl) && Option.isNone(databaseUrl),
    "DATABASE_LISTEN_URL requires DATABASE_URL, which is not set."
  ]
]

/** All settings from the environment, with their defaults. An empty variable counts as absent. */
export const config = variables.pipe(
  Config.mapEffect((settings) => {
    const [, contradiction] = contradictions.find(([holds]) => holds(settings)) ?? []
    const message = contradiction ?? missingForOidc(settings)
    return message === undefined ? Effect.succeed(settings) : Effect.fail(errorOf(message))
  })
)

/** Says which variable is wrong and what it must be. It never contains the value, which may be a secret. */
export const describeConfigError = ({ cause }: Config.ConfigError): string => {
  if (cause._tag === "SourceError") return cause.message
  const [first] = issuesOf(cause.issue).issues
  const name = (first?.path ?? []).map((segment) => String(typeof segment === "object" ? segment.key : segment))
  return `${name.join("_")} ${messageOf(cause.issue)}.`
}
