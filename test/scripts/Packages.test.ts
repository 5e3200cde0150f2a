import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import packageJson from "../../package.json" with { type: "json" }
import { runScript } from "./AdminProcess.ts"

const Lock = Schema.fromJsonString(
  Schema.Struct({
    packages: Schema.Record(
      Schema.String,
      Schema.Struct({ dev: Schema.optional(Schema.Boolean), optional: Schema.optional(Schema.Boolean) })
    )
  })
)

const { packages } = Schema.decodeUnknownSync(Lock)(readFileSync("package-lock.json", "utf8"))

/** The lock file's entry of a package, which says whether `npm ci` can leave the package out. */
const lockEntry = (name: string) => packages[`node_modules/${name}`]

describe("package.json", () => {
  it("lists the packages that run the service where no npm ci leaves them out", () => {
    for (const name of Object.keys(packageJson.dependencies)) assert.deepStrictEqual(lockEntry(name), {}, name)
  })

  it("has Node, and what only builds the page, as optional packages", () => {
    assert.sameMembers(Object.keys(packageJson.optionalDependencies), ["@preact/signals", "node", "preact", "vite"])
    for (const name of Object.keys(packageJson.optionalDependencies)) assert.isUndefined(lockEntry(name)?.dev, name)
  })

  it("has the version of its lock file", () => {
    assert.propertyVal(JSON.parse(readFileSync("package-lock.json", "utf8")), "version", packageJson.version)
  })

  it.each(["start", "admin", "page"] as const)("checks the version of Node before %s", (name) => {
    assert.strictEqual(packageJson.scripts[`pre${name}`], "node scripts/checkNode.js")
  })

  it.live.each([
    ["20.20.2", 1],
    ["22.18.0", 1],
    ["22.19.0", 0],
    ["24.0.0", 0]
  ] as const)("of Node %s that check ends with %i", ([version, code]) =>
    Effect.gen(function* () {
      const versions = `Object.defineProperty(process,'versions',{value:{node:'${version}'}})`
      const { stderr, ...ended } = yield* runScript(`--import=data:text/javascript,${versions}`, [
        "scripts/checkNode.js"
      ])
      assert.deepStrictEqual(ended, { code, stdout: "" })
      assert.match(stderr, code === 0 ? /^$/ : new RegExp(`^Error: This is Node ${version}; .* 22\\.19 or newer.*\n$`))
    })
  )
})
