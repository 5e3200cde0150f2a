import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { fileOf, languages } from "../../src/http/handlers/Recipes.ts"
import { TokenStore } from "../../src/identity/TokenStore.ts"
import { addUser, BaseUrl, password, request, testServer } from "../support/TestServer.ts"
import { assertOk } from "./Answers.ts"

const run = promisify(execFile)

const programs: Readonly<Record<string, string>> = { Shell: "sh", Node: process.execPath, Python: "python3" }
/** The program that a language's recipes need besides Node, which is always there. */
const needs: Readonly<Record<string, string>> = { Shell: "curl", Python: "python3" }

const isThere = (program: string) =>
  Effect.promise(() =>
    run(program, ["--version"]).then(
      () => true,
      () => false
    )
  )

layer(testServer, { excludeTestServices: true })("the recipes", (it) => {
  for (const language of languages) {
    it.effect(`of ${language.name} work as they stand on the page`, (context) =>
      Effect.gen(function* () {
        const needed = needs[language.name]
        if (needed !== undefined && !(yield* isThere(needed))) return context.skip(`${needed} is not installed here`)
        const name = `recipe${language.name.toLowerCase()}`
        const user = yield* addUser(name, "admin")
        const tokens = yield* TokenStore
        const { secret } = yield* tokens.create(user.id, { name: "Recipe", scope: "admin", days: 1 })
        for (const credentials of [{ NAME: name, PASSWORD: password }, { TOKEN: Redacted.value(secret) }]) {
          const env = { ...process.env, BASE: yield* BaseUrl, ...credentials }
          const program = programs[language.name] ?? language.name
          const { stdout } = yield* Effect.promise(() =>
            run(program, [fileURLToPath(fileOf(language))], { env, timeout: 50_000 })
          )
          assert.match(stdout, /applied.*rejected.*First come/s)
          assert.match(stdout, language.name === "Shell" ? /event: ready/ : /received event \d+/)
        }
      })
    )
  }

  it.effect("are on a page that the reference links to, each in all languages", () =>
    Effect.gen(function* () {
      const page = assertOk(yield* request("/docs/recipes"))
      assert.match(page.headers.get("content-type") ?? "", /^text\/html/)
      assert.strictEqual(page.text.match(/<h2>/g)?.length, 5)
      assert.strictEqual(page.text.match(/<pre/g)?.length, 5 * languages.length)
      const shown = page.text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&")
      for (const language of languages) {
        const code = readFileSync(fileOf(language), "utf8")
          .split("\n")
          .filter((line) => line !== "" && !line.startsWith(language.comment))
        assert.deepStrictEqual(
          code.filter((line) => !shown.includes(line)),
          [],
          language.name
        )
      }
      assert.include((yield* request("/api/openapi.json")).text, "](docs/recipes)")
    })
  )
})
