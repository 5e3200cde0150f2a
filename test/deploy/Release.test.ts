import { execFileSync, spawnSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import packageJson from "../../package.json" with { type: "json" }
import lock from "../../package-lock.json" with { type: "json" }
import { dataFolder } from "../../scripts/support/Calls.ts"
import * as ServerProcess from "../../scripts/support/ServerProcess.ts"

const { name, version, dependencies } = packageJson

const read = (path: string): string => readFileSync(path, "utf8")

/** The tags of the commit that is checked out; none where git does not know it. */
const tags = (): ReadonlyArray<string> => {
  const { status, stdout } = spawnSync("git", ["tag", "--points-at", "HEAD", "--list", "v[0-9]*"], { encoding: "utf8" })
  return status === 0 ? stdout.split("\n").filter(Boolean) : []
}

const release = (...args: ReadonlyArray<string>) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/release.ts", ...args], { encoding: "utf8" })
  return { status, stdout, stderr }
}

describe("A release", () => {
  it("has one version: in package.json, the lock file, the image, the changelog and the commit's tag", () => {
    assert.deepStrictEqual([lock.version, lock.packages[""].version], [version, version])
    assert.include(read("scripts/deploy/Dockerfile"), `ARG VERSION=${version}\n`)
    assert.strictEqual(/^## (.*)$/m.exec(read("CHANGELOG.md"))?.[1], version)
    if (tags().length > 0) assert.include(tags(), `v${version}`)
  })

  // It installs the packages twice: run by `npm run prove -- release`.
  it.live.runIf(process.env.RELEASE === "1")(
    "is unpacked and started by Node, with the page built; its files have checksums, and its packages a bill",
    () =>
      Effect.gen(function* () {
        const [out, unpacked] = [yield* dataFolder, yield* dataFolder]
        const made = release("--out", out)
        assert.deepStrictEqual([made.status, made.stderr], [0, ""])
        const files = [`${name}-${version}.cdx.json`, `${name}-${version}.tar.gz`]
        assert.deepStrictEqual(
          readdirSync(out).filter((file) => !file.endsWith(".oci.tar")),
          ["SHA256SUMS", ...files]
        )
        assert.include(execFileSync("sha256sum", ["--check", "SHA256SUMS"], { cwd: out, encoding: "utf8" }), "OK")
        const bill = JSON.parse(read(join(out, `${name}-${version}.cdx.json`)))
        assert.strictEqual(bill.bomFormat, "CycloneDX")
        assert.includeMembers(
          bill.components.map(
            (component: { name: string; version: string }) => `${component.name}@${component.version}`
          ),
          [...Object.entries(dependencies), ["preact", packageJson.optionalDependencies.preact]].map(
            ([dependency, installed]) => `${dependency}@${installed}`
          )
        )

        execFileSync("tar", ["-xzf", join(out, `${name}-${version}.tar.gz`), "-C", unpacked])
        const project = join(unpacked, `${name}-${version}`)
        assert.isFalse(existsSync(join(project, "node_modules/vite")))
        assert.strictEqual(
          read(join(project, "package.json")),
          execFileSync("git", ["show", "HEAD:package.json"], { encoding: "utf8" })
        )
        const server = yield* ServerProcess.start({ DATA_DIR: yield* dataFolder }, project)
        assert.notInclude(server.output(), "Building the page")
        const answers = yield* Effect.promise(() =>
          Promise.all(["/health", "/strategy/"].map(async (path) => (await fetch(server.url + path)).status))
        )
        assert.deepStrictEqual(answers, [200, 200])

        const again = release("--out", out)
        assert.deepStrictEqual([again.status, again.stderr], [1, `Error: ${out} is not empty.\n`])
      }).pipe(Effect.scoped)
  )

  it("explains itself", () => {
    assert.match(release("--help").stdout, /Makes a release of the commit that is checked out/)
    assert.strictEqual(release("--nonsense").status, 2)
  })
})
