import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { OpenApi } from "effect/http-api"
import { Api } from "../../src/api/Api.ts"
import { maxHeadBytes } from "../../src/api/requests/HeadText.ts"
import { addUser, request, signIn, testServer } from "../support/TestServer.ts"
import { assertError } from "./requests/Answers.ts"

interface Rules {
  readonly type?: string
  readonly maximum?: number
  readonly maxLength?: number
}

/** All query parameters of the document, each with an address at which only this parameter is wrong. */
const queries = Object.entries(OpenApi.fromApi(Api).paths).flatMap(([path, { get }]) =>
  (get?.parameters ?? [])
    .filter((parameter) => parameter.in === "query")
    .map(({ name, schema }) => ({
      name,
      address: path.replaceAll(/\{\w+\}/g, "00000000-0000-4000-8000-000000000001"),
      rules: schema as Rules
    }))
)

const beyond = ({ maximum, maxLength }: Rules): string =>
  maximum === undefined ? "9".repeat((maxLength ?? 99) + 1) : String(maximum + 1)

layer(testServer)("what the document bounds", (it) => {
  it.effect("is refused beyond the bound, in each parameter of each query", () =>
    Effect.gen(function* () {
      yield* addUser("boss", "admin")
      const token = yield* signIn("boss")
      assert.isAbove(queries.length, 15)
      for (const { name, address, rules } of queries) {
        const answer = yield* request(`${address}?${name}=${beyond(rules)}`, { token })
        const expected = (rules.maxLength ?? 0) >= maxHeadBytes ? 431 : 400
        assertError(answer, expected, `${address} ${name}`)
      }
    })
  )

  it.effect("is refused where a number is not written in digits", () =>
    Effect.gen(function* () {
      const token = yield* signIn("boss")
      const numbers = queries.filter(({ rules }) => rules.type === "integer")
      assert.isAbove(numbers.length, 5)
      for (const { name, address } of numbers) {
        for (const value of ["0x1", "1e0", "%201", "1%0A", "%2B1", "1.0", "1_0", "%D9%A1", "-", ""]) {
          const message = assertError(
            yield* request(`${address}?${name}=${value}`, { token }),
            400,
            `${address} ${value}`
          )
          assert.include(message, `${name} must be`)
        }
      }
    })
  )

  it.effect("is not checked without a session; 64 KB are refused with a session or without", () =>
    Effect.gen(function* () {
      const token = yield* signIn("boss")
      for (const { name, address, rules } of queries) {
        const short = beyond(rules).slice(0, 1_000)
        // The sign-in by a provider, which needs no session, is off; a feed's credential is in its path.
        const refused = address === "/api/auth/oidc/login" ? 404 : address.startsWith("/api/feeds/") ? 400 : 401
        assertError(yield* request(`${address}?${name}=${short}`), refused, address)
        for (const session of [{}, { token }]) {
          assertError(yield* request(`${address}?${name}=${"9".repeat(65_536)}`, session), 431)
        }
      }
      for (const session of [{}, { token }]) {
        const body = { eventType: "create_team", data: { name: "x".repeat(65_536) } }
        assertError(yield* request("/api/events", { ...session, method: "POST", body }), "token" in session ? 413 : 401)
      }
    })
  )
})
