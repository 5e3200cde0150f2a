import { execFile } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"

const run = promisify(execFile)

const root = join(import.meta.dirname, "../..")

/** The program that the documents show. */
const shown = /```ts\n(.*?)```/s.exec(readFileSync(join(root, "docs/api.md"), "utf8"))?.[1] ?? ""

/** The files of a program that uses the installed package. */
const program = `import { Deferred, Effect, Fiber, Redacted, Stream } from "effect"
import { FetchHttpClient } from "effect/http"
import * as Client from "strategy-planning/client"
import { TestService } from "strategy-planning/testing"

const use = Effect.gen(function* () {
  const service = yield* TestService
  const viewer = yield* service.connect("vera", "viewer")
  const ada = yield* service.addUser("ada", "admin")
  const admin = yield* service.baseUrl.includes("127.0.0.1")
    ? Effect.provide(Client.make({ ...ada, password: Redacted.make(Redacted.value(ada.password)) }), FetchHttpClient.layer)
    : service.connect("ben", "admin")
  const create = (name: string) => admin.submit({ eventType: "create_team", data: { name, color: "#336699" } })
  const ready = yield* Deferred.make<void>()
  const changes = Stream.tap(viewer.changes(), ({ _tag }) => (_tag === "Ready" ? Deferred.succeed(ready, undefined) : Effect.void))
  const received = yield* Effect.forkChild(Stream.runCollect(Stream.take(changes, 2)))
  yield* Deferred.await(ready)
  yield* create("Team 1")
  const [, change] = yield* Fiber.join(received)
  const [team] = yield* viewer.api.strategy.teams({ query: {}, headers: {} })
  console.log(change?._tag, team?.name, (yield* create("Team 1")).status)
})

for (const port of [0, null]) await Effect.runPromise(Effect.provide(use, TestService.layerWith({ port })))
`

describe("the packed package", () => {
  const folder = mkdtempSync(join(tmpdir(), "tarball-"))
  const here = { cwd: folder, timeout: 120_000 }

  let files: ReadonlyArray<{ readonly path: string }> = []

  beforeAll(async () => {
    const packed = await run("npm", ["pack", "--json", "--pack-destination", folder], { cwd: root, timeout: 120_000 })
    // The output of `prepack` comes before the JSON.
    ;[{ files }] = JSON.parse(packed.stdout.slice(packed.stdout.search(/^\[/m)))
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }))
    const [tarball = ""] = readdirSync(folder).filter((name) => name.endsWith(".tgz"))
    await run(
      "npm",
      ["install", "--omit=optional", "--prefer-offline", "--no-audit", "--no-fund", `./${tarball}`],
      here
    )
  }, 240_000)

  afterAll(() => rmSync(folder, { recursive: true }))

  it("has at most 150 files", () => {
    assert.isAtMost(files.length, 150)
    assert.isAbove(files.filter(({ path }) => path.endsWith(".d.ts")).length, 2)
  })

  it("is used in twenty lines of strict TypeScript, on a port and without one", async () => {
    writeFileSync(join(folder, "use.ts"), program)
    writeFileSync(join(folder, "shown.ts"), shown)
    assert.include(shown, "strategy-planning/client")
    const strict = ["--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--skipLibCheck"]
    const types = ["--types", "node", "--typeRoots", join(root, "node_modules/@types")]
    const options = ["--noEmit", "--singleThreaded", "--module", "nodenext", "--target", "es2024", ...types]
    await run(
      process.execPath,
      [join(root, "node_modules/typescript/bin/tsc"), ...strict, ...options, "use.ts", "shown.ts"],
      here
    )
    const { stdout } = await run(process.execPath, ["use.ts"], here)
    assert.deepStrictEqual(stdout.match(/^\w+ Team 1 \w+$/gm)?.length, 2, stdout)
  })
})
