import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { memoryStores } from "../../src/App.ts"
import { SessionStore } from "../../src/accounts/sessions/SessionStore.ts"
import { open } from "../support/EventStream.ts"
import { addUser, BaseUrl, password, request, servedOn, signIn, withoutShortcut } from "../support/TestServer.ts"
import { assertOk } from "./requests/Answers.ts"
import { submit } from "./Submissions.ts"

const team = "00000000-0000-4000-8000-000000000001"

/** The writers that keep the server busy beside each end of a session. */
const writers = 8

const rounds = 3

/** Sessions in a database that is slow to tell whether they are valid. */
const slowSessions = Layer.effect(
  SessionStore,
  SessionStore.use((sessions) =>
    Effect.succeed(SessionStore.of({ ...sessions, confirm: (ids) => Effect.delay(sessions.confirm(ids), "50 millis") }))
  )
)

const server = servedOn(Layer.provideMerge(slowSessions, memoryStores), Layer.empty, withoutShortcut)

const rename = Effect.fnUntraced(function* (token: string, name: string) {
  const { sequenceNumber } = yield* submit(token, { eventType: "update_team_name", targetId: team, data: { name } })
  return sequenceNumber
})

const writeForEver = (token: string, writer: number) =>
  Effect.suspend(() => rename(token, `${writer} ${crypto.randomUUID()}`)).pipe(Effect.forever, Effect.forkChild)

interface Person {
  readonly id: string
  readonly name: string
  readonly token: string
  readonly admin: string
}

/** The requests that end a session. */
const ends = {
  logout: ({ token }: Person) => request("/api/auth/logout", { method: "POST", token }),
  deletion: ({ id, admin }: Person) => request(`/api/admin/users/${id}`, { method: "DELETE", token: admin }),
  "change of role": ({ id, admin }: Person) =>
    request(`/api/admin/users/${id}/role`, { method: "PUT", token: admin, body: { role: "editor" } }),
  "change of password": ({ name }: Person) =>
    Effect.flatMap(signIn(name), (token) =>
      request("/api/auth/change-password", { token, body: { currentPassword: password, newPassword: "another horse" } })
    )
}

const sequenceNumberOf = (data: unknown): unknown => Reflect.get(Object(data), "sequenceNumber")

layer(server, { excludeTestServices: true })("The streams of a session that has ended", (it) => {
  it.effect("get no event from after the answer, however fast events are written", () =>
    Effect.gen(function* () {
      const url = yield* BaseUrl
      yield* addUser("admin", "admin")
      const admin = yield* signIn("admin")
      yield* submit(admin, { eventType: "create_team", data: { id: team, name: "Payments", color: "#123456" } })
      const writing = yield* Effect.forEach(Array(writers).keys(), (n) => writeForEver(admin, n))
      for (const [kind, end] of Object.entries(ends)) {
        for (let round = 0; round < rounds; round++) {
          const name = `${kind} ${round}`
          const { id } = yield* addUser(name, "viewer")
          const token = yield* signIn(name)
          const streams = [1, 2, 3].map(() => open({ url, token }))
          for (const { waitFor } of streams) {
            yield* Effect.promise(() => waitFor(({ event }) => event === "change", 120_000))
          }
          assertOk(yield* end({ id, name, token, admin }))
          const later = yield* rename(admin, `after ${name}`)
          for (const { ended, frames } of streams) {
            assert.deepStrictEqual(yield* Effect.promise(() => ended), { how: "end", reason: "session" }, name)
            const last = frames.findLast(({ event }) => event === "change")
            assert.isBelow(Number(sequenceNumberOf(last?.data)), later, name)
          }
        }
      }
      yield* Fiber.interruptAll(writing)
    })
  )
})
