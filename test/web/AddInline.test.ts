import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import type { Page } from "playwright-core"
import { SessionStore } from "../../src/accounts/sessions/SessionStore.ts"
import { ObjectivesBody } from "../../src/domain/views/Views.ts"
import { Browser } from "../support/Browser.ts"
import { request, signIn, testServer } from "../support/TestServer.ts"
import { enter, signedIn } from "./accounts/SignedIn.ts"
import { filled } from "./accounts/SignedInVisitor.ts"

const twoFrames = (page: Page) =>
  page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

layer(Layer.mergeAll(testServer, Browser.shared), { excludeTestServices: true })(
  "The input that adds entities",
  (it) => {
    it.effect("keeps typed and unanswered titles over reloads and sign-ins, and adds each once", () =>
      Effect.gen(function* () {
        const [team = ""] = yield* filled([
          ["create_team", null, { name: "Payments", color: "#225588" }],
          ["create_objective", 0, { title: "Refunds" }]
        ])
        const { page, user } = yield* signedIn("ed", "editor", `/strategy/teams/${team}`)
        const input = page.getByRole("textbox", { name: "New objective title" })
        const typed = async (text: string): Promise<void> => {
          await input.waitFor()
          assert.strictEqual(await input.inputValue(), text)
        }
        yield* Effect.promise(async () => {
          page.on("dialog", (dialog) => dialog.accept())
          await page.getByRole("button", { name: "Add objective" }).click()
          await page.route("**/api/events", async (route) => {
            await route.fetch()
            await route.abort()
          })
          await input.fill("Answer lost")
          await input.press("Enter")
          await page.getByText("Can’t reach the server.").waitFor()
          await input.fill("Half a thou")
          await page.reload()
          await typed("Half a thou")
          assert.strictEqual(await page.evaluate("document.activeElement.localName"), "body")
          const left = page.getByRole("status").filter({ hasText: "Answer lost" })
          await left.getByText("Can’t reach the server.").waitFor()
          await page.unroute("**/api/events")
          // The page sends the title again by itself.
          await left.waitFor({ state: "detached" })
          await page.getByRole("heading", { level: 3, name: "Answer lost" }).waitFor()
          await typed("Half a thou")
        })
        yield* (yield* SessionStore).endAllOf(user.id)
        yield* Effect.promise(async () => {
          await page.getByText("Your session has ended.").waitFor()
          await enter(page, "ed")
          await typed("Half a thou")
          await input.press("End")
          await page.keyboard.type("ght")
          await input.press("Enter")
          await page.getByRole("heading", { level: 3, name: "Half a thought" }).waitFor()
          // Escape discards what was typed.
          await page.keyboard.type("Nonsense")
          await page.keyboard.press("Escape")
          await page.reload()
          await page.getByRole("button", { name: "Add objective" }).waitFor()
        })
        const { json } = yield* request(`/api/teams/${team}/objectives`, { token: yield* signIn("ed") })
        assert.deepStrictEqual(
          Schema.decodeUnknownSync(ObjectivesBody)(json).objectives.map(({ title }) => title),
          ["Refunds", "Answer lost", "Half a thought"]
        )
      }).pipe(Effect.scoped)
    )

    it.effect("keeps a title that is too long, says by how much, and sends it once it is short enough", () =>
      Effect.gen(function* () {
        const [team = ""] = yield* filled([
          ["create_team", null, { name: "Payments", color: "#225588" }],
          ["create_objective", 0, { title: "Refunds" }]
        ])
        const { page, errors } = yield* signedIn("elle", "editor", `/strategy/teams/${team}`)
        let sent = 0
        yield* Effect.promise(async () => {
          await page.route("**/api/events", (route) => {
            sent += 1
            return route.continue()
          })
          await page.getByRole("button", { name: "Add objective" }).click()
          const input = page.getByRole("textbox", { name: "New objective title" })
          await page.keyboard.insertText("x".repeat(253))
          await page.getByText("3 characters too long.").waitFor()
          await page.keyboard.press("Enter")
          assert.strictEqual((await input.inputValue()).length, 253)
          for (const _ of [1, 2, 3]) await page.keyboard.press("Backspace")
          await page.getByText("too long.").waitFor({ state: "detached" })
          await page.keyboard.press("Escape")
          // The existing title stays in editing with the long text, until that is shortened or discarded.
          await page.getByRole("button", { name: "Edit objective title: Refunds" }).click()
          await page.keyboard.insertText("y".repeat(250))
          await page.keyboard.press("Enter")
          await page.locator(".title textarea").waitFor()
          await page.keyboard.press("Tab")
          const notice = page.locator(".title .notice")
          await notice.getByText("7 characters too long.").waitFor()
          assert.deepStrictEqual(await notice.getByRole("button").allTextContents(), ["Keep editing", "Discard"])
          assert.strictEqual(sent, 0)
          await notice.getByRole("button", { name: "Discard" }).click()
          await page.getByRole("button", { name: "Refunds", exact: true }).waitFor()
        })
        assert.deepStrictEqual(errors(), [])
      }).pipe(Effect.scoped)
    )

    it.effect("receives what is typed after the key that opens it, even in the frame after Escape", () =>
      Effect.gen(function* () {
        const [team = ""] = yield* filled([
          ["create_team", null, { name: "Payments", color: "#225588" }],
          ["create_objective", 0, { title: "Refunds" }]
        ])
        const { page } = yield* signedIn("elsa", "editor", `/strategy/teams/${team}`)
        /** Presses both keys before the next frame is drawn. */
        const escapeThen = (key: string) =>
          page.evaluate(`(async () => {
            const press = (key) =>
              document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }))
            press("Escape")
            await new Promise((done) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = done; port2.postMessage(0) })
            press("${key}")
          })()`)
        yield* Effect.promise(async () => {
          const focused = page.locator("input:focus")
          const label = async () => {
            await twoFrames(page)
            return (await focused.count()) === 1 ? focused.getAttribute("aria-label") : "nothing"
          }
          await page.getByRole("button", { name: "Add principle" }).click()
          await escapeThen("n")
          assert.strictEqual(await label(), "New objective title")
          await escapeThen("p")
          assert.strictEqual(await label(), "New principle title")
          await page.getByRole("button", { name: "Edit objective title: Refunds" }).click()
          await escapeThen("n")
          assert.strictEqual(await label(), "New objective title")
        })
      }).pipe(Effect.scoped)
    )

    it.effect("stays visible together with the entity added last", () =>
      Effect.gen(function* () {
        const [team = ""] = yield* filled([
          ["create_team", null, { name: "Payments", color: "#225588" }],
          ...Array.from({ length: 18 }, (_, at) => ["create_objective", 0, { title: `Objective ${at}` }] as const),
          ...Array.from({ length: 9 }, (_, at) => ["create_principle", 0, { title: `Principle ${at}` }] as const)
        ])
        const { page } = yield* signedIn("eddy", "editor", `/strategy/teams/${team}`)
        yield* Effect.promise(async () => {
          // Keyboard shortcuts work only once the board is loaded.
          await page.getByRole("button", { name: "Add objective" }).waitFor()
          for (const [width, height] of [
            [1280, 600],
            [360, 640]
          ] as const) {
            await page.setViewportSize({ width, height })
            for (const [key, what] of [
              ["n", "objective"],
              ["p", "principle"]
            ] as const) {
              await page.keyboard.press(key)
              const input = page.getByRole("textbox", { name: `New ${what} title` })
              await page.locator("input:focus, textarea:focus").waitFor()
              for (const number of ["first", "second", "third", "fourth"]) {
                const title = `The ${number} ${what} at ${width} px`
                await page.keyboard.type(title)
                await page.keyboard.press("Enter")
                const added = page.getByRole("heading", { level: 3, name: title })
                await added.waitFor()
                // The page scrolls in the frame after the one that shows it.
                await twoFrames(page)
                for (const seen of [input, added]) {
                  const box = await seen.boundingBox()
                  const [top, bottom] = [box?.y ?? 0, (box?.y ?? 0) + (box?.height ?? 0)]
                  assert.isTrue(top > 45 && bottom <= height, `${title} is from ${top} to ${bottom} of ${height} px`)
                }
              }
              await page.keyboard.press("Escape")
              // The button gets the focus in the next frame.
              await twoFrames(page)
            }
          }
        })
      }).pipe(Effect.scoped)
    )

    it.effect("does not scroll back when the user has scrolled away from it", () =>
      Effect.gen(function* () {
        const [team = ""] = yield* filled([
          ["create_team", null, { name: "Payments", color: "#225588" }],
          ...Array.from({ length: 40 }, (_, at) => ["create_objective", 0, { title: `Objective ${at}` }] as const)
        ])
        const { page } = yield* signedIn("edna", "editor", `/strategy/teams/${team}`)
        const token = yield* signIn("edna")
        yield* Effect.promise(async () => {
          await page.setViewportSize({ width: 1280, height: 600 })
          // The list grows until all are rendered.
          await page.locator(".objective").nth(39).waitFor()
          await page.getByRole("button", { name: "Add objective" }).click()
          await twoFrames(page)
          await page.evaluate("scrollTo(0, 0)")
          await twoFrames(page)
        })
        const data = { title: "Somebody else's" }
        yield* request("/api/events", { token, body: { eventType: "create_objective", targetId: team, data } })
        yield* Effect.promise(async () => {
          await page.getByRole("heading", { level: 3, name: "Somebody else's" }).waitFor()
          assert.strictEqual(await page.evaluate("scrollY"), 0)
        })
      }).pipe(Effect.scoped)
    )
  }
)
