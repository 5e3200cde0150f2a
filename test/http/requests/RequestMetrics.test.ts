import { connect } from "node:net"
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Layer } from "effect"
import { byLabel, type Family, valueOf } from "../../observability/Exposition.ts"
import * as OwnRegistry from "../../observability/OwnRegistry.ts"
import { addUser, BaseUrl, request, signIn } from "../../support/TestServer.ts"
import { until } from "../../support/until.ts"
import { Fault, faultyServer } from "../Servers.ts"

const team = "00000000-0000-4000-8000-000000000001"

/** All series of `strategy_requests_total`, as `route method status`. */
const requests = (page: ReadonlyMap<string, Family>) =>
  byLabel(page, "strategy_requests_total", "route", "method", "status")

const get = (path: string, token?: string) => request(path, token === undefined ? {} : { token })

layer(faultyServer.pipe(Layer.provideMerge(OwnRegistry.layer)), { excludeTestServices: true })("requests", (it) => {
  it.effect("are counted by route pattern, method and status", () =>
    Effect.gen(function* () {
      yield* addUser("ada", "admin")
      const token = yield* signIn("ada")
      yield* get(`/api/teams/${team}/principles`, token)
      yield* get("/api/teams/not-an-id/principles?x=1", token)
      yield* get(`/api/teams/${team}/principles`)
      yield* request(`/api/teams/${team}/principles`, { method: "DELETE", token })
      yield* get("/api/teams", token)
      yield* request("/api/teams", { method: "HEAD", token })
      for (const path of ["/nowhere", "/api/nowhere", "/api/teams/a/b", "/%zz"]) yield* get(path)
      yield* request("/api/teams", { method: "PROPFIND" })
      yield* get("/strategy/a/file.js")
      yield* get("/health/live")
      const fault = yield* Fault
      fault.events = "broken"
      yield* get("/api/history/all", token)
      fault.events = "well"
      const page = yield* OwnRegistry.scraped
      assert.deepStrictEqual(requests(page), {
        "/api/auth/login POST 200": 1,
        "/api/teams/:teamId/principles GET 404": 1,
        "/api/teams/:teamId/principles GET 400": 1,
        "/api/teams/:teamId/principles GET 401": 1,
        "/api/teams/:teamId/principles DELETE 405": 1,
        "/api/teams GET 200": 1,
        "/api/teams HEAD 200": 1,
        "none GET 404": 3,
        "none GET 400": 1,
        "/api/teams other 405": 1,
        "/strategy/* GET 404": 1,
        "/health/live GET 200": 1,
        "/api/history/all GET 500": 1
      })
      assert.strictEqual(valueOf(page, "strategy_request_seconds_count", { route: "/api/teams/:teamId/principles" }), 4)
      assert.strictEqual(valueOf(page, "strategy_request_seconds_count", { route: "none" }), 4)
      const slow = valueOf(page, "strategy_request_seconds_sum", { route: "/api/auth/login" }) ?? 0
      assert.isAbove(slow, 0)
      assert.isBelow(slow, 10)
    })
  )

  it.effect("are counted as 499 when the client leaves before the response", () =>
    Effect.gen(function* () {
      const fault = yield* Fault
      fault.events = "silent"
      const { hostname, port } = new URL(yield* BaseUrl)
      const socket = connect(Number(port), hostname)
      socket.write("GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
      yield* Deferred.await(fault.asked)
      socket.destroy()
      const counted = yield* until(Effect.map(OwnRegistry.scraped, requests), (all) => "/health GET 499" in all)
      assert.strictEqual(counted["/health GET 499"], 1)
      fault.events = "well"
    })
  )
})
