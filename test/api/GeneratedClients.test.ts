import { execFile } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import packageJson from "../../package.json" with { type: "json" }
import { TokenStore } from "../../src/identity/TokenStore.ts"
import { TestService, Users } from "../../src/Testing.ts"

const run = promisify(execFile)

const root = join(import.meta.dirname, "../..")
const compiler = join(root, "node_modules/typescript/bin/tsc")

/** The section of the guide about generated clients: a command and a program for each generator. */
const section = /^## Generated clients\n(.*?)^## /ms.exec(readFileSync(join(root, "docs/api.md"), "utf8"))?.[1] ?? ""

const commands = [...section.matchAll(/`npx ([^`]+)`/g)].map(([, command = ""]) => command)
const [, orvalConfig = ""] = /```js\n(.*?)```/s.exec(section) ?? []
const programs = [...section.matchAll(/```ts\n(.*?)```/gs)].map(([, program = ""]) => program)

/** The versions that were tried; the first is that of the tests. */
const generators = [
  `openapi-typescript@${packageJson.devDependencies["openapi-typescript"]}`,
  "openapi-fetch@0.14",
  "@hey-api/openapi-ts@0.95",
  "orval@7.13",
  "typescript@5"
]

const frame = (program: string): string =>
  `declare const process: { readonly env: Record<string, string> }
const { SERVICE: baseUrl = "", TOKEN: token = "" } = process.env
${program}
console.log(JSON.stringify(data))`

/** `npm run prove -- clients` installs the generators, for which the registry of npm is needed. */
describe.runIf(process.env.GENERATED_CLIENTS !== undefined)("clients that generators make of the document", () => {
  const folder = mkdtempSync(join(tmpdir(), "generated-"))

  beforeAll(async () => {
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }))
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: { module: "nodenext" } }))
    await run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", ...generators], { cwd: folder })
  })

  afterAll(() => rmSync(folder, { recursive: true }))

  it("compile strictly and read the teams, as the guide says", () =>
    Effect.gen(function* () {
      const { baseUrl, connect } = yield* TestService
      const { submit } = yield* connect("ada", "admin")
      yield* submit({ eventType: "create_team", data: { name: "Payments", color: "#1f5fbf" } })
      const [{ id } = assert.fail("no user")] = yield* (yield* Users).list
      const { secret } = yield* (yield* TokenStore).create(id, { name: "Generated", scope: "read", days: 1 })
      const env = { ...process.env, SERVICE: baseUrl, TOKEN: Redacted.value(secret) }
      yield* Effect.promise(async () => {
        const document = await (await fetch(`${baseUrl}/api/openapi.json`)).text()
        writeFileSync(join(folder, "openapi.json"), document)
        writeFileSync(join(folder, "orval.config.mjs"), orvalConfig.replace("http://127.0.0.1:3000", baseUrl))
        assert.strictEqual(commands.length, programs.length)
        for (const command of commands) await run("npx", command.split(" "), { cwd: folder })
        const options = [
          "--strict",
          "--skipLibCheck",
          "--module",
          "nodenext",
          "--target",
          "es2022",
          "--outDir",
          "out",
          "--ignoreConfig"
        ]
        const files = programs.map((program, index) => {
          writeFileSync(join(folder, `program${index}.ts`), frame(program))
          return `program${index}`
        })
        await run(process.execPath, [compiler, ...options, ...files.map((file) => `${file}.ts`)], { cwd: folder })
        for (const file of files) {
          const { stdout } = await run(process.execPath, [`out/${file}.js`], { cwd: folder, env })
          assert.include(stdout, '"name":"Payments"', file)
        }
      })
    }).pipe(Effect.provide(TestService.layer), Effect.runPromise))
})
