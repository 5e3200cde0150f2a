import { assert, layer } from "@effect/vitest"
import { Config, Effect, Layer, Logger, Option, Redacted } from "effect"
import { HttpServerRequest } from "effect/http"
import fc from "fast-check"
import { Login } from "../../../src/accounts/passwords/Login.ts"
import { SessionStore } from "../../../src/accounts/sessions/SessionStore.ts"
import { maxBodyBytes } from "../../../src/api/requests/JsonBody.ts"
import { GateFull, ShareExceeded } from "../../../src/bounded/Gate.ts"
import { gateLimits } from "../../../src/bounded/GateLimits.ts"
import { StorageError } from "../../../src/domain/StorageError.ts"
import { Views } from "../../../src/http/answers/EncodedViews.ts"
import * as Shortcut from "../../../src/http/shortcut/Shortcut.ts"
import { TokenStore } from "../../../src/identity/TokenStore.ts"
import { StateNotRead } from "../../../src/log/projection/EarlierStates.ts"
import { Projector } from "../../../src/log/projection/Projector.ts"
import { type Envelope, Planner } from "../../../src/log/writer/Planner.ts"
import { OutcomeUnknown, PlannerBusy, SubmissionRefused, WaitedTooLong } from "../../../src/log/writer/SubmitError.ts"
import type { TokenScope } from "../../../src/shared/TokenScopes.ts"
import { seed } from "../../support/laws.ts"
import { addUser, BaseUrl, request, signIn, testServer, testServerWith } from "../../support/TestServer.ts"
import { type Case, mostly, weighted } from "../fuzz/Case.ts"
import { anyEvent, legalEvent, spoiltEvent } from "../fuzz/EventCases.ts"
import { view } from "../fuzz/ReadCases.ts"
import * as Wire from "../fuzz/Wire.ts"
import { World } from "../fuzz/World.ts"
import { apply, idsFrom, smallStrategy } from "../Submissions.ts"

/** `LAW_SEED` draws other cases, `SHORTCUT_CASES` more. */
const cases = Config.Int("SHORTCUT_CASES").pipe(Config.withDefault(1_000))

const ids = idsFrom(0x10)

const paths = [
  "/api/teams",
  `/api/teams/${ids.team}/principles`,
  `/api/teams/${ids.team}/objectives`,
  `/api/principles/${ids.principle}`,
  `/api/objectives/${ids.objective}`
]

const routes = [
  "/api/teams",
  "/api/teams/:teamId/principles",
  "/api/teams/:teamId/objectives",
  "/api/principles/:principleId",
  "/api/objectives/:objectiveId"
]

const failures = [
  new PlannerBusy(),
  new WaitedTooLong(),
  new OutcomeUnknown({ cause: "x" }),
  new StateNotRead({ sequenceNumber: 1 }),
  new SubmissionRefused({ cause: "x" }),
  new StorageError({ operation: "x", unavailable: true, cause: "x" })
]

/** A planner without state: its outcome depends only on the envelope and contains all of it. */
const echoed = (envelope: Envelope) => {
  const text = JSON.stringify(envelope)
  const failure = failures[text.length % (2 * failures.length)]
  if (failure !== undefined) return Effect.fail(failure)
  return Effect.succeed({
    sequenceNumber: text.length,
    status: "rejected",
    rejection: { code: "in_use" },
    previousValue: null,
    conflictingServerValue: text
  } as const)
}

/** Whose submissions are applied; those of others are echoed, so that the same one can be sent twice. */
const author = "author"

const planner = Layer.effect(
  Planner,
  Effect.map(Planner, ({ submit }) => ({
    submit: (envelope: Envelope) => (envelope.actorName === author ? submit(envelope) : echoed(envelope))
  }))
)

/** Why a sign-in is refused before its body is read, and the status of the answer. */
const refusals = {
  share: [new ShareExceeded(gateLimits.passwordChecks), 429],
  full: [new GateFull(gateLimits.passwordChecks), 503]
} as const

/** How full the hash queue is from now on. */
let queue: keyof typeof refusals | undefined

/** Sign-ins, which are refused as if the hash queue were as full as the test says. */
const login = Layer.effect(
  Login,
  Effect.map(Login, ({ login, ...rest }) => {
    const refusal = () => (queue === undefined ? undefined : refusals[queue][0])
    return Login.of({
      ...rest,
      refusal,
      login: (...parameters) =>
        Effect.suspend(() => {
          const refused = refusal()
          return refused === undefined ? login(...parameters) : Effect.fail(refused)
        })
    })
  })
)

const asRequestHead = ({ method, target, headers, body, chunked }: Wire.WireRequest): Shortcut.RequestHead => ({
  method,
  url: target,
  headers: {
    ...headers,
    ...(body === undefined ? {} : chunked ? { "transfer-encoding": "chunked" } : { "content-length": `${body.length}` })
  }
})

/** Requests for a view with its ETag, with others, or with none. */
const tagged = fc.tuple(view, mostly("none", "own", "weak", "any", "other")).map(
  ([{ request, answered }, kind]): Case => ({
    ...(answered === undefined ? {} : { answered }),
    request: (world) => {
      const sent = request(world)
      const own = world.etags.get(sent.target) ?? '"x"'
      const tag = { none: undefined, own, weak: `W/${own}, "y"`, any: "*", other: '"y"' }[kind]
      return tag === undefined ? sent : { ...sent, headers: { ...sent.headers, "if-none-match": tag } }
    }
  })
)

const drawn = weighted<Case>([6, tagged], [3, legalEvent], [2, spoiltEvent], [2, anyEvent])

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

const get = (target: string, cookie: string, more: Record<string, string> = {}): Wire.WireRequest => ({
  ...{ method: "GET", target },
  headers: { cookie, ...more }
})

const post = (target: string, cookie: string, text: string, type = "application/json"): Wire.WireRequest => ({
  ...{ method: "POST", target, body: bytes(text) },
  headers: { cookie, "x-csrf-token": "1", "content-type": type }
})

const cookieOf = (token: string) => `strategy_session=${token}`

/** Requests of which both answers must have the status. */
const table = (viewer: string, editor: string): ReadonlyArray<readonly [status: number, Wire.WireRequest]> => {
  const unknown = cookieOf("x".repeat(43))
  const submit = (body: unknown) => post("/api/events", editor, JSON.stringify(body))
  const views = paths.flatMap(
    (path) =>
      [
        [200, get(path, viewer)],
        [200, get(path, viewer, { "if-none-match": '"other"' })],
        [304, get(path, viewer, { "if-none-match": "*" })],
        [200, get(path, `a=b; ${viewer}; c=d`)],
        [401, get(path, "")],
        [401, get(path, unknown)],
        [200, get(path, `${viewer}; ${unknown}`)]
      ] as const
  )
  return [
    ...views,
    [404, get(`/api/teams/${ids.principle}/principles`, viewer)],
    [404, get(`/api/objectives/${ids.principle}`, viewer)],
    [400, get(`/api/objectives/${"z".repeat(36)}`, viewer)],
    [200, get(`/api/teams/${ids.team.toUpperCase()}/principles`, viewer)],
    [400, submit({ eventType: "fly", targetId: ids.principle, data: {} })],
    [400, submit({ eventType: "delete_principle", data: {} })],
    [403, submit({ eventType: "delete_team", targetId: ids.team, data: {} })],
    [403, { ...submit({}), headers: { cookie: viewer, "content-type": "application/json" } }],
    [400, post("/api/events", editor, "{")],
    [400, post("/api/events", editor, "")]
  ]
}

/** Sign-ins whose bodies are right or wrong in every way. */
const signIns = [
  ...['{"username":"ada","password":"x"}', '{"username":"ada"', "{}", "null", "", " ".repeat(maxBodyBytes + 1)].map(
    (text) => post("/api/auth/login", "", text)
  ),
  post("/api/auth/login", "", "{}", "text/plain"),
  { ...post("/api/auth/login", cookieOf("x".repeat(43)), "{}"), chunked: true }
]

const settle = Effect.gen(function* () {
  const { stateNow } = yield* Projector
  yield* addUser(author, "admin")
  yield* apply(yield* signIn(author), ...smallStrategy(ids), ...smallStrategy(idsFrom(0x20)))
  for (const role of ["admin", "editor", "viewer"] as const) yield* addUser(role, role)
  const [admin, editor, viewer] = [yield* signIn("admin"), yield* signIn("editor"), yield* signIn("viewer")]
  // From now on their sessions are cached.
  for (const token of [admin, editor, viewer]) yield* request("/api/teams", { token })
  const tokens = { admin, editor, viewer, none: undefined, forged: "A".repeat(43) }
  const world = new World({
    tokens,
    logins: ["admin"],
    changers: [{ token: viewer, password: "x" }],
    users: [],
    state: stateNow
  })
  return { world, viewer: cookieOf(viewer), editor: cookieOf(editor) }
})

/** Sends a request in the form that the shortcut takes and in one that it leaves to the endpoint: the answers must be equal. */
const makeBoth = Effect.gen(function* () {
  const base = yield* BaseUrl
  const { send } = yield* Effect.acquireRelease(
    Effect.sync(() => Wire.make(base, 2)),
    ({ close }) => Effect.sync(close)
  )
  return Effect.fnUntraced(function* (sent: Wire.WireRequest, hint = "") {
    const [short, declared] = [
      yield* Effect.promise(() => send(sent)),
      yield* Effect.promise(() => send(Wire.forRouter(sent)))
    ]
    assert.deepStrictEqual(Wire.comparable(short), Wire.comparable(declared), `${Wire.shown(sent)} ${hint}`)
    return short
  })
})

const quiet = Logger.layer([])

layer(testServerWith(Layer.merge(planner, login)).pipe(Layer.provide(quiet)), { excludeTestServices: true })(
  "The shortcut, like the endpoint,",
  (it) => {
    it.effect(
      "answers every view and submission, and refuses sign-ins whatever their body is",
      () =>
        Effect.gen(function* () {
          const both = yield* makeBoth
          const { world, viewer, editor } = yield* settle
          const { find } = yield* Effect.provide(Shortcut.make, Views.layer)
          for (const [status, sent] of table(viewer, editor)) {
            assert.strictEqual((yield* both(sent)).status, status, Wire.shown(sent))
          }

          for (const full of ["share", "full"] as const) {
            queue = full
            for (const sent of signIns) {
              assert.strictEqual(find(asRequestHead(sent))?.route, "/api/auth/login")
              assert.strictEqual((yield* both(sent)).status, refusals[full][1], Wire.shown(sent))
            }
          }
          queue = undefined

          const taken = new Set<string>()
          const statuses = new Set<number>()
          for (const { request, answered } of fc.sample(drawn, { seed, numRuns: yield* cases })) {
            const sent = request(world)
            const route = find(asRequestHead(sent))?.route
            if (route === undefined) continue
            const reply = yield* both(sent, `: repeat with LAW_SEED=${seed}`)
            taken.add(route)
            statuses.add(reply.status)
            world.learn(sent, reply)
            answered?.(world, reply, sent)
          }
          assert.sameMembers([...taken], ["/api/events", ...routes])
          assert.includeMembers([...statuses], [200, 304, 400, 500, 503])
        }).pipe(Effect.scoped),
      60_000
    )
  }
)

layer(testServer)("The shortcut", (it) => {
  it.effect("answers views and submissions of cached sessions, and leaves everything else to the endpoints", () =>
    Effect.gen(function* () {
      yield* addUser("ada", "admin")
      yield* apply(yield* signIn("ada"), ...smallStrategy(ids))
      yield* addUser("zoe", "editor")
      const token = yield* signIn("zoe")
      const { find } = yield* Effect.provide(Shortcut.make, Views.layer)
      const taken = (path: string, init: RequestInit = {}) =>
        find(
          HttpServerRequest.fromWeb(
            new Request(`http://localhost${path}`, {
              ...init,
              headers: { cookie: `strategy_session=${token}`, "x-csrf-token": "1", ...init.headers }
            })
          )
        )?.route
      assert.isUndefined(taken("/api/teams"), "a session nobody asked with yet")
      yield* request("/api/teams", { token })
      assert.deepStrictEqual(
        paths.map((path) => taken(path)),
        routes
      )
      const post = { method: "POST", headers: { "content-type": "application/json", "content-length": "10" } }
      assert.strictEqual(taken("/api/events", post), "/api/events")

      const tokens = yield* TokenStore
      const { userId } = Option.getOrThrow(yield* (yield* SessionStore).resolve(Redacted.make(token)))
      const made = (scope: TokenScope) => tokens.create(userId, { name: scope, scope, days: 1 })
      const withToken = Effect.fnUntraced(function* (scope: TokenScope, more: Record<string, string> = {}) {
        const { secret } = yield* made(scope)
        const headers = { cookie: "", "x-csrf-token": "0", authorization: `Bearer ${Redacted.value(secret)}`, ...more }
        const read = taken("/api/teams", { headers })
        yield* tokens.resolve(secret)
        const write = taken("/api/events", { ...post, headers: { ...post.headers, ...headers } })
        return [read, taken("/api/teams", { headers }), write]
      })
      assert.deepStrictEqual(yield* withToken("write"), [undefined, "/api/teams", "/api/events"])
      assert.deepStrictEqual(yield* withToken("read"), [undefined, "/api/teams", undefined])
      assert.deepStrictEqual(yield* withToken("feed"), [undefined, undefined, undefined])
      const both = { cookie: `strategy_session=${token}` }
      assert.deepStrictEqual(yield* withToken("write", both), [undefined, undefined, undefined])
      const left = [
        taken("/api/events"),
        taken("/api/history/all"),
        taken("/api/teams", { method: "HEAD" }),
        ...["idempotency-key", "change-set", "change-set-name", "undoes"].map((name) =>
          taken("/api/events", { ...post, headers: { ...post.headers, [name]: "1" } })
        ),
        taken("/api/events", { ...post, headers: { "content-type": "application/json" } }),
        taken("/api/events", { ...post, headers: { ...post.headers, "content-length": "70000" } })
      ]
      assert.deepStrictEqual(
        left,
        left.map(() => undefined)
      )
    })
  )
})
