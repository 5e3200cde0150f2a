import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Schema } from "effect"
import { call, signIn } from "../../scripts/support/Calls.ts"
import * as ServerProcess from "../../scripts/support/ServerProcess.ts"
import { requestId } from "../http/requests/Answers.ts"
import { Browser } from "../support/Browser.ts"
import { madeFolder } from "../support/madeFolder.ts"
import { enter } from "../web/accounts/SignedIn.ts"

const AccessLine = Schema.fromJsonString(
  Schema.Struct({
    message: Schema.String,
    level: Schema.Literal("INFO"),
    annotations: Schema.Struct({
      method: Schema.String,
      route: Schema.NullOr(Schema.String),
      status: Schema.Int,
      ms: Schema.Finite,
      user: Schema.NullOr(Schema.String),
      address: Schema.String,
      requestId: Schema.String
    })
  })
)

const accessLines = (output: string) =>
  output.split("\n").flatMap((line) => {
    const decoded = Schema.decodeUnknownOption(AccessLine)(line)
    return decoded._tag === "Some" ? [decoded.value] : []
  })

class Started extends Context.Service<Started, ServerProcess.ServerProcess>()("test/system/BasePath/Started") {
  static readonly layer = Layer.effect(
    Started,
    Effect.gen(function* () {
      return yield* ServerProcess.start({
        DATA_DIR: yield* madeFolder,
        ...{ BASE_PATH: "/planning/", PUBLIC_URL: "https://plans.example.org/planning/", ACCESS_LOG: "1" },
        TRUSTED_PROXIES: "127.0.0.1"
      })
    })
  )
}

layer(Layer.merge(Browser.shared, Started.layer), { excludeTestServices: true })("A server below a base path", (it) => {
  it.effect("serves the page below the path, with its session, its stream and the files that it loads later", () =>
    Effect.gen(function* () {
      const { url } = yield* Started
      const { page, errors } = yield* (yield* Browser).visit()
      const asked: Array<string> = []
      page.on("request", (request) => asked.push(new URL(request.url()).pathname))
      yield* Effect.promise(async () => {
        await page.goto(`${url}/planning/strategy/users`)
        await enter(page, "admin")
        await page.getByRole("heading", { name: "People" }).waitFor()
        await page.getByRole("link", { name: "Teams" }).first().click()
        await page.getByRole("button", { name: "Load sample strategy" }).click()
        await page.waitForURL(/\/planning\/strategy\/overview$/)
        await page.getByRole("heading", { level: 1 }).waitFor()
        await page.reload()
        await page.getByRole("heading", { level: 1 }).waitFor()
      })
      assert.deepStrictEqual(
        errors.filter((line) => !line.includes("401")),
        []
      )
      assert.deepStrictEqual(
        asked.filter((path) => !path.startsWith("/planning/")),
        []
      )
      assert.include(asked, "/planning/api/admin/sample")
      assert.isTrue(asked.some((path) => /^\/planning\/strategy\/assets\/LazyViews-/.test(path)))
      const stream = yield* Effect.promise(() => page.evaluate("typeof SharedWorker"))
      assert.strictEqual(stream, "function")
      const [cookie] = yield* Effect.promise(() => page.context().cookies())
      assert.deepStrictEqual([cookie?.name, cookie?.path], ["strategy_session", "/planning"])
    })
  )

  it.effect(
    "serves redirects, the API's document and health checks below the path, and to a proxy that strips it",
    () =>
      Effect.gen(function* () {
        const { url } = yield* Started
        const get = (path: string) => Effect.promise(() => fetch(`${url}${path}`, { redirect: "manual" }))
        for (const path of ["/planning", "/planning/", "/planning?x=1", "/planning/strategy", "/"]) {
          const { status, headers } = yield* get(path)
          assert.deepStrictEqual([path, status, headers.get("location")], [path, 302, "/planning/strategy/"])
        }
        for (const [path, expected] of [
          ["/planning/health", 200],
          ["/health", 200],
          ["/planning/docs", 200],
          ["/planning/api/teams", 401],
          ["/api/teams", 401],
          ["/planningx/health", 404],
          ["/planning/planning/health", 404]
        ] as const) {
          assert.deepStrictEqual([path, (yield* get(path)).status], [path, expected])
        }
        const document: unknown = yield* Effect.promise(async () =>
          (await fetch(`${url}/planning/api/openapi.json`)).json()
        )
        assert.deepPropertyVal(document, "servers", [{ url: "https://plans.example.org/planning" }])
        const page = yield* Effect.promise(async () => (await fetch(`${url}/planning/strategy/`)).text())
        assert.deepStrictEqual(
          [...page.matchAll(/ (?:src|href)="([^"]*)"/g)]
            .map(([, to = ""]) => to)
            .filter((to) => !/^\/planning\//.test(to)),
          []
        )
      })
  )

  // Stops the server: the last test.
  it.effect("writes a line for each request, with the request's id where it has a sane one", () =>
    Effect.gen(function* () {
      const server = yield* Started
      const token = yield* Effect.promise(() => signIn(`${server.url}/planning`))
      const ids = ["abc-1.2/3", "x".repeat(129), "a b", ""]
      const given: Array<string> = []
      const ask = (path: string, user: string, id: string) =>
        Effect.promise(() =>
          call(server.url, user, path, undefined, { "x-request-id": id, "x-forwarded-for": "192.0.2.7" })
        )
      for (const path of ["/planning/api/teams", "/planning/api/auth/me"]) {
        for (const id of ids) {
          const { headers } = yield* ask(path, token, id)
          given.push(headers.get("x-request-id") ?? "")
        }
      }
      yield* ask("/planning/nowhere?secret=1", "", "last")
      server.kill("SIGTERM")
      assert.deepStrictEqual(yield* server.ended, { code: 0, signal: null })
      for (const [index, id] of given.entries()) {
        if (index % ids.length === 0) assert.strictEqual(id, "abc-1.2/3")
        else assert.match(id, requestId)
      }
      const all = accessLines(server.output())
      // The tests before this one told the server of no other address.
      const direct = all.filter(({ annotations }) => annotations.address === "127.0.0.1")
      const signedIn = direct.find(({ message }) => message === "POST /api/auth/login 200")
      assert.strictEqual(signedIn?.annotations.user, null)
      const lines = all.filter(({ annotations }) => annotations.address === "192.0.2.7")
      assert.deepStrictEqual(
        lines.map(({ message, annotations: { user, address, requestId } }) => [message, user, address, requestId]),
        [
          ...given.map((id, index) => [
            index < ids.length ? "GET /api/teams 200" : "GET /api/auth/me 200",
            "admin",
            "192.0.2.7",
            id
          ]),
          ["GET - 404", null, "192.0.2.7", "last"]
        ]
      )
      assert.notInclude(server.output(), "secret")
    })
  )
})
