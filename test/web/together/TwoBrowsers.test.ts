import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { signIn } from "../../../scripts/support/Calls.ts"
import { Browser } from "../../support/Browser.ts"
import { addUser, BaseUrl, testServer } from "../../support/TestServer.ts"
import * as SharedBoard from "./SharedBoard.ts"

/** Two users, each in a browser context of their own, at the same board. */
const both = Effect.fnUntraced(function* (ada: string, bob: string) {
  const url = yield* BaseUrl
  yield* Effect.orDie(addUser(ada, "admin"))
  const hers = { url, token: yield* Effect.promise(() => signIn(url, ada, SharedBoard.secret)) }
  const [team = "", one = "", two = ""] = yield* Effect.promise(() => SharedBoard.prepared(hers, ["One", "Two"]))
  const his = yield* Effect.promise(() => SharedBoard.newUser(hers, bob, "editor"))
  const path = `/strategy/teams/${team}`
  const [left, right] = [yield* SharedBoard.visit(hers, path), yield* SharedBoard.visit(his, path)]
  return { hers, team, one, two, left: left.page, right: right.page }
})

layer(Layer.mergeAll(testServer, Browser.shared), { excludeTestServices: true })("Two browsers at once", (it) => {
  it.effect("each shows the other user's changes with their author, and leaves the text being typed as it is", () =>
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

  it.effect("neither page fetches a view when the other user adds, edits, moves, links or deletes", () =>
    Effect.gen(function* () {
      const { hers, team, one, two, left, right } = yield* both("ada-views", "bob-views")
      yield* Effect.promise(async () => {
        const fetched: Array<readonly [page: typeof left, url: string]> = []
        for (const page of [left, right]) {
          page.on("request", (request) => {
            if (request.url().includes("/api/teams/")) fetched.push([page, request.url()])
          })
        }
        const [principle, measure, three] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
        await SharedBoard.write(hers, "create_principle", team, { id: principle, title: "Listen" })
        await SharedBoard.write(hers, "update_objective_principle_link", one, {
          principleId: principle,
          linked: true
        })
        await SharedBoard.write(hers, "create_progress", one, { id: measure, name: "Share", start: 0, target: 100 })
        await SharedBoard.write(hers, "update_progress_value", measure, { value: 40 })
        await SharedBoard.write(hers, "update_position", two, { position: 0 })
        await SharedBoard.write(hers, "delete_objective", one)
        await SharedBoard.write(hers, "create_objective", team, { id: three, title: "Three" })
        await SharedBoard.write(hers, "update_objective_status", two, { status: "achieved" })
        for (const page of [left, right]) await page.getByRole("button", { name: "Status of Two: Achieved" }).waitFor()
        assert.deepStrictEqual(fetched, [])
        await SharedBoard.openTitle(left, two)
        await SharedBoard.titleInput(left, two).fill("Two by ada")
        await SharedBoard.titleInput(left, two).press("Enter")
        for (const page of [left, right]) {
          await SharedBoard.showsTitle(page, two, "Two by ada")
          assert.deepStrictEqual(
            await page.evaluate("[...document.querySelectorAll('.objective')].map(({ dataset }) => dataset.id)"),
            [two, three]
          )
          await page.getByText("Listen").first().waitFor()
        }
        await SharedBoard.card(left, two).locator(".notice").waitFor({ state: "detached" })
        // The editing page fetches a view if the answer arrives much earlier than the stream.
        assert.deepStrictEqual(
          fetched.filter(([page]) => page === right),
          []
        )
      })
    }).pipe(Effect.scoped)
  )
})
