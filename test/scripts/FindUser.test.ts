import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { findUser } from "../../scripts/admin/UsersCommands.ts"
import * as AccountsMemory from "../accounts/AccountsMemory.ts"
import { addUser } from "../accounts/TestUsers.ts"

describe("findUser", () => {
  it.effect("finds a user by name or by id", () =>
    Effect.gen(function* () {
      const old = yield* addUser("\u200b")
      const bob = yield* addUser("bob")
      assert.deepStrictEqual(yield* findUser("BOB"), bob)
      assert.deepStrictEqual(yield* findUser(old.id), old)
      assert.deepStrictEqual(yield* findUser(old.id.toUpperCase()), old)
      const refusal = yield* Effect.flip(findUser("00000000-0000-4000-8000-00000000dead"))
      assert.include(String(refusal), "There is no user")
    }).pipe(Effect.provide(AccountsMemory.layer))
  )
})
