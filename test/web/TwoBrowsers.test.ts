import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Browser } from "../../scripts/support/Browser.ts"
import { signIn } from "../../scripts/support/Calls.ts"
import { addUser, BaseUrl, testServer } from "../support/TestServer.ts"
import * as SharedBoard from "./SharedBoard.ts"

/** Ada and bob, each with a browser of their own at the same board. */
const both = Effect.fnUntraced(function* (ada: string, bob: string) {
  const url = yield* BaseUrl
  yield* Effect.orDie(addUser(ada, "admin"))
  const hers = { url, token: yield* Effect.promise(() => signIn(url, ada, SharedBoard.secret)) }
  const [team = "", one = "", two = ""] = yield* Effect.promise(() => SharedBoard.prepared(hers, ["One", "Two"]))
  const his = yield* Effect.promise(() => SharedBoard.newUser(hers, bob, "editor"))
  const path = `/strategy/teams/${team}`
  const [left, right] = [yield* SharedBoard.visit(hers, path), yield* SharedBoard.visit(his, path)]
  return { hers, one, two, left: left.page, right: right.page }
})

layer(Layer.mergeAll(testServer, Browser.layer), { excludeTestServices: true, timeout: 60_000 })(
  "Two browsers at one board",
  (it) => {
    it.effect("show the changes of the other with the author, and leave alone what is being typed", () =>
      Effect.gen(function* () {
        const { one, two, left, right } = yield* both("ada-live", "bob-live")
        yield* Effect.promise(async () => {
          await SharedBoard.openTitle(right, two)
          await SharedBoard.titleInput(right, two).fill("Two, half wri")
          await SharedBoard.openTitle(left, one)
          await SharedBoard.titleInput(left, one).fill("One by ada")
          await SharedBoard.titleInput(left, one).press("Enter")
          await SharedBoard.card(right, one).locator(".flash-by", { hasText: "ada-live" }).waitFor()
          await SharedBoard.showsTitle(right, one, "One by ada")
          assert.deepStrictEqual(
            await right.evaluate("[document.activeElement.localName, document.activeElement.value]"),
            ["textarea", "Two, half wri"]
          )
          await SharedBoard.titleInput(right, two).press("Enter")
          await SharedBoard.card(left, two).locator(".flash-by", { hasText: "bob-live" }).waitFor()
          await SharedBoard.showsTitle(left, two, "Two, half wri")
        })
      }).pipe(Effect.scoped)
    )

    it.effect("have a conflict for the later save of one field, and both show the value that user keeps", () =>
      Effect.gen(function* () {
        const { hers, one, left, right } = yield* both("ada-same", "bob-same")
        yield* Effect.promise(async () => {
          for (const [page, text] of [
            [left, "One by ada"],
            [right, "One by bob"]
          ] as const) {
            await SharedBoard.openTitle(page, one)
            await SharedBoard.titleInput(page, one).fill(text)
          }
          await SharedBoard.titleInput(left, one).press("Enter")
          await SharedBoard.conflict(right, one).waitFor()
          assert.deepStrictEqual(await SharedBoard.choices(right, one), ["One by ada", "One by bob", "One"])
          await SharedBoard.conflict(right, one).getByRole("button", { name: "Keep mine" }).click()
          await SharedBoard.showsTitle(left, one, "One by bob")
          await SharedBoard.showsTitle(right, one, "One by bob")
          assert.strictEqual(await SharedBoard.conflict(left, one).count(), 0)
          assert.deepStrictEqual(
            (await SharedBoard.editsOf(hers, "bob-same", 1)).map(({ data }) => data),
            [{ title: "One by bob" }]
          )
        })
      }).pipe(Effect.scoped)
    )
  }
)
