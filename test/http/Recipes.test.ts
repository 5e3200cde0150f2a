import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { IpNetwork } from "effect/net"
import { fileOf, languages, start } from "../../src/http/handlers/Recipes.ts"
import { TokenStore } from "../../src/identity/TokenStore.ts"
import { WebhookAllow } from "../../src/webhooks/Receiver.ts"
import { addUser, BaseUrl, password, request, testServer } from "../support/TestServer.ts"
import { routes } from "./Routes.ts"
import { assertOk } from "./requests/Answers.ts"

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

const webhooksAllowed = Layer.succeed(WebhookAllow, [IpNetwork.fromStringUnsafe("127.0.0.1/32")])

layer(testServer.pipe(Layer.provide(webhooksAllowed)), { excludeTestServices: true })("the guides", (it) => {
  for (const language of languages) {
    it.effect(`in ${language.name} work as they stand on the page`, (context) =>
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
          const runs = language.name === "Shell" && "TOKEN" in credentials ? [start, language] : [language]
          for (const each of runs) {
            const { stdout } = yield* Effect.promise(() => run(program, [fileURLToPath(fileOf(each))], { env }))
            if (each === start) {
              assert.match(stdout, /applied.*applied.*applied.*Pay in one click.*created objective/s)
              continue
            }
            assert.match(stdout, /applied.*rejected.*First come.*night 1.*night 2.*again: 304/s)
            assert.match(
              stdout,
              language.name === "Shell" ? /event: ready/ : /received event \d+.*webhook: test.*2 imported.*0 imported/s
            )
            if ("TOKEN" in credentials) assert.match(stdout, /get_overview|True\s*$/)
          }
        }
      })
    )
  }

  it.effect("are on the page of the API, each in all languages, above every operation", () =>
    Effect.gen(function* () {
      const page = assertOk(yield* request("/docs"))
      assert.match(page.headers.get("content-type") ?? "", /^text\/html/)
      assert.strictEqual(page.text.match(/<h2>\d\. /g)?.length, 9)
      assert.strictEqual(page.text.match(/<pre/g)?.length, 9 * languages.length + 1)
      const shown = page.text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&")
      for (const { file, comment } of [...languages, { ...start, comment: "#" }]) {
        const code = readFileSync(fileOf({ file }), "utf8")
          .split("\n")
          .filter((line) => line !== "" && !line.startsWith(comment))
        assert.deepStrictEqual(
          code.filter((line) => !shown.includes(line)),
          [],
          file
        )
      }
      for (const { method, path } of routes) {
        assert.include(shown, `<code>${method} ${path.replace(/:(\w+)/g, "{$1}")}</code>`)
      }
      assert.include((yield* request("/api/openapi.json")).text, "](../docs)")
    })
  )
})
