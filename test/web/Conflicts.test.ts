import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Page } from "playwright-core"
import { Browser } from "../browser/Browser.ts"
import { addUser, BaseUrl, testServer } from "../support/TestServer.ts"
import { signIn } from "../system/Calls.ts"
import * as Pair from "./Pair.ts"

/** Bob works at the page; ada, an admin, changes the same by the API. */
const pair = Effect.fnUntraced(function* (bob: string) {
  const url = yield* BaseUrl
  const ada = `ada-${bob}`
  yield* Effect.orDie(addUser(ada, "admin"))
  const place = { url, token: yield* Effect.promise(() => signIn(url, ada, Pair.secret)) }
  const ids = yield* Effect.promise(() => Pair.prepared(place, ["One", "Two", "Three"]))
  const his = yield* Effect.promise(() => Pair.newUser(place, bob, "editor"))
  const { page } = yield* Pair.visit(his, `/strategy/teams/${ids[0]}`)
  const [team = "", one = "", two = "", three = ""] = ids
  return { ada, place, team, one, two, three, page, edits: (count: number) => Pair.editsOf(place, bob, count) }
})

/** From now on the page does not learn what others do. */
const blind = (page: Page): Promise<unknown> => page.route("**/api/teams/**", (route) => route.abort())

const seeing = (page: Page): Promise<unknown> => page.unroute("**/api/teams/**")

const rename = (place: Pair.Place, id: string, title: string) =>
  Pair.write(place, "update_objective_title", id, { title })

const button = (page: Page, id: string, name: string) => Pair.strip(page, id).getByRole("button", { name })

layer(Layer.mergeAll(testServer, Browser.layer), { excludeTestServices: true, timeout: 60_000 })("A conflict", (it) => {
  it.effect(
    "while typing shows theirs, mine and before, moves neither caret nor focus, and holds nothing else up",
    () =>
      Effect.gen(function* () {
        const { ada, place, one, two, page, edits } = yield* pair("bob-typing")
        yield* Effect.promise(async () => {
          await Pair.openTitle(page, one)
          const input = Pair.titleInput(page, one)
          await input.fill("One by bob")
          await page.evaluate("document.activeElement.setSelectionRange(3, 5)")
          await rename(place, one, "One by ada")
          await Pair.strip(page, one).waitFor()
          assert.deepStrictEqual(await Pair.choices(page, one), ["One by ada", "One by bob", "One"])
          assert.include(await Pair.strip(page, one).innerText(), `${ada} changed this`)
          assert.deepStrictEqual(
            await page.evaluate(`(() => {
            const { localName, value, selectionStart, selectionEnd } = document.activeElement
            return [localName, value, selectionStart, selectionEnd]
          })()`),
            ["textarea", "One by bob", 3, 5]
          )
          await Pair.openTitle(page, two)
          await Pair.titleInput(page, two).fill("Two by bob")
          await Pair.titleInput(page, two).press("Enter")
          assert.deepStrictEqual(
            (await edits(1)).map(({ data }) => data),
            [{ title: "Two by bob" }]
          )
          await button(page, one, "Keep mine").click()
          assert.deepStrictEqual((await edits(2)).at(-1)?.data, { title: "One by bob" })
          await Pair.strip(page, one).waitFor({ state: "detached" })
          await Pair.saysTitle(page, one, "One by bob")
          assert.strictEqual(await page.evaluate("document.activeElement.textContent"), "One by bob")
        })
      }).pipe(Effect.scoped)
  )

  it.effect("on a rejected save offers to edit on, keeps to what was seen of a third change, or takes theirs", () =>
    Effect.gen(function* () {
      const { place, one, two, page, edits } = yield* pair("bob-rejected")
      yield* Effect.promise(async () => {
        await blind(page)
        await rename(place, one, "One by ada")
        await rename(place, two, "Two by ada")
        await Pair.openTitle(page, one)
        await Pair.titleInput(page, one).fill("One by bob")
        await Pair.titleInput(page, one).press("Enter")
        await Pair.strip(page, one).waitFor()
        assert.deepStrictEqual(await Pair.choices(page, one), ["One by ada", "One by bob", "One"])
        // A third change that bob has not seen: keeping his is rejected again.
        await rename(place, one, "One by ada again")
        await button(page, one, "Keep mine").click()
        await Pair.strip(page, one).getByText("One by ada again").waitFor()
        await button(page, one, "Edit on").click()
        await Pair.titleInput(page, one).fill("One by both")
        await Pair.titleInput(page, one).press("Enter")
        assert.deepStrictEqual(
          (await edits(1)).map(({ data }) => data),
          [{ title: "One by both" }]
        )
        await Pair.openTitle(page, two)
        await Pair.titleInput(page, two).fill("Two by bob")
        await Pair.titleInput(page, two).press("Enter")
        await Pair.strip(page, two).waitFor()
        await seeing(page)
        await button(page, two, "Take theirs").click()
        await rename(place, two, "Two by ada, later")
        await Pair.saysTitle(page, two, "Two by ada, later")
        assert.strictEqual((await edits(1)).length, 1)
      })
    }).pipe(Effect.scoped)
  )

  it.effect("is shown for a status, a date and a position as well", () =>
    Effect.gen(function* () {
      const { place, one, two, three, page, edits } = yield* pair("bob-choices")
      yield* Effect.promise(async () => {
        await blind(page)
        await Pair.write(place, "update_objective_status", one, { status: "at_risk" })
        await Pair.write(place, "update_objective_due_date", two, { dueDate: "2031-01-31" })
        await Pair.write(place, "update_objective_position", three, { position: 0 })

        await page.getByRole("button", { name: "Status of One: Draft" }).click()
        await page.getByRole("menuitemradio", { name: "Achieved" }).click()
        await Pair.strip(page, one).waitFor()
        assert.deepStrictEqual(await Pair.choices(page, one), ["At risk", "Achieved", "Draft"])
        await button(page, one, "Keep mine").click()
        assert.deepStrictEqual((await edits(1)).at(-1)?.data, { status: "achieved" })

        await Pair.card(page, two).locator(".date-field button").click()
        await Pair.card(page, two).locator("input[type=date]").fill("2032-02-29")
        await page.keyboard.press("Enter")
        await Pair.strip(page, two).waitFor()
        assert.deepStrictEqual(await Pair.choices(page, two), ["31 Jan 2031", "29 Feb 2032", "(empty)"])
        await button(page, two, "Keep mine").click()
        assert.deepStrictEqual((await edits(2)).at(-1)?.data, { dueDate: "2032-02-29" })

        await page.getByRole("button", { name: "More actions for Three" }).click()
        await page.getByRole("menuitem", { name: "Move up" }).click()
        await Pair.strip(page, three).waitFor()
        await button(page, three, "Keep mine").click()
        assert.deepStrictEqual((await edits(3)).at(-1)?.data, { position: 1 })
      })
    }).pipe(Effect.scoped)
  )

  it.effect("with a deletion leaves the text in sight", () =>
    Effect.gen(function* () {
      const { place, one, page } = yield* pair("bob-deleted")
      yield* Effect.promise(async () => {
        await Pair.openTitle(page, one)
        await Pair.titleInput(page, one).fill("A thought of some length")
        await Pair.write(place, "delete_objective", one)
        const left = page.getByRole("region", { name: "Texts without a place" })
        await left.getByText("A thought of some length").waitFor()
        await left.getByRole("button", { name: "Copy" }).waitFor()
        await left.getByRole("button", { name: "Discard" }).click()
        await left.waitFor({ state: "detached" })
      })
    }).pipe(Effect.scoped)
  )
})
