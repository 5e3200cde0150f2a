import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Result } from "effect"
import { maxBodyBytes } from "../../../src/api/requests/JsonBody.ts"
import { Role } from "../../../src/domain/entities/Role.ts"
import { Views } from "../../../src/http/answers/EncodedViews.ts"
import * as Admission from "../../../src/http/pipeline/Admission.ts"
import { findServedPath } from "../../../src/http/pipeline/ServedPaths.ts"
import * as Shortcut from "../../../src/http/shortcut/Shortcut.ts"
import { addUser, BaseUrl, request, signIn, testServer } from "../../support/TestServer.ts"
import * as Wire from "../fuzz/Wire.ts"
import { nobody, routes } from "../Routes.ts"

type Sent = Wire.WireRequest & { readonly caller: Role | "none"; readonly body: Uint8Array }

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

const withHeader = (sent: Sent, name: string, value: string): Sent => ({
  ...sent,
  headers: { ...sent.headers, [name]: value }
})

/** A submission that nothing refuses. */
const accepted: Sent = {
  method: "POST",
  target: "/api/events",
  headers: { "x-csrf-token": "1", "content-type": "application/json" },
  body: bytes(JSON.stringify({ eventType: "delete_principle", targetId: nobody, data: {} })),
  caller: "editor"
}

const identityOf = ({ caller }: Sent) => (caller === "none" ? undefined : { role: caller })

const headOf = ({ method, headers, body }: Sent) => ({
  method,
  headers: { ...headers, "content-length": `${body.length}` }
})

const failureOf = <A, E>(result: Result.Result<A, E>): E | undefined =>
  Result.isFailure(result) ? result.failure : undefined

type Fault = { readonly _tag: string; readonly message: string }

const csrf = (sent: Sent) => Admission.csrfFault(headOf(sent))
const access = (sent: Sent) => failureOf(Admission.authorized(identityOf(sent), { role: "editor", sessionOnly: false }))
const headers = (sent: Sent) => Admission.headersFault(headOf(sent))
const body = ({ body }: Sent) => failureOf(Admission.bodyText(body))

/** The rules in the order of the contract: how a request breaks each, which function refuses it, and with which answer. */
const rules: ReadonlyArray<{
  readonly name: string
  readonly breaking: (sent: Sent) => Sent
  readonly fault: (sent: Sent) => Fault | undefined
  readonly status: number
  readonly says: string
}> = [
  {
    name: "CSRF header",
    breaking: (sent) => withHeader(sent, "x-csrf-token", "0"),
    fault: csrf,
    status: 403,
    says: "X-CSRF-Token"
  },
  { name: "session", breaking: (sent) => ({ ...sent, caller: "none" }), fault: access, status: 401, says: "Sign in" },
  {
    name: "role",
    breaking: (sent) => (sent.caller === "none" ? sent : { ...sent, caller: "viewer" }),
    fault: access,
    status: 403,
    says: "requires the editor role"
  },
  {
    name: "content type",
    breaking: (sent) => withHeader(sent, "content-type", "text/plain"),
    fault: headers,
    status: 415,
    says: "application/json"
  },
  {
    name: "size",
    breaking: (sent) => ({ ...sent, body: Buffer.concat([sent.body, bytes(" ".repeat(maxBodyBytes))]) }),
    fault: headers,
    status: 413,
    says: "64 KiB"
  },
  {
    name: "UTF-8",
    breaking: (sent) => ({ ...sent, body: Buffer.concat([Uint8Array.of(0xff), sent.body]) }),
    fault: body,
    status: 400,
    says: "UTF-8"
  },
  {
    name: "depth",
    breaking: (sent) => ({ ...sent, body: Buffer.concat([bytes("[".repeat(33)), sent.body]) }),
    fault: body,
    status: 400,
    says: "32 levels"
  }
]

/** Every choice of rules to break; a request breaks the latter ones first, so that it has no session if that is broken too. */
const choices = Array.from({ length: 2 ** rules.length }, (_, choice) =>
  rules.filter((_, index) => (choice & (1 << index)) !== 0)
)

const brokenBy = (choice: typeof rules): Sent => choice.reduceRight((sent, { breaking }) => breaking(sent), accepted)

const findServed = findServedPath(routes)

/** Requests that no route takes: with the header of mutating requests and without it. */
const unrouted = [
  ["GET", "/api/nowhere", 404, 404],
  ["POST", "/api/nowhere", 404, 403],
  ["POST", "/nowhere", 404, 404],
  ["DELETE", "/api/teams", 405, 403],
  ["DELETE", "/api/teams/?x=/nowhere", 405, 403],
  ["PUT", `/api/objectives/${nobody}`, 405, 403],
  ["PUT", `/%61pi/objectives/${nobody}`, 405, 403],
  ["PROPFIND", "/api/teams", 405, 405],
  ["POST", "/health", 405, 405],
  ["OPTIONS", "*", 405, 405],
  ["POST", "*api/nowhere", 404, 403],
  ["PUT", "/api/auth/login", 405, 403],
  ["GET", "/api/%zz", 400, 400],
  ["POST", "/api/%zz", 400, 403]
] as const

describe("The rules of admission", () => {
  it.each(rules)("$name: only the function for it refuses a request that breaks nothing else", (rule) => {
    const sent = rule.breaking(accepted)
    const refused = [csrf, access, headers, body].filter((fault) => fault(sent) !== undefined)
    assert.deepStrictEqual(refused, [rule.fault])
    assert.include(rule.fault(sent)?.message, rule.says)
    assert.isUndefined(rule.fault(accepted))
  })

  it.each(["GET", "HEAD", "OPTIONS", "QUERY"])("%s needs no CSRF header", (method) => {
    assert.isUndefined(Admission.csrfFault({ method, headers: {} }))
  })

  it("a role may do everything that a lower one may", () => {
    const admitted = Role.literals.map((role) =>
      Role.literals.map((needed) =>
        Result.isSuccess(
          Admission.authorized(identityOf({ ...accepted, caller: role }), { role: needed, sessionOnly: false })
        )
      )
    )
    assert.deepStrictEqual(admitted, [
      [true, false, false],
      [true, true, false],
      [true, true, true]
    ])
  })
})

const clientOf = Effect.gen(function* () {
  const base = yield* BaseUrl
  return yield* Effect.acquireRelease(
    Effect.sync(() => Wire.make(base, 2)),
    ({ close }) => Effect.sync(close)
  )
})

layer(testServer, { excludeTestServices: true })("By shortcut and endpoint", (it) => {
  it.effect("the first rule in the contract's order that a request breaks is answered, whatever else it breaks", () =>
    Effect.gen(function* () {
      const { find } = yield* Effect.provide(Shortcut.make, Views.layer)
      const { send } = yield* clientOf
      const cookies = new Map<string, string>()
      for (const role of Role.literals) {
        yield* addUser(role, role)
        const token = yield* signIn(role)
        yield* request("/api/teams", { token })
        cookies.set(role, `strategy_session=${token}`)
      }
      for (const choice of choices) {
        const sent = brokenBy(choice)
        const cookie = cookies.get(sent.caller)
        const addressed = cookie === undefined ? sent : withHeader(sent, "cookie", cookie)
        const [short, declared] = yield* Effect.promise(() =>
          Promise.all([send(addressed), send(Wire.forRouter(addressed))])
        )
        const hint = choice.map(({ name }) => name).join(", ")
        const [first] = choice
        assert.deepStrictEqual([short.status, declared.status], Array(2).fill(first?.status ?? 200), hint)
        if (first !== undefined) {
          assert.include(first.fault(sent)?.message, first.says, hint)
          assert.deepStrictEqual(Wire.comparable(short), Wire.comparable(declared), hint)
          assert.strictEqual(JSON.parse(short.text).message, first.fault(sent)?.message, hint)
        }
        const leftToRouter = choice.some(({ fault }) => fault !== body)
        const found = find({ ...headOf(addressed), url: addressed.target })
        assert.strictEqual(found?.route, leftToRouter ? undefined : "/api/events", hint)
      }
    }).pipe(Effect.scoped)
  )

  it.effect("a request that no route takes is answered as the rules say", () =>
    Effect.gen(function* () {
      const { send } = yield* clientOf
      for (const [method, target, withHeader, without] of unrouted) {
        for (const [status, headers] of [
          [withHeader, { "x-csrf-token": "1" }],
          [without, {}]
        ] as const) {
          const reply = yield* Effect.promise(() => send({ method, target, headers }))
          const [fault, extra] = Admission.unroutedFault(findServed, { method, url: target, headers })
          const { _tag, message, code } = fault
          const hint = `${method} ${target} ${status}`
          assert.strictEqual(reply.status, status, hint)
          assert.deepStrictEqual(JSON.parse(reply.text), { _tag, message, code }, hint)
          assert.strictEqual(reply.headers.allow, extra?.allow, hint)
        }
      }
    }).pipe(Effect.scoped)
  )
})
