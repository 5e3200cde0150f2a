import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { AccountLog } from "../../src/accounts/log/AccountLog.ts"
import { SessionStore } from "../../src/accounts/sessions/SessionStore.ts"
import { UserStore } from "../../src/accounts/users/UserStore.ts"
import { StorageError } from "../../src/domain/StorageError.ts"
import { Credentials } from "../../src/identity/Credentials.ts"
import { TokenStore } from "../../src/identity/TokenStore.ts"
import * as TestRandom from "../accounts/TestRandom.ts"
import { addUser } from "../accounts/TestUsers.ts"

/** What the store of tokens was asked to note, and whether it fails. */
interface Noted {
  readonly touches: Array<ReadonlyMap<string, number>>
  isAway: boolean
}

const away = new StorageError({ operation: "TokenStore.touch", unavailable: true, cause: "away" })

const withNoted = (body: (noted: Noted) => Effect.Effect<void, unknown, Credentials | TokenStore | UserStore>) =>
  Effect.suspend(() => {
    const noted: Noted = { touches: [], isAway: false }
    const tokens = Layer.effect(
      TokenStore,
      TokenStore.use((store) =>
        Effect.succeed(
          TokenStore.of({
            ...store,
            touch: (uses) => {
              if (noted.isAway) return Effect.fail(away)
              noted.touches.push(uses)
              return store.touch(uses)
            }
          })
        )
      )
    ).pipe(Layer.provide(TokenStore.layerMemory))
    const layer = Credentials.layer.pipe(
      Layer.provideMerge(tokens),
      Layer.provideMerge(SessionStore.layerMemory),
      Layer.provideMerge(UserStore.layerMemory),
      Layer.provideMerge(AccountLog.layerMemory),
      Layer.provide(TestRandom.layer)
    )
    return Effect.as(Effect.provide(body(noted), layer), noted)
  })

const makeToken = Effect.gen(function* () {
  const tokens = yield* TokenStore
  const ada = yield* addUser("ada")
  const { secret, token } = yield* tokens.create(ada.id, { name: "Report", scope: "read", days: 1 })
  const lastUse = Effect.map(tokens.list(ada.id), ([one]) => one?.lastUsedAt)
  return { id: token.id, credential: { kind: "token", secret: Redacted.value(secret) } as const, lastUse }
})

describe("The use of a token", () => {
  it.effect("is noted however it was looked up, and stored every two minutes, once for all requests", () =>
    withNoted(
      Effect.fnUntraced(function* ({ touches }) {
        const { peek, resolve } = yield* Credentials
        const { credential, id, lastUse } = yield* makeToken
        assert.isUndefined(peek(credential))
        assert.isTrue(Option.isSome(yield* resolve(credential)))
        for (let second = 0; second < 100; second++) {
          yield* TestClock.adjust("1 second")
          assert.isDefined(peek(credential))
        }
        assert.deepStrictEqual([touches, yield* lastUse], [[], null])
        yield* TestClock.adjust("20 seconds")
        assert.deepStrictEqual(touches, [new Map([[id, 100_000]])])
        assert.strictEqual(yield* lastUse, "1970-01-01T00:01:40.000Z")
        yield* TestClock.adjust("10 minutes")
        assert.lengthOf(touches, 1)
      })
    )
  )

  it.effect("is kept while the store is away, and none is noted for what opens nothing", () =>
    withNoted(
      Effect.fnUntraced(function* (noted) {
        const { resolve, storeUses } = yield* Credentials
        const { credential, id, lastUse } = yield* makeToken
        noted.isAway = true
        yield* resolve(credential)
        yield* TestClock.adjust("3 minutes")
        noted.isAway = false
        yield* resolve({ ...credential, kind: "session" })
        yield* resolve({ kind: "token", secret: `strat_${"A".repeat(43)}` })
        yield* storeUses
        assert.deepStrictEqual(noted.touches, [new Map([[id, 0]])])
        assert.strictEqual(yield* lastUse, "1970-01-01T00:00:00.000Z")
      })
    )
  )

  it.effect("is stored when the server stops", () =>
    Effect.map(
      withNoted(
        Effect.fnUntraced(function* () {
          const { credential } = yield* makeToken
          yield* Effect.flatMap(Credentials, ({ resolve }) => resolve(credential))
        })
      ),
      ({ touches }) => assert.lengthOf(touches, 1)
    )
  )
})
