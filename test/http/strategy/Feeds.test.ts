import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { assert, describe, it, layer } from "@effect/vitest"
import { Context, Effect, Layer, Logger, References, Tracer } from "effect"
import * as App from "../../../src/App.ts"
import { PasswordHasher } from "../../../src/accounts/passwords/PasswordHasher.ts"
import { withoutTokens } from "../../../src/http/pipeline/address/AddressTokens.ts"
import { AccessLog } from "../../../src/http/pipeline/RequestLog.ts"
import * as OwnRegistry from "../../observability/OwnRegistry.ts"
import { addUser, request, served, signIn, withoutShortcut } from "../../support/TestServer.ts"
import { assertError, assertOk, field } from "../requests/Answers.ts"
import { apply, idsFrom, smallStrategy } from "../Submissions.ts"

const [north, south] = [idsFrom(0x10), idsFrom(0x20)]

/** Everything that the server logs and traces. */
class Told extends Context.Service<Told, Array<string>>()("strategy/test/http/Told") {}

const telling = Layer.unwrap(
  Effect.map(Told, (told) => {
    const spans: Array<Tracer.NativeSpan> = []
    const tracer = Tracer.make({
      span: (options) => {
        const span = new Tracer.NativeSpan(options)
        spans.push(span)
        const end = span.end.bind(span)
        span.end = (time, exit) => {
          end(time, exit)
          told.push(JSON.stringify([span.name, [...span.attributes]]))
        }
        return span
      }
    })
    const logger = Logger.make(({ message, cause, fiber }) => {
      told.push(JSON.stringify([message, cause, fiber.getRef(References.CurrentLogAnnotations)]))
    })
    return Layer.mergeAll(
      Logger.layer([logger]),
      Layer.succeed(Tracer.Tracer, tracer),
      Layer.succeed(References.MinimumLogLevel, "Trace"),
      Layer.succeed(AccessLog, true)
    )
  })
)

const server = served(Layer.empty, withoutShortcut).pipe(
  Layer.provideMerge(App.memoryStores),
  Layer.provideMerge(PasswordHasher.layerWith({ iterations: 10 })),
  Layer.provideMerge(NodeCrypto.layerSecureRandom),
  Layer.provide(telling),
  Layer.provideMerge(Layer.sync(Told, () => [])),
  Layer.provideMerge(OwnRegistry.layer)
)

const makeToken = Effect.fnUntraced(function* (scope: string) {
  const body = { name: scope, scope, expiresInDays: 7 }
  const answer = assertOk(yield* request("/api/auth/tokens", { token: yield* signIn("boss"), body }))
  return { id: String(field(answer, "id")), token: String(field(answer, "token")) }
})

const feed = (token: string, query = "", headers = {}) => request(`/api/feeds/${token}/due.ics${query}`, { headers })

/** The values of a property, unfolded, in order. */
const valuesOf = (text: string, name: string) =>
  text
    .replaceAll("\r\n ", "")
    .split("\r\n")
    .filter((line) => line.startsWith(`${name}:`))
    .map((line) => line.slice(name.length + 1))

layer(server)("calendar feeds", (it) => {
  it.effect("show the due dates of open objectives, of all teams or some", () =>
    Effect.gen(function* () {
      yield* addUser("boss", "admin")
      const boss = yield* signIn("boss")
      yield* apply(boss, ...smallStrategy(north), ...smallStrategy(south))
      const title = `Earn, save; \\ and ${"🎿".repeat(60)}`
      yield* apply(
        boss,
        {
          eventType: "create_objective",
          targetId: south.team,
          data: { title, dueDate: "2026-06-30", status: "at_risk" }
        },
        {
          eventType: "create_objective",
          targetId: south.team,
          data: { title: "Done", dueDate: "2026-01-31", status: "achieved" }
        },
        { eventType: "create_objective", targetId: south.team, data: { title: "Someday" } }
      )
      const { token } = yield* makeToken("feed")
      const answer = assertOk(yield* feed(token))
      assert.strictEqual(answer.headers.get("content-type"), "text/calendar; charset=utf-8")
      const { text } = answer
      const dates = valuesOf(text, "DTSTART;VALUE=DATE")
      assert.sameMembers(dates, ["20261231", "20261231", "20260630"])
      assert.include(valuesOf(text, "SUMMARY"), `Earn\\, save\\; \\\\ and ${"🎿".repeat(60)} (North)`)
      assert.include(valuesOf(text, "DESCRIPTION"), "On track\\, 25%\\nAs planned\\nOwner: Ana")
      for (const line of text.split("\r\n")) assert.isAtMost(Buffer.byteLength(line), 75, line)
      assert.lengthOf(new Set(valuesOf(text, "UID")), 3)
      for (const [name, count] of [
        ["BEGIN", 4],
        ["END", 4],
        ["DTSTAMP", 3]
      ] as const) {
        assert.lengthOf(valuesOf(text, name), count, name)
      }
      const some = assertOk(yield* feed(token, `?teams=${north.team}`))
      assert.deepStrictEqual(valuesOf(some.text, "UID"), [`${north.objective}@strategy-planning`])
      const etag = answer.headers.get("etag") ?? assert.fail("no ETag")
      assert.strictEqual((yield* feed(token, "", { "if-none-match": etag })).status, 304)
    })
  )

  it.effect("open with a token for feeds only, until it is revoked", () =>
    Effect.gen(function* () {
      for (const scope of ["read", "write", "admin"]) {
        assertError(yield* feed((yield* makeToken(scope)).token), 404, scope)
      }
      for (const token of ["x", "-", `strat_${"A".repeat(43)}`]) assertError(yield* feed(token), 404, token)
      const { id, token } = yield* makeToken("feed")
      assertOk(yield* feed(token))
      assertError(yield* request("/api/teams", { headers: { authorization: `Bearer ${token}` } }), 403)
      assertOk(yield* request(`/api/auth/tokens/${id}`, { method: "DELETE", token: yield* signIn("boss") }))
      assertError(yield* feed(token), 404)
    })
  )

  it.effect("stand in no log, metric or trace, and a token elsewhere in an address neither", () =>
    Effect.gen(function* () {
      const told = yield* Told
      const { token } = yield* makeToken("feed")
      told.length = 0
      assertOk(yield* feed(token))
      yield* feed("a-secret-that-is-cut-off")
      yield* feed(token, "?teams=x")
      yield* request(`/api/feeds/${token}/other`)
      yield* request(`/api/${token}`)
      yield* request(`/api/changes?epoch=${token}`)
      yield* request(`/api/feeds/${token}/due.ics`, { method: "POST", body: {} })
      const all = told.join("\n") + (yield* OwnRegistry.scraped)
      assert.include(all, "/api/feeds/:token/due.ics")
      // The paths themselves are there, so that this test would notice a token.
      assert.match(all, /"url\.path","\/api\/feeds\/-\/due\.ics"/)
      for (const secret of [token, token.slice(8), "a-secret-that"]) assert.notInclude(all, secret)
    })
  )
})

describe("addresses without tokens", () => {
  const token = `strat_${"Ab-_".repeat(10)}xyz`

  it.each([
    [`/api/feeds/${token}/due.ics?teams=1`, "/api/feeds/-/due.ics?teams=1", token],
    ["/api/feeds/cut/due.ics", "/api/feeds/-/due.ics", "cut"],
    [`/api/teams?token=${token}&x`, "/api/teams?token=-&x", token],
    ["/api/feeds/", "/api/feeds/", undefined],
    ["/api/teams", "/api/teams", undefined]
  ])("%s", (url, without, found) => {
    assert.deepStrictEqual(withoutTokens(url), { url: without, token: found })
  })
})
