import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer, Redacted, Ref } from "effect"
import { call, signIn } from "../../scripts/support/Calls.ts"
import * as ServerProcess from "../../scripts/support/ServerProcess.ts"
import * as Testing from "../../src/Testing.ts"
import { migratedDatabase } from "../support/databases.ts"
import { madeFolder } from "../support/madeFolder.ts"
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

describe("stores that fail", () => {
  it.live.each([
    ["unavailable", "database_unavailable", "unhealthy", 1],
    ["unknown", "outcome_unknown", "unhealthy", 2],
    ["readOnly", "database_unavailable", "degraded", 1]
  ] as const)(
    "are %s: a submission gets %s, and the service is as healthy as it says",
    ([how, code, status, written]) =>
      Effect.gen(function* () {
        const { connect, baseUrl } = yield* Testing.TestService
        const { api } = yield* connect("ada", "admin")
        const create = api.events.submit({
          payload: { eventType: "create_team", data: { name: "Payments", color: "#1f5fbf" } }
        })
        assert.strictEqual((yield* create).status, "applied")
        assert.deepInclude(yield* Effect.flip(create), { _tag: "Unavailable", code })
        const health = yield* Effect.promise(async () => (await call(baseUrl, "", "/health")).json())
        assert.deepStrictEqual(health, { status })
        assert.lengthOf(yield* Testing.EventStore.use(({ read }) => read(0, 10)), written)
      }).pipe(Effect.provide(Testing.TestService.layerWith({ stores: Testing.failingStores({ after: 1, how }) })))
  )
})

describe("live", () => {
  const password = "correct horse battery"

  /** Adds a user, and gives what the account log has of it. */
  const task = Effect.gen(function* () {
    const { create } = yield* Testing.Users
    const { username } = yield* create("vera", password, "viewer")
    const { page } = yield* Testing.AccountLog
    const { entries } = yield* page({ limit: 1, username })
    return entries[0]?.detail
  })

  const runTask = (env: Readonly<Record<string, string>>) =>
    task.pipe(
      Effect.provide(Testing.live),
      Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env }))
    )

  it.live("reaches the data folder through the server that has it open", () =>
    Effect.gen(function* () {
      const DATA_DIR = yield* madeFolder
      const { url } = yield* ServerProcess.start({ DATA_DIR })
      assert.strictEqual(yield* runTask({ DATA_DIR }), "viewer; script")
      assert.notStrictEqual(yield* Effect.promise(() => signIn(url, "vera", password)), "")
    }).pipe(Effect.scoped)
  )

  it.live("reaches PostgreSQL", () =>
    Effect.gen(function* () {
      const DATABASE_URL = Redacted.value(yield* migratedDatabase)
      assert.strictEqual(yield* runTask({ DATABASE_URL }), "viewer; script")
      const again = yield* Effect.flip(runTask({ DATABASE_URL }))
      assert.strictEqual(again._tag, "UsernameTaken")
    }).pipe(Effect.scoped)
  )
})
