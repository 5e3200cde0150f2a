import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Duration, Effect, FileSystem, Option, Redacted } from "effect"
import { IpNetwork } from "effect/net"
import { Username } from "../src/accounts/users/Username.ts"
import { config, describeConfigError, oidcOf, type Settings } from "../src/Config.ts"

const settingsOf = (env: Readonly<Record<string, string>>) =>
  config.pipe(Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env })))

/** What `main` and `admin` print after `Error: `. */
const refusalOf = (env: Readonly<Record<string, string>>) =>
  Effect.map(Effect.flip(settingsOf(env)), describeConfigError)

const oidc = {
  OIDC_ISSUER: "https://Login.Example.org",
  OIDC_CLIENT_ID: "strategy",
  OIDC_CLIENT_SECRET: "hidden",
  OIDC_ROLES: "admin=strategy-admins, editor=a=b,viewer=*",
  PUBLIC_URL: "https://plans.example.org"
}

const refused: ReadonlyArray<readonly [string, Record<string, string>, string]> = [
  ...[" ", "127.0.0.1 ", "a\nb", "[::1]", "x".repeat(256)].map(
    (value) =>
      [
        `HOST ${JSON.stringify(value.slice(0, 12))}`,
        { HOST: value },
        "HOST must be an address or name of this machine, such as 127.0.0.1."
      ] as const
  ),
  ...["PORT", "METRICS_PORT", "MAX_STREAMS", "ACCOUNT_LOG_DAYS", "ARCHIVE_KEEP"].flatMap((name) =>
    [" ", "\t\n", " 80", "0x50", "8e1", "80.0", "+80", "٨٠"].map(
      (value) => [`${name} ${JSON.stringify(value)}`, { [name]: value }, `${name} must be a whole number.`] as const
    )
  ),
  ["PORT", { PORT: "99999" }, "PORT must be from 0 to 65535."],
  ["PORT as text", { PORT: "http" }, "PORT must be a whole number."],
  ...["mysql://user:secret@host/db", "postgres://user:secret@host:99999/db", "postgres://a b@host/db"].flatMap(
    (value) =>
      ["DATABASE_URL", "DATABASE_LISTEN_URL"].map(
        (name) =>
          [
            `${name} ${value}`,
            { [name]: value },
            `${name} must look like postgres://user:password@host:5432/database.`
          ] as const
      )
  ),
  [
    "sslmode",
    { DATABASE_URL: "postgres://user:secret@host/db?sslmode=verify_full" },
    "DATABASE_URL has an unknown sslmode."
  ],
  ["LOG_FORMAT", { LOG_FORMAT: "xml" }, "LOG_FORMAT must be pretty or json."],
  ["LOG_LEVEL", { LOG_LEVEL: "loud" }, "LOG_LEVEL must be debug, info, warning or error."],
  ["METRICS_PORT", { METRICS_PORT: "-1" }, "METRICS_PORT must be from 0 to 65535."],
  ["METRICS_PORT that equals PORT", { PORT: "41999", METRICS_PORT: "41999" }, "METRICS_PORT must differ from PORT."],
  [
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    { OTEL_EXPORTER_OTLP_ENDPOINT: "http://user:secret@collector:4318" },
    "OTEL_EXPORTER_OTLP_ENDPOINT must look like http://localhost:4318."
  ],
  ...["secret", "a=b,", "a b=secret", "=secret", "a=%zz", "a=%0asecret", "a=é"].map(
    (value) =>
      [
        `OTEL_EXPORTER_OTLP_HEADERS ${value}`,
        { OTEL_EXPORTER_OTLP_HEADERS: value },
        "OTEL_EXPORTER_OTLP_HEADERS must look like authorization=Bearer%20abc,x-tenant=plans."
      ] as const
  ),
  ...["planning", "//", "/a b", "/a/../b", "/a?b", "/."].map(
    (value) => [`BASE_PATH ${value}`, { BASE_PATH: value }, "BASE_PATH must look like /planning."] as const
  ),
  ["PUBLIC_URL", { PUBLIC_URL: "plans.example.org" }, "PUBLIC_URL must look like https://plans.example.org."],
  ...["ftp://plans.example.org", "https://ada@plans.example.org", "https://x/?a=1", "https://", "https://x:99999"].map(
    (value) =>
      [`PUBLIC_URL ${value}`, { PUBLIC_URL: value }, "PUBLIC_URL must look like https://plans.example.org."] as const
  ),
  [
    "DATABASE_LISTEN_URL alone",
    { DATABASE_LISTEN_URL: "postgres://x@localhost/strategy" },
    "DATABASE_LISTEN_URL requires DATABASE_URL, which is not set."
  ],
  [
    "PUBLIC_URL without the base path",
    { PUBLIC_URL: "https://x/", BASE_PATH: "/a" },
    "The path of PUBLIC_URL must equal BASE_PATH."
  ],
  ["PUBLIC_URL with a path of its own", { PUBLIC_URL: "https://x/a" }, "The path of PUBLIC_URL must equal BASE_PATH."],
  ...["Europe/Atlantis", "+01:00", "local"].map(
    (value) =>
      [
        `TIME_ZONE ${value}`,
        { TIME_ZONE: value },
        "TIME_ZONE must be the IANA name of a time zone, such as Europe/Berlin."
      ] as const
  ),
  ...["North\u2028wind", "n".repeat(51)].map(
    (value) => [`COMPANY_NAME ${value}`, { COMPANY_NAME: value }, "COMPANY_NAME must have 1 to 50 characters."] as const
  ),
  ["ACCESS_LOG", { ACCESS_LOG: "yes" }, "ACCESS_LOG must be 0 or 1."],
  ...["often", "59 seconds", "Infinity", "-1 days"].map(
    (value) =>
      [
        `ARCHIVE_EVERY ${value}`,
        { ARCHIVE_EVERY: value },
        "ARCHIVE_EVERY must be a duration of at least a minute, such as 6 hours."
      ] as const
  ),
  ...Object.keys(oidc).map(
    (missing) =>
      [
        `sign-in by a provider without ${missing}`,
        { ...oidc, [missing]: "" },
        `${missing === "OIDC_ISSUER" ? "OIDC_CLIENT_ID" : "OIDC_ISSUER"} requires ${missing}, which is not set.`
      ] as const
  ),
  ...["OIDC_NAME", "OIDC_ROLE_CLAIM"].map(
    (name) => [`${name} alone`, { [name]: "x" }, `${name} requires OIDC_ISSUER, which is not set.`] as const
  ),
  [
    "PASSWORD_SIGN_IN without a provider",
    { PASSWORD_SIGN_IN: "admins" },
    "PASSWORD_SIGN_IN=admins requires OIDC_ISSUER, which is not set."
  ],
  ["PASSWORD_SIGN_IN", { PASSWORD_SIGN_IN: "none" }, "PASSWORD_SIGN_IN must be all or admins."],
  ...["login.example.org", "http://login.example.org", "https://a@b.example", "https://x/?a=1", "https://x#y"].map(
    (value) =>
      [
        `OIDC_ISSUER ${value}`,
        { ...oidc, OIDC_ISSUER: value },
        "OIDC_ISSUER must look like https://login.example.org/realms/company."
      ] as const
  ),
  ...[
    ...["boss=x", "admin", "admin=", "admin=a,,viewer=*", "=a", "admin=CN=Strategy, Admins,OU=Groups"],
    ...["{}", "{", '{"boss":"x"}', '{"admin":[]}', '{"admin":""}', '{"admin":[7]}', '{"admin":null}', '["admin"]'],
    ...['{"admin":"a","viewer":"*","admin":"b"}', String.raw`{"admin":"CN=Strategy\, Admins"}`, "{'admin':'a'}"]
  ].map(
    (value) =>
      [
        `OIDC_ROLES ${value}`,
        { ...oidc, OIDC_ROLES: value },
        'OIDC_ROLES must look like admin=strategy-admins,editor=product,viewer=*, or like {"admin":["CN=Strategy, Admins"],"viewer":"*"}.'
      ] as const
  ),
  ["ARCHIVE_KEEP", { ARCHIVE_KEEP: "0" }, "ARCHIVE_KEEP must be from 1 to 1000."],
  ["MAX_STREAMS", { MAX_STREAMS: "0" }, "MAX_STREAMS must be from 1 to 100000."],
  ["MAX_STREAMS as text", { MAX_STREAMS: "many" }, "MAX_STREAMS must be a whole number."],
  ["ACCOUNT_LOG_DAYS", { ACCOUNT_LOG_DAYS: "0" }, "ACCOUNT_LOG_DAYS must be from 1 to 10000."],
  ["ACCOUNT_LOG_DAYS in part", { ACCOUNT_LOG_DAYS: "1.5" }, "ACCOUNT_LOG_DAYS must be a whole number."],
  ...["10.0.0.0/33", "10.0.0.1/8", "proxy.local", "10.0.0.1,", "10.0.0.1 10.0.0.2", "::/129", "10.0.0.1:80"].map(
    (value) =>
      [
        `TRUSTED_PROXIES ${value}`,
        { TRUSTED_PROXIES: value },
        "TRUSTED_PROXIES must list IP addresses and networks such as 10.0.0.0/8 or 2001:db8::1, separated by commas."
      ] as const
  ),
  [
    "WEBHOOK_ALLOW",
    { WEBHOOK_ALLOW: "localhost" },
    "WEBHOOK_ALLOW must list IP addresses and networks such as 10.0.0.0/8 or 2001:db8::1, separated by commas."
  ],
  ...["*", "https://a.example/", "a.example", "https://a.example https://b.example", "ftp://a.example"].map(
    (value) =>
      [
        `CORS_ORIGINS ${value}`,
        { CORS_ORIGINS: value },
        "CORS_ORIGINS must list origins such as https://reports.example.org, separated by commas."
      ] as const
  )
]

const defaults: Settings = {
  host: "127.0.0.1",
  port: 3000,
  databaseUrl: Option.none(),
  listenUrl: Option.none(),
  dataDir: "./data",
  adminUsername: Username.make("admin"),
  adminPassword: Option.none(),
  logFormat: Option.none(),
  logLevel: "info",
  metricsPort: Option.none(),
  collectorUrl: Option.none(),
  collectorHeaders: Option.none(),
  serviceName: "strategy-planning",
  maxStreams: Option.none(),
  trustedProxies: [],
  webhookAllow: [],
  corsOrigins: [],
  basePath: "",
  publicUrl: undefined,
  accessLog: false,
  archiveDir: Option.none(),
  archiveEvery: Duration.days(1),
  archiveKeep: 7,
  timeZone: "UTC",
  companyName: null,
  deckTemplate: Option.none(),
  accountLogDays: 400,
  oidcIssuer: Option.none(),
  oidcClientId: Option.none(),
  oidcClientSecret: Option.none(),
  oidcRoles: Option.none(),
  oidcRoleClaim: Option.none(),
  oidcName: Option.none(),
  passwordSignIn: "all"
}

const headers = { authorization: "Basic YTpi=", "x-tenant": "plans", empty: "" }

describe("Config", () => {
  it.effect("reads proxies as addresses and networks of both families, and IPv4 written as IPv6 as IPv4", () =>
    Effect.gen(function* () {
      const { trustedProxies } = yield* settingsOf({
        TRUSTED_PROXIES: "10.0.0.0/8, 192.0.2.7 ,2001:DB8::/32,::1,::ffff:172.16.0.0/108,::ffff:192.0.2.9,::/0"
      })
      assert.deepStrictEqual(trustedProxies.map(IpNetwork.format), [
        ...["10.0.0.0/8", "192.0.2.7/32", "2001:db8::/32", "::1/128", "172.16.0.0/12", "192.0.2.9/32", "::/0"]
      ])
    })
  )

  it.effect.each(refused)("refuses an invalid %s and says what it must be", ([, env, message]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* refusalOf(env), message)
    })
  )

  it.effect("reads the sign-in by a provider; without it there is none", () =>
    Effect.gen(function* () {
      assert.isNull(oidcOf(yield* settingsOf({ PUBLIC_URL: "https://plans.example.org" })))
      const { clientSecret, ...others } = oidcOf(yield* settingsOf(oidc)) ?? assert.fail("off")
      assert.strictEqual(Redacted.value(clientSecret), "hidden")
      assert.deepStrictEqual(others, {
        issuer: "https://login.example.org/",
        clientId: "strategy",
        roles: [
          { role: "admin", value: "strategy-admins" },
          { role: "editor", value: "a=b" },
          { role: "viewer", value: "*" }
        ],
        roleClaim: "groups",
        name: "login.example.org",
        publicUrl: "https://plans.example.org"
      })
    })
  )

  it.effect("writes the public URL as addresses are written in links", () =>
    Effect.gen(function* () {
      const written = { PUBLIC_URL: "https://Pläne.Example.org:443/planning//", BASE_PATH: "/planning/" }
      const { publicUrl } = yield* settingsOf(written)
      assert.strictEqual(publicUrl, "https://xn--plne-moa.example.org/planning")
    })
  )

  it.effect("reads a collector's headers, whose values are percent-encoded and never shown", () =>
    Effect.gen(function* () {
      const text = " Authorization = Basic%20YTpi%3D , x-tenant=a=b,x-tenant=plans,empty="
      const { collectorHeaders } = yield* settingsOf({ OTEL_EXPORTER_OTLP_HEADERS: text })
      assert.deepStrictEqual(Option.map(collectorHeaders, Redacted.value), Option.some(headers))
      assert.notInclude(JSON.stringify(collectorHeaders), "YTpi")
    })
  )

  const secrets: ReadonlyArray<
    readonly [string, string, (settings: Settings) => Option.Option<Redacted.Redacted<unknown>>]
  > = [
    ["ADMIN_PASSWORD", "correct horse ", ({ adminPassword }) => adminPassword],
    ["OIDC_CLIENT_SECRET", "hidden", ({ oidcClientSecret }) => oidcClientSecret],
    ["DATABASE_URL", "postgres://a:b@c/d", ({ databaseUrl }) => databaseUrl]
  ]

  it.effect.each(secrets)("reads %s from a file, without one line break at its end", ([name, text, read]) =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const path = `${yield* fs.makeTempDirectoryScoped()}/secret`
      const { OIDC_CLIENT_SECRET: _, ...others } = oidc
      const env = { ...(name === "OIDC_CLIENT_SECRET" ? others : {}), [`${name}_FILE`]: path }
      const given = Effect.map(settingsOf(env), (settings) => Option.map(read(settings), Redacted.value))
      for (const end of ["", "\n", "\r\n"]) {
        yield* fs.writeFileString(path, `${text}${end}`)
        assert.deepStrictEqual(yield* given, Option.some(text))
      }
      assert.strictEqual(
        yield* refusalOf({ ...env, [name]: text }),
        `${name} and ${name}_FILE are both set. Set one of them.`
      )
      yield* fs.writeFileString(path, "\n")
      assert.strictEqual(yield* refusalOf(env), `${name}_FILE: ${path} is empty.`)
      yield* fs.writeFileString(path, "x".repeat(65_537))
      assert.strictEqual(yield* refusalOf(env), `${name}_FILE: ${path} is larger than 65536 bytes.`)
      yield* fs.remove(path)
      assert.strictEqual(yield* refusalOf(env), `${name}_FILE: ${path} can't be read: there is no such file or folder.`)
      yield* fs.makeDirectory(path)
      assert.strictEqual(yield* refusalOf(env), `${name}_FILE: ${path} can't be read: it is a folder.`)
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )

  it.effect("says what a secret in a file must be, and not what it is", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const path = yield* fs.makeTempFileScoped()
      yield* fs.writeFileString(path, "mysql://user:secret@host/db")
      assert.strictEqual(
        yield* refusalOf({ DATABASE_URL_FILE: path }),
        `DATABASE_URL_FILE: What ${path} holds must look like postgres://user:password@host:5432/database.`
      )
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )

  it.effect("reads any name of a group from JSON, in the variable or in a file", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const path = yield* fs.makeTempFileScoped()
      const admins = [
        ...["CN=Strategy, Admins,OU=Groups", String.raw`CN=Acme\, Inc.,DC=acme`, 'the "best" group', " padded "],
        ...['{"viewer":"*"}', String.raw`a\"viewer":`, "Führung,viewer=*"]
      ]
      const text = JSON.stringify({ viewer: "*", admin: admins }, undefined, 2)
      const { OIDC_ROLES: _, ...others } = oidc
      yield* fs.writeFileString(path, `\uFEFF${text}\n`)
      for (const env of [{ OIDC_ROLES: text }, { OIDC_ROLES_FILE: path }]) {
        const { roles } = oidcOf(yield* settingsOf({ ...others, ...env })) ?? assert.fail("off")
        const rules = [{ role: "viewer", value: "*" }, ...admins.map((value) => ({ role: "admin", value }))]
        assert.deepStrictEqual(roles, rules as typeof roles)
      }
      assert.strictEqual(
        yield* refusalOf({ ...oidc, OIDC_ROLES_FILE: path }),
        "OIDC_ROLES and OIDC_ROLES_FILE are both set. Set one of them."
      )
      yield* fs.writeFileString(path, "admin=secret-group\nviewer=*")
      assert.strictEqual(
        (yield* refusalOf({ ...others, OIDC_ROLES_FILE: path })).split(" must look like ")[0],
        `OIDC_ROLES_FILE: What ${path} holds`
      )
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )

  it.effect("has a default for everything", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* settingsOf({}), defaults)
    })
  )

  it.effect("prefers what is set to the default; both ports may be 0, since each then gets a free one", () =>
    Effect.gen(function* () {
      const env = { HOST: "::1", PORT: "0", METRICS_PORT: "0", DATABASE_URL: "postgres://a:b@c/d", MAX_STREAMS: "1" }
      const { databaseUrl, ...others } = yield* settingsOf(env)
      assert.deepStrictEqual(Option.map(databaseUrl, Redacted.value), Option.some("postgres://a:b@c/d"))
      const { databaseUrl: _, ...usual } = defaults
      assert.deepStrictEqual(others, {
        ...usual,
        host: "::1",
        port: 0,
        metricsPort: Option.some(0),
        maxStreams: Option.some(1)
      })
    })
  )
})
