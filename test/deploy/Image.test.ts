import { execFileSync, spawn } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import packageJson from "../../package.json" with { type: "json" }
import { call, signIn } from "../../scripts/support/Calls.ts"
import { freePort } from "../../scripts/support/PostgresServer.ts"
import { built, command, imageUser, inside } from "./StandInImage.ts"

const maxMegabytes = 300

/** The process of the container by its number outside. */
const containerProcess = (): number =>
  Number(
    readdirSync("/proc").find((name) => {
      if (!/^\d+$/.test(name)) return false
      const status = readFileSync(`/proc/${name}/status`, "utf8")
      return status.includes(`\nUid:\t${imageUser}\t`) && /\nNSpid:\t\d+\t1\n/.test(status)
    })
  )

/** It needs root, Debian's buildah and mmdebstrap, and a registry of npm: run by `npm run prove -- image`. */
describe.runIf(process.env.IMAGE === "1")("The image", () => {
  it.live(
    "is small, runs as a user on a read-only root with the page built in, and drains on SIGTERM",
    () =>
      Effect.gen(function* () {
        const image = yield* built
        const { config, root } = image
        assert.strictEqual(config.User, `${imageUser}:${imageUser}`)
        assert.strictEqual(config.StopSignal, "SIGTERM")
        assert.deepStrictEqual(Object.keys(config.Volumes), ["/data"])
        assert.strictEqual(config.Labels["org.opencontainers.image.version"], packageJson.version)
        assert.include(config.Healthcheck.Test.join(" "), "/health")
        const megabytes = Number(execFileSync("du", ["-sm", `${root}/app`], { encoding: "utf8" }).split("\t")[0])
        console.log(`The image has ${megabytes} MB beside its base.`)
        assert.isAtMost(megabytes, maxMegabytes)

        const port = yield* Effect.promise(freePort)
        const secrets = { ADMIN_PASSWORD: "correct horse" }
        const [file = "", ...args] = command(image, { HOST: "127.0.0.1", PORT: String(port), ...secrets })
        let output = ""
        const child = spawn(file, args, { stdio: ["ignore", "pipe", "pipe"] })
        for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk))
        yield* Effect.addFinalizer(() => Effect.sync(() => child.kill("SIGKILL")))
        const ended = new Promise<number | null>((resolve) => child.once("exit", resolve))
        const url = `http://127.0.0.1:${port}`
        yield* Effect.tryPromise(() => fetch(`${url}/health`)).pipe(
          Effect.retry({ schedule: Schedule.spaced("100 millis") })
        )
        assert.notInclude(output, "Building the page")
        const pid = containerProcess()
        // The signal at its parent's death is lost when it becomes another user.
        yield* Effect.addFinalizer(() => Effect.sync(() => existsSync(`/proc/${pid}`) && process.kill(pid, "SIGKILL")))
        assert.match(
          inside(image, pid, "touch /x /app/x 2>&1 || touch /data/x && echo written"),
          /Read-only[\s\S]*Read-only[\s\S]*written/
        )
        const health = config.Healthcheck.Test.slice(1).map((word) => `'${word}'`)
        assert.strictEqual(inside(image, pid, `export PORT=${port}; ${health.join(" ")} && echo healthy`), "healthy")
        const admin = (line: string) => inside(image, pid, `export DATA_DIR=/data; node scripts/admin.ts ${line}`)
        assert.match(admin("sample"), /^Loaded the sample strategy/)
        assert.match(admin('export --team "Payments" --file /data/deck.pptx'), /^Wrote the presentation/)

        const token = yield* Effect.promise(() => signIn(url))
        const write = async (n: number) => {
          const team = { eventType: "create_team", data: { name: `Team ${n}`, color: "#123456" } }
          return (await call(url, token, "/api/events", team)).status
        }
        const writes = Array.from({ length: 20 }, (_, n) => write(n))
        yield* Effect.promise(() => Promise.any(writes))
        process.kill(pid, "SIGTERM")
        const answers = yield* Effect.promise(() => Promise.allSettled(writes))
        // New connections are refused.
        const statuses = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []))
        assert.deepStrictEqual([...new Set(statuses)], [200])
        assert.strictEqual(yield* Effect.promise(() => ended), 0, output)
        assert.include(output, "Stopped. All resources are released.")
      }).pipe(Effect.scoped),
    { timeout: 900_000 }
  )
})
