import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Browser } from "../../scripts/support/Browser.ts"
import { signIn } from "../../scripts/support/Calls.ts"
import { addUser, BaseUrl, testServer } from "../support/TestServer.ts"
import * as Pair from "./Pair.ts"

/** Ada and bob, each in a browser of their own, at the same board. */
const both = Effect.fnUntraced(function* (ada: string, bob: string) {
  const url = yield* BaseUrl
  yield* Effect.orDie(addUser(ada, "admin"))
  const hers = { url, token: yield* Effect.promise(() => signIn(url, ada, Pair.secret)) }
  const [team = "", one = "", two = ""] = yield* Effect.promise(() => Pair.prepared(hers, ["One", "Two"]))
  const his = yield* Effect.promise(() => Pair.newUser(hers, bob, "editor"))
  const path = `/strategy/teams/${team}`
  const [left, right] = [yield* Pair.visit(hers, path), yield* Pair.visit(his, path)]
  return { hers, one, two, left: left.page, right: right.page }
})

layer(Layer.mergeAll(testServer, Browser.shared), { excludeTestServices: true, timeout: 60_000 })(
  "two browsers at once",
  (it) => {
    it.effect("each shows what the other does, and by whom, and leaves alone what is being typed", () =>
      Effect.gen(function* () {
        const { one, two, left, right } = yield* both("ada-live", "bob-live")
        yield* Effect.promise(async () => {
          await Pair.openTitle(right, two)
          await Pair.titleInput(right, two).fill("Two, half wri")
          await Pair.openTitle(left, one)
          await Pair.titleInput(left, one).fill("One by ada")
          await Pair.titleInput(left, one).press("Enter")
          await Pair.card(right, one).locator(".flash-by", { hasText: "ada-live" }).waitFor()
          await Pair.saysTitle(right, one, "One by ada")
          assert.deepStrictEqual(
            await right.evaluate("[document.activeElement.localName, document.activeElement.value]"),
            ["textarea", "Two, half wri"]
          )
          await Pair.titleInput(right, two).press("Enter")
          await Pair.card(left, two).locator(".flash-by", { hasText: "bob-live" }).waitFor()
          await Pair.saysTitle(left, two, "Two, half wri")
        })
      }).pipe(Effect.scoped)
    )

    it.effect(
      "one field typed in by both is in conflict for the later one, and what that one keeps is shown to both",
      () =>
        Effect.gen(function* () {
          const { hers, one, left, right } = yield* both("ada-same", "bob-same")
          yield* Effect.promise(async () => {
            for (const [page, text] of [
              [left, "One by ada"],
              [right, "One by bob"]
            ] as const) {
              await Pair.openTitle(page, one)
              await Pair.titleInput(page, one).fill(text)
            }
            await Pair.titleInput(left, one).press("Enter")
            await Pair.strip(right, one).waitFor()
            assert.deepStrictEqual(await Pair.choices(right, one), ["One by ada", "One by bob", "One"])
            await Pair.strip(right, one).getByRole("button", { name: "Keep mine" }).click()
            await Pair.saysTitle(left, one, "One by bob")
            await Pair.saysTitle(right, one, "One by bob")
            assert.strictEqual(await Pair.strip(left, one).count(), 0)
            assert.deepStrictEqual(
              (await Pair.editsOf(hers, "bob-same", 1)).map(({ data }) => data),
              [{ title: "One by bob" }]
            )
          })
        }).pipe(Effect.scoped)
    )
  }
)
