import { execFile } from "node:child_process"
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { promisify } from "node:util"
import { gzipSync } from "node:zlib"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { build, type Rolldown } from "vite"
import packageJson from "../../package.json" with { type: "json" }
import * as Client from "../../src/client/Client.ts"
import { TokenStore } from "../../src/identity/TokenStore.ts"
import { TestService, Users } from "../../src/Testing.ts"

const run = promisify(execFile)

const root = join(import.meta.dirname, "../..")
const packed = join(root, "build/packages")
const compiler = join(root, "node_modules/typescript/bin/tsc")

/** With `PACKAGES=1` also other versions of Node and of Effect, Deno and Bun, which the registry of npm has to give. */
const isLong = process.env.PACKAGES !== undefined

const { effect, "@effect/platform-node": platform, "@electric-sql/pglite": pglite } = packageJson.dependencies
const types = `@types/node@${packageJson.devDependencies["@types/node"]}`

/** The oldest and the latest Effect before this one. */
const otherEffects = ["4.0.0", "4.0.6"]

const system = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`

/** What runs the client's program, by the package that it is installed from. */
const runtimes: ReadonlyArray<readonly [name: string, bin: string, ...args: ReadonlyArray<string>]> = [
  [`${system}@20`, `${system}/bin/node`],
  [`${system}@22`, `${system}/bin/node`],
  ["deno@2", ".bin/deno", "run", "--allow-all", "--no-lock"],
  ["bun@1", ".bin/bun"]
]

const examples = ["nightlyReport", "ruleBot", "seedData", "importFile", "staleObjective"]

const folders: Array<string> = []

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "packages-"))
  folders.push(folder)
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }))
  return folder
}

const install = (cwd: string, ...packages: ReadonlyArray<string>) =>
  run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", ...packages], { cwd })

const tarball = (name: string): string => join(packed, `${name}-${packageJson.version}.tgz`)
const [client, testing] = [tarball("strategy-planning-client"), tarball("strategy-planning-testing")]

const strict = ["--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--skipLibCheck"]

/** Compiles strictly as programs for Node do, into `out`, and as bundlers do. */
const compile = async (cwd: string, ...files: ReadonlyArray<string>) => {
  const options = [compiler, ...strict, "--singleThreaded", "--target", "es2022", "--types", "node"]
  await run(process.execPath, [...options, "--module", "nodenext", "--outDir", "out", ...files], { cwd })
  const bundling = ["--module", "esnext", "--moduleResolution", "bundler", "--noEmit"]
  await run(process.execPath, [...options, ...bundling, ...files], { cwd })
}

/** The program that the client's README shows. */
const shown = (): string => {
  const readme = readFileSync(join(packed, "strategy-planning-client/README.md"), "utf8")
  return /```ts\n(.*?)```/s.exec(readme)?.[1] ?? assert.fail("README shows no program")
}

/** A folder with the client, beside this Effect, and the program. */
const clientFolder = async (version: string): Promise<string> => {
  const folder = newFolder()
  await install(folder, `effect@${version}`, types, client)
  writeFileSync(join(folder, "shown.ts"), shown())
  await compile(folder, "shown.ts")
  return folder
}

/** Runs the program against a service in memory; gives what it prints. */
const runShown = (folder: string, command: string = process.execPath, ...args: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { baseUrl, addUser } = yield* TestService
    yield* addUser("ada", "admin")
    const [{ id } = assert.fail("no user")] = yield* (yield* Users).list
    const { secret } = yield* (yield* TokenStore).create(id, { name: "Program", scope: "admin", days: 1 })
    const env = { ...process.env, SERVICE: baseUrl, TOKEN: Redacted.value(secret) }
    return yield* Effect.promise(() => run(command, [...args, "out/shown.js"], { cwd: folder, env }))
  }).pipe(
    Effect.provide(TestService.layer),
    Effect.map(({ stdout }) => stdout),
    Effect.runPromise
  )

const output = "applied\nPay\n"

/** The folders with an installed package of this name. */
const copies = (folder: string, name: string): ReadonlyArray<string> =>
  readdirSync(join(folder, "node_modules"), { recursive: true, encoding: "utf8" }).filter(
    (path) => path === name || path.endsWith(`node_modules/${name}`)
  )

const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)

const manifestOf = (folder: string, name: string) =>
  JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8"))

/** Runs the examples; each prints what it came to. */
const runExamples = async (folder: string, command: string) => {
  const printed = await Promise.all(
    examples.map(async (file) => (await run(command, [`out/${file}.js`], { cwd: folder })).stdout)
  )
  assert.include(printed[0], "ada renamed team “Payments” to “Pay”")
  assert.include(printed[1], "bot: achieved")
  assert.include(printed[2], "All events of the sample are in the log.")
  assert.include(
    printed[3],
    "Payments: 1 team, 2 objectives, 2 measures\nImported 5 items; 0 rejected.\nLeft to import: 0\n"
  )
  assert.include(printed[4], "Stale objectives: 0, after two weeks 1")
}

/** Runs the admin task on a data folder with tables and an admin, but without a server. */
const runTask = async (folder: string) => {
  const env = { ...process.env, DATA_DIR: join(folder, "data") }
  const admin = (...args: ReadonlyArray<string>) =>
    run(process.execPath, ["scripts/admin.ts", ...args], { cwd: root, env })
  await admin("migrate")
  await admin("users", "add", "root", "--role", "admin", "--generate")
  const { stdout } = await run(process.execPath, ["out/reconcileUsers.js"], { cwd: folder, env })
  assert.include(stdout, "Users: ada (admin), edgar (editor), root (admin), vera (viewer)")
}

describe("the packages", () => {
  let folder = ""

  beforeAll(async () => {
    await run(process.execPath, ["scripts/pack.ts"], { cwd: root })
    folder = await clientFolder(effect)
  })

  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true })
  })

  it("are a client that brings only what reads workbooks along, and runs the program of its README", async () => {
    const { dependencies, peerDependencies } = manifestOf(folder, "strategy-planning-client")
    assert.deepStrictEqual(
      { dependencies: Object.keys(dependencies), peers: Object.keys(peerDependencies) },
      { dependencies: ["fflate", "saxen"], peers: ["effect"] }
    )
    assert.isBelow(bytesIn(join(folder, "node_modules/strategy-planning-client")), 1_000_000)
    const exported: object = await import(join(packed, "strategy-planning-client/index.js"))
    assert.sameMembers(Object.keys(exported), Object.keys(Client))
    assert.strictEqual(await runShown(folder), output)
  })

  it("are a client of at most 120 kB beside Effect in a page", async () => {
    const built = await build({
      root: folder,
      configFile: false,
      logLevel: "silent",
      build: {
        write: false,
        lib: { entry: "node_modules/strategy-planning-client/index.js", formats: ["es"], fileName: "client" },
        rolldownOptions: { external: /^effect(\/|$)/ }
      }
    })
    const [bundle] = built as Array<Rolldown.RolldownOutput>
    const code = bundle?.output.map((file) => (file.type === "chunk" ? file.code : "")).join("") ?? ""
    assert.isAbove(code.length, 10_000)
    assert.notMatch(code, /from ?"node:/)
    const size = gzipSync(code).length
    const [entry] = bundle?.output ?? []
    const first = gzipSync(entry?.code ?? "").length
    console.log(`The client is ${size} bytes, compressed, of which ${first} are loaded before an import.`)
    assert.isAtMost(size, 120_000)
    assert.isAtMost(first, 70_000)
  })

  it.each(["client", "testing"])("have a README about the %s itself, whose links lead somewhere", (name) => {
    const folder = join(packed, `strategy-planning-${name}`)
    const text = readFileSync(join(folder, "README.md"), "utf8")
    assert.notMatch(text, /npm run pack/)
    const targets = [...text.matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(([, target = ""]) => target)
    assert.deepStrictEqual(
      targets.filter((target) => !existsSync(join(folder, target))),
      []
    )
  })

  it("are the service beside one Effect, with its examples", async () => {
    await install(folder, `@effect/platform-node@${platform}`, `@electric-sql/pglite@${pglite}`, testing)
    assert.lengthOf(copies(folder, "effect"), 1)
    assert.deepStrictEqual(copies(folder, ".bin/node"), [])
    const files = [...examples, "reconcileUsers"].map((name) => `${name}.ts`)
    for (const file of files) copyFileSync(join(root, "docs/examples", file), join(folder, file))
    await compile(folder, ...files)
    await runExamples(folder, process.execPath)
    await runTask(folder)
  })

  describe.runIf(isLong)("elsewhere", () => {
    it.each(otherEffects)("are a client beside Effect %s", async (version) => {
      const other = await clientFolder(version)
      assert.lengthOf(copies(other, "effect"), 1)
      assert.strictEqual(await runShown(other), output)
    })

    it.each(runtimes)("are a client for %s", async (runtime, bin, ...args) => {
      const other = newFolder()
      await install(other, runtime)
      assert.strictEqual(await runShown(folder, join(other, "node_modules", bin), ...args), output)
    })

    it("are the service on Node 22, and say on Node 20 that they are not", async () => {
      const [node20 = "", node22 = ""] = await Promise.all(
        [20, 22].map(async (major) => {
          const other = newFolder()
          await install(other, `${system}@${major}`)
          return join(other, "node_modules", system, "bin")
        })
      )
      await runExamples(folder, join(node22, "node"))
      const env = { ...process.env, PATH: `${node20}${delimiter}${process.env.PATH}` }
      const args = ["install", "--loglevel=warn", "--no-audit", "--no-fund", `effect@${effect}`, client, testing]
      const { stderr } = await run("npm", args, { cwd: newFolder(), env })
      assert.match(stderr, /EBADENGINE.*strategy-planning-testing.*22\.19/s)
    })
  })
})
