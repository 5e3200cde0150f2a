import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import * as ServerProcess from "../../scripts/support/ServerProcess.ts"
import { migratedDatabase } from "../support/databases.ts"

const ours = join(import.meta.dirname, "..", "..")

/** A copy of this project right after its packages were installed, with a small page that was never built. */
const freshProject = Effect.acquireRelease(
  Effect.promise(async () => {
    const root = await mkdtemp(join(tmpdir(), "strategy-fresh-"))
    for (const name of ["src", "scripts", "package.json", "package-lock.json"]) {
      await cp(join(ours, name), join(root, name), { recursive: true })
    }
    await symlink(join(ours, "node_modules"), join(root, "node_modules"))
    await rm(join(root, "src", "web"), { recursive: true })
    await cp(join(ours, "test/system/page"), join(root, "src/web"), { recursive: true })
    await cp(join(ours, "src/web/build"), join(root, "src/web/build"), { recursive: true })
    return root
  }),
  (root) => Effect.promise(() => rm(root, { recursive: true, force: true, maxRetries: 3 }))
)

const pageLines = (output: string) =>
  output.match(/(?<="message":")[^"]*\bpage\b[^"]*/g)?.map((line) => line.replace(/[\d.]+ s/, "n s"))

describe("a server that starts", () => {
  it.live(
    "ends with one clear line if the page cannot be built; builds a stale page, says so, and serves it; serves a built page at once",
    () =>
      Effect.gen(function* () {
        const root = yield* freshProject
        const env = { DATABASE_URL: Redacted.value(yield* migratedDatabase) }
        const main = join(root, "src", "web", "main.ts")
        const whole = yield* Effect.promise(() => readFile(main))
        yield* Effect.promise(() => writeFile(main, 'import "./nowhere.ts"\n'))
        const failed = yield* Effect.flip(ServerProcess.start(env, root))
        assert.strictEqual(failed.code, 1)
        assert.match(
          failed.output.trim().split("\n").at(-1) ?? "",
          /^Error: The page cannot be built: .*'\.\/nowhere\.ts'.*src\/web\/main\.ts:1:\d+\)$/
        )
        assert.notInclude(failed.output, "first admin")
        assert.deepStrictEqual(yield* Effect.promise(() => readdir(join(root, "dist"))), [])

        yield* Effect.promise(() => writeFile(main, whole))
        const once = Effect.scoped(
          Effect.gen(function* () {
            const { url, output } = yield* ServerProcess.start(env, root)
            const page = yield* Effect.promise(async () => (await fetch(`${url}/strategy/`)).text())
            const script = /src="([^"]*)"/.exec(page)?.[1]
            const answer = yield* Effect.promise(() => fetch(`${url}${script}`))
            return {
              status: answer.status,
              script: yield* Effect.promise(() => answer.text()),
              lines: pageLines(output())
            }
          })
        )
        const first = yield* once
        assert.deepStrictEqual(first.lines, ["Building the page …", "Built the page in n s."])
        assert.strictEqual(first.status, 200)
        assert.include(first.script, "a page of its own")
        assert.deepStrictEqual(yield* once, { ...first, lines: undefined })
      }).pipe(Effect.scoped)
  )
})
