import { assert, describe, it } from "@effect/vitest"
import { Config, Context, Effect, Layer, Logger } from "effect"
import fc from "fast-check"
import { Login } from "../../src/accounts/Login.ts"
import { maxBodyBytes, maxBodyDepth } from "../../src/api/JsonBody.ts"
import { GateFull, type GateRefused, ShareExceeded } from "../../src/queue/Gate.ts"
import { gateLimits } from "../../src/queue/GateLimits.ts"
import * as ShortcutComparison from "../support/ShortcutComparison.ts"
import { addUser, BaseUrl, password, testServerWith, withoutShortcut } from "../support/TestServer.ts"
import * as Wire from "./fuzz/Wire.ts"

/** `SHORTCUT_SEED` repeats a run. */
const seeds = Config.Int("SHORTCUT_SEED").pipe(Config.withDefault(Math.floor(Math.random() * 2 ** 31)))

const refusals = {
  none: undefined,
  share: new ShareExceeded(gateLimits.passwordChecks),
  full: new GateFull(gateLimits.passwordChecks)
}

/** How full the hash queue is when a sign-in arrives. */
type Queue = keyof typeof refusals

class QueueNow extends Context.Service<QueueNow, { queue: Queue }>()("strategy/test/http/QueueNow") {}

/** The hasher, except that it refuses sign-ins as if its queue were as full as the test says. */
const login = Layer.effect(
  Login,
  Effect.gen(function* () {
    const login = yield* Login
    const now = yield* QueueNow
    const refusal = (): GateRefused | undefined => refusals[now.queue]
    return Login.of({
      ...login,
      refusal,
      login: (...parameters) =>
        Effect.suspend(() => {
          const refused = refusal()
          return refused === undefined ? login.login(...parameters) : Effect.fail(refused)
        })
    })
  })
)

const text = (value: string): Uint8Array => new TextEncoder().encode(value)

const credentials = fc.record({
  username: fc.constantFrom("ada", "Ada", "grace", "nobody", ""),
  password: fc.constantFrom(password, password, "wrong", "")
})

const goodBody = credentials.map((both) => text(JSON.stringify(both)))

const badBody = fc.oneof(
  goodBody.map((body) => body.subarray(0, -1)),
  goodBody.map((body) => Buffer.concat([body, Uint8Array.of(0xff)])),
  goodBody.map((body) => Buffer.concat([body, text(" ".repeat(maxBodyBytes))])),
  fc.constantFrom("", "{}", "null", "[]", '{"username":"ada"}', '{"username":1,"password":"x"}').map(text),
  fc.constant(text("[".repeat(maxBodyDepth + 1) + "]".repeat(maxBodyDepth + 1)))
)

const optional = (name: string, ...values: ReadonlyArray<string>) =>
  fc.option(fc.constantFrom(...values)).map((value) => (value === null ? {} : { [name]: value }))

const sent: fc.Arbitrary<Wire.WireRequest> = fc
  .record({
    body: fc.oneof(goodBody, badBody),
    chunked: fc.boolean(),
    headers: fc.tuple(
      optional("content-type", "application/json", "application/json", "application/json; charset=utf-8", "text/plain"),
      optional("cookie", `strategy_session=${"A".repeat(43)}`),
      optional("x-request-id", "a-1"),
      optional("x-forwarded-for", "203.0.113.9")
    )
  })
  .map(({ headers, ...rest }) => ({
    ...{ method: "POST", target: "/api/auth/login", ...rest },
    headers: Object.assign({}, ...headers)
  }))

const step = (queue: Queue, body: string, contentType = "application/json"): readonly [Queue, Wire.WireRequest] => [
  queue,
  {
    method: "POST",
    target: "/api/auth/login",
    headers: { "content-type": contentType },
    body: text(body),
    chunked: false
  }
]

const signIn = JSON.stringify({ username: "ada", password })

/** Steps that lead to every status: a run may draw none that leads to the rarest. */
const everyStatus = [
  step("none", signIn),
  step("none", "{}"),
  step("none", signIn + " ".repeat(maxBodyBytes)),
  step("none", signIn, "text/plain"),
  step("share", signIn),
  step("full", signIn)
]

const steps = fc.array(fc.tuple(fc.constantFrom<Queue>("none", "share", "full"), sent), { minLength: 1, maxLength: 20 })

/** An answer without the values that each server makes anew. */
const comparable = (reply: Wire.WireReply) => {
  const { headers, text, ...rest } = Wire.comparable(reply)
  const cookies = headers["set-cookie"]?.map((cookie) => cookie.replace(/=[\w-]{43};/, "=…;"))
  return { ...rest, headers: { ...headers, "set-cookie": cookies }, text: text.replace(/"userId":"[^"]*"/, "") }
}

const quiet = Logger.layer([])

const startWith = Effect.fnUntraced(function* (use: typeof ShortcutComparison.layer | typeof withoutShortcut) {
  const now: QueueNow["Service"] = { queue: "none" }
  const server = Layer.fresh(testServerWith(login, use)).pipe(
    Layer.provide(Layer.merge(Layer.succeed(QueueNow, now), quiet))
  )
  const context = yield* Layer.build(server)
  for (const name of ["ada", "grace"]) yield* Effect.provide(addUser(name, "viewer"), context)
  const wire = yield* Effect.acquireRelease(
    Effect.sync(() => Wire.make(Context.get(context, BaseUrl), 1)),
    ({ close }) => Effect.sync(close)
  )
  return (queue: Queue, request: Wire.WireRequest) => {
    now.queue = queue
    return wire.send(request)
  }
})

describe("A sign-in", () => {
  it.live(
    "that would wait too long is refused whatever its body is, and each is answered alike by shortcut and endpoint",
    () =>
      Effect.gen(function* () {
        const seed = yield* seeds
        const [send, sendDeclared] = [yield* startWith(ShortcutComparison.layer), yield* startWith(withoutShortcut)]
        const statuses = new Set<number>()
        const property = fc.asyncProperty(steps, async (steps) => {
          for (const [queue, request] of steps) {
            const [short, declared] = await Promise.all([send(queue, request), sendDeclared(queue, request)])
            assert.deepStrictEqual(comparable(short), comparable(declared))
            if (queue !== "none") assert.strictEqual(short.status, queue === "share" ? 429 : 503)
            statuses.add(short.status)
          }
        })
        yield* Effect.promise(() => fc.assert(property, { seed, numRuns: 40, examples: [[everyStatus]] }))
        assert.sameMembers([...statuses], [200, 400, 413, 415, 429, 503])
      }).pipe(Effect.scoped)
  )
})
