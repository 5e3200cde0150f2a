import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, layer } from "@effect/vitest"
import { Context, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import * as Postgres from "../../scripts/support/PostgresServer.ts"
import * as PostgresDatabase from "../../src/sql/PostgresDatabase.ts"
import * as Certificate from "../support/Certificate.ts"

/** The rules of pg_hba.conf for connections over TCP. */
const rules = { any: "host", encrypted: "hostssl", plain: "hostnossl" } as const

interface TlsPostgres {
  readonly url: string
  /** Switches TLS on or off for new connections, and accepts those that a rule allows. */
  readonly set: (tls: boolean, rule?: keyof typeof rules) => Effect.Effect<void>
}

class Server extends Context.Service<Server, TlsPostgres>()("test/TlsPostgres") {
  static readonly layer = Layer.effect(
    Server,
    Effect.gen(function* () {
      const folder = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "strategy-tls-"))),
        (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
      )
      const { key, certificate } = Certificate.write(folder)
      const server = yield* Effect.acquireRelease(
        Effect.promise(() => Postgres.createServer()),
        ({ remove }) => Effect.promise(remove)
      )
      const place = (name: string) => join(server.dataDir, name)
      writeFileSync(place("server.key"), readFileSync(key), { mode: 0o600 })
      writeFileSync(place("server.crt"), readFileSync(certificate))
      if (process.getuid?.() === 0) execFileSync("chown", ["--reference", server.dataDir, place("server.key")])
      yield* Effect.promise(server.start)
      const set = (tls: boolean, rule: keyof typeof rules = "any") =>
        Effect.sync(() => {
          writeFileSync(place("postgresql.auto.conf"), `ssl = ${tls ? "on" : "off"}\n`)
          writeFileSync(place("pg_hba.conf"), `${rules[rule]} all all 127.0.0.1/32 scram-sha-256\n`)
          process.kill(Number(readFileSync(place("postmaster.pid"), "utf8").split("\n")[0]), "SIGHUP")
        })
      return { url: server.url, set }
    })
  )
}

/** Whether a session is encrypted, as PostgreSQL reports it. */
const isEncrypted = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()`
  return rows[0]?.ssl === true
})

/** A new database client for each; PostgreSQL takes a moment to read its settings again. */
const connected = (url: string) =>
  isEncrypted.pipe(Effect.provide(PostgresDatabase.layer(Redacted.make(url))), Effect.scoped)

const settled = <A, E, R>(effect: Effect.Effect<A, E, R>, wanted: A) =>
  effect.pipe(
    Effect.option,
    Effect.repeat({ until: (found) => found._tag === "Some" && found.value === wanted, times: 400 }),
    Effect.map((found) => found._tag === "Some" && found.value === wanted)
  )

/** Closes all other sessions, so that the next statement needs a new connection. */
const disconnected = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.ignore(
    sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend'`
  )
})

const nobody = Effect.acquireRelease(
  Effect.promise(
    () =>
      new Promise<{ readonly port: number; readonly close: () => void }>((resolve) => {
        const server = createServer((socket) => socket.destroy())
        server.listen(0, "127.0.0.1", () => {
          const address = server.address()
          resolve({ port: typeof address === "object" && address ? address.port : 0, close: () => server.close() })
        })
      })
  ),
  ({ close }) => Effect.sync(close)
)

describe("Without sslmode", () => {
  layer(Server.layer, { excludeTestServices: true })((it) => {
    it.effect("connections are encrypted if the server offers it, else not", () =>
      Effect.gen(function* () {
        const { url, set } = yield* Server
        yield* set(true)
        assert.isTrue(yield* settled(connected(url), true))
        assert.isFalse(yield* connected(`${url}?sslmode=disable`))
        yield* set(false)
        assert.isTrue(yield* settled(connected(url), false))
        assert.strictEqual((yield* Effect.flip(connected(`${url}?sslmode=require`)))._tag, "DatabaseRefused")
      })
    )

    it.effect("a server that offers encryption but accepts only plain connections gets a plain one", () =>
      Effect.gen(function* () {
        const { url, set } = yield* Server
        yield* set(true, "plain")
        assert.isTrue(yield* settled(connected(url), false))
        yield* set(true, "encrypted")
        assert.isTrue(yield* settled(connected(url), true))
        assert.strictEqual((yield* Effect.flip(connected(`${url}?sslmode=disable`)))._tag, "DatabaseRefused")
      })
    )

    it.effect("a running service reconnects as a server begins or stops to encrypt", () =>
      Effect.gen(function* () {
        const { url, set } = yield* Server
        yield* set(true)
        assert.isTrue(yield* settled(connected(url), true))
        yield* Effect.gen(function* () {
          yield* set(false)
          assert.isTrue(yield* settled(Effect.andThen(disconnected, isEncrypted), false))
          yield* set(true, "encrypted")
          assert.isTrue(yield* settled(Effect.andThen(disconnected, isEncrypted), true))
        }).pipe(Effect.provide(PostgresDatabase.layer(Redacted.make(url))))
      }).pipe(Effect.scoped)
    )

    it.effect("each of several hosts gets the kind of connection that it accepts", () =>
      Effect.gen(function* () {
        const { url, set } = yield* Server
        const { port } = yield* nobody
        const several = url.replace("@", `@127.0.0.1:${port},`)
        for (const [tls, rule, expected] of [
          [true, "any", true],
          [false, "any", false],
          [true, "plain", false]
        ] as const) {
          yield* set(tls, rule)
          assert.isTrue(yield* settled(connected(several), expected), `${tls} ${rule}`)
        }
      }).pipe(Effect.scoped)
    )
  })
})
