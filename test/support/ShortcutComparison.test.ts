import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SessionStore } from "../../src/accounts/SessionStore.ts"
import { Planner } from "../../src/log/writer/Planner.ts"
import * as shortcutDifferences from "./shortcutDifferences.ts"
import { addUser, request, signIn, testServerWith } from "./TestServer.ts"

/** Sessions in which the shortcut sees an editor, and the endpoints see the real role. */
const promoted = Layer.effect(
  SessionStore,
  Effect.map(SessionStore, (store) => ({
    ...store,
    peek: (token: string) => {
      const identity = store.peek(token)
      return identity && { ...identity, role: "editor" as const }
    }
  }))
)

/** Records the submissions that reach the planner. */
const submitted: Array<string> = []
const counting = Layer.effect(
  Planner,
  Effect.map(Planner, ({ submit }) => ({
    submit: (envelope) => {
      submitted.push(envelope.eventType)
      return submit(envelope)
    }
  }))
)

const edit = { eventType: "update_team_name", targetId: crypto.randomUUID(), data: { name: "x" } }

layer(testServerWith(Layer.merge(promoted, counting)))("Comparing the shortcut with the endpoints", (it) => {
  it.effect("finds a request that the endpoint answers differently, and submits each event once", () =>
    Effect.gen(function* () {
      yield* addUser("vic", "viewer")
      const token = yield* signIn("vic")
      yield* request("/api/teams", { token })
      yield* Effect.promise(shortcutDifferences.take)

      assert.strictEqual((yield* request("/api/teams", { token })).status, 200)
      assert.deepStrictEqual(yield* Effect.promise(shortcutDifferences.take), { compared: 1, differences: [] })

      const principle = { ...edit, eventType: "update_principle_title", data: { title: "x" } }
      assert.strictEqual((yield* request("/api/events", { token, body: principle })).status, 200)
      const { compared, differences } = yield* Effect.promise(shortcutDifferences.take)
      assert.deepStrictEqual([compared, differences.length], [1, 1])
      assert.include(differences[0], "HTTP/1.1 200 OK")
      assert.include(differences[0], "HTTP/1.1 403 Forbidden")
      assert.deepStrictEqual(submitted, ["update_principle_title"])
    })
  )
})
