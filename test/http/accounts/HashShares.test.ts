import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { Pbkdf2 } from "../../../src/accounts/passwords/Pbkdf2.ts"
import { ClientAddress, clientAddressBehind } from "../../../src/http/pipeline/address/ClientAddress.ts"
import { IpNetworks } from "../../../src/http/pipeline/address/IpNetworks.ts"
import { byLabel } from "../../observability/Exposition.ts"
import * as OwnRegistry from "../../observability/OwnRegistry.ts"
import { type Answer, addUser, password, request, signIn, testServer } from "../../support/TestServer.ts"
import { assertError, assertOk, field } from "../requests/Answers.ts"

const pbkdf2 = Pbkdf2.defaultValue()

/** Makes each derivation take another 20 ms. */
const slowPbkdf2 = Layer.succeed(Pbkdf2, {
  ...pbkdf2,
  derive: (secret, parameters, bytes) =>
    Effect.callback<void>((resume) => {
      setTimeout(() => resume(Effect.void), 20)
    }).pipe(Effect.andThen(pbkdf2.derive(secret, parameters, bytes)))
})

const server = (trustedProxies: string) =>
  Layer.fresh(testServer).pipe(
    Layer.provide([
      slowPbkdf2,
      Layer.succeed(
        ClientAddress,
        clientAddressBehind(trustedProxies === "" ? [] : Schema.decodeUnknownSync(IpNetworks)(trustedProxies))
      )
    ])
  )

const login = (username: string, from: string) =>
  request("/api/auth/login", { body: { username, password }, csrf: null, headers: { "x-forwarded-for": from } })

/** Tries unknown usernames on `connections` until the scope closes, with a pause after each refusal. */
const attack = Effect.fnUntraced(function* (connections: number, addressOf: (n: number) => string) {
  const answers: Array<Answer> = []
  let tries = 0
  const one = Effect.suspend(() => login(`nobody ${tries}`, addressOf(tries++))).pipe(
    Effect.tap((answer) => Effect.sync(() => void answers.push(answer))),
    Effect.flatMap(({ status }) => (status === 429 ? Effect.sleep("200 millis") : Effect.void))
  )
  yield* Effect.forkScoped(
    Effect.all(
      Array.from({ length: connections }, () => Effect.forever(one)),
      { concurrency: "unbounded", discard: true }
    )
  )
  // Waits until the attacker's share is used up.
  while (!answers.some(({ status }) => status === 429)) yield* Effect.sleep("5 millis")
  return answers
})

const newUser = (token: string, username: string) =>
  request("/api/admin/users", { token, body: { username, password, role: "viewer" } })

const assertRefusedAtOnce = (answers: ReadonlyArray<Answer>) => {
  for (const answer of answers) {
    if (answer.status === 200) assert.strictEqual(field(answer, "success"), false)
    else {
      assertError(answer, 429)
      assert.strictEqual(answer.headers.get("retry-after"), "1")
    }
  }
}

describe("Hashing while 100 connections try unknown usernames", () => {
  it.live.each([
    ["from one address", () => "198.51.100.1", "203.0.113.9"],
    ["from one IPv6 network", (n: number) => `2001:db8:0:1::${n.toString(16)}`, "2001:db8:0:2::1"]
  ] as const)(
    "%s: sign-ins from another network, new users and new passwords all succeed",
    ([, addressOf, elsewhere]) =>
      Effect.gen(function* () {
        yield* addUser("boss", "admin")
        yield* addUser("ada", "viewer")
        const token = yield* signIn("boss")
        const answers = yield* attack(100, addressOf)
        for (let round = 0; round < 3; round++) {
          assert.strictEqual(field(assertOk(yield* login("ada", elsewhere)), "success"), true)
          assert.strictEqual((yield* newUser(token, `new ${round}`)).status, 201)
        }
        const body = { currentPassword: password, newPassword: "battery staple" }
        assertOk(yield* request("/api/auth/change-password", { token, body }))
        assertRefusedAtOnce(answers)
      }).pipe(Effect.scoped, Effect.provide(server("127.0.0.1")))
  )

  it.live("from the same address as everyone, since no proxy is trusted: signed-in users are not held up", () =>
    Effect.gen(function* () {
      yield* addUser("boss", "admin")
      const token = yield* signIn("boss")
      const answers = yield* attack(100, (n) => `203.0.113.${n % 250}`)
      for (let round = 0; round < 3; round++) {
        assert.strictEqual((yield* newUser(token, `new ${round}`)).status, 201)
      }
      assertRefusedAtOnce(answers)
    }).pipe(Effect.scoped, Effect.provide(server("")))
  )
})

describe("The metrics of sign-ins", () => {
  it.live("count each attempt once, also those that are refused before their body is read", () =>
    Effect.gen(function* () {
      const attempts = Array.from({ length: 120 }, (_, n) => login(`nobody ${n}`, "198.51.100.1"))
      const answers = yield* Effect.all(attempts, { concurrency: "unbounded" })
      const refused = answers.filter(({ status }) => status === 429).length
      assert.isAbove(refused, 0)
      const counted = byLabel(yield* OwnRegistry.scraped, "strategy_logins_total", "outcome")
      assert.deepStrictEqual(counted, {
        ...{ success: 0, locked: 0, busy: 0, unavailable: 0 },
        ...{ limited: refused, invalid: answers.length - refused }
      })
    }).pipe(Effect.scoped, Effect.provide(server("127.0.0.1").pipe(Layer.provideMerge(OwnRegistry.layer))))
  )
})
