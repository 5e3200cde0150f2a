import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Ref } from "effect"
import * as Testing from "../../src/Testing.ts"
import { testReceiver } from "../webhooks/TestReceiver.ts"

describe("TestService", () => {
  it.live.each([0, null])("has clients and sends webhooks to this machine, on port %s", (port) =>
    Effect.gen(function* () {
      const { connect } = yield* Testing.TestService
      const { url, received, until } = yield* testReceiver
      const { api, submit } = yield* connect("ada", "admin")
      yield* api.webhooks.create({ payload: { url } })
      yield* submit({ eventType: "create_team", data: { name: "Payments", color: "#1f5fbf" } })
      yield* until(({ length }) => length > 0)
      assert.include(received[0]?.body, "create_team")
      const users = yield* (yield* Testing.Users).list
      assert.deepStrictEqual(
        users.map(({ username }) => username),
        ["ada"]
      )
    }).pipe(Effect.scoped, Effect.provide(Testing.TestService.layerWith({ port })))
  )

  it.live("takes another layer in place of one of its own, and so do the services without HTTP", () =>
    Effect.gen(function* () {
      const hashed = yield* Ref.make(0)
      const counting = Layer.effect(
        Testing.PasswordHasher,
        Effect.map(Testing.PasswordHasher, ({ hash, ...rest }) => ({
          ...rest,
          hash: (password: string) =>
            Effect.andThen(
              Ref.update(hashed, (count) => count + 1),
              hash(password)
            )
        }))
      ).pipe(Layer.provide(Testing.quickHasher))
      const use = Effect.flatMap(Testing.PasswordHasher, ({ hash }) => hash("correct horse"))
      for (const layer of [
        Testing.inMemory({ hasher: counting }),
        Testing.TestService.layerWith({ hasher: counting })
      ]) {
        yield* Ref.set(hashed, 0)
        yield* Effect.provide(use, layer)
        assert.isAbove(yield* Ref.get(hashed), 0)
      }
    })
  )
})
