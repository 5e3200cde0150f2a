import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { SessionStore } from "../../src/accounts/SessionStore.ts"
import { ObjectivesBody } from "../../src/domain/Views.ts"
import { Browser } from "../browser/Browser.ts"
import { request, signIn, testServer } from "../support/TestServer.ts"
import { enter, signedIn } from "./SignedIn.ts"
import { filled } from "./Visitors.ts"

layer(Layer.mergeAll(testServer, Browser.layer), { excludeTestServices: true, timeout: 60_000 })(
  "what is added",
  (it) => {
    it.effect("is kept while it is typed, and while nobody knows whether it arrived, which it does once", () =>
      Effect.gen(function* () {
        const [team = ""] = yield* filled([
          ["create_team", null, { name: "Payments", color: "#225588" }],
          ["create_objective", 0, { title: "Refunds" }]
        ])
        const { page, user } = yield* signedIn("ed", "editor", `/strategy/teams/${team}`)
        const input = page.getByRole("textbox", { name: "Title of the new objective" })
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
          await page.getByText("The server does not answer.").waitFor()
          await input.fill("Half a thou")
          await page.unroute("**/api/events")
          await page.reload()
          await typed("Half a thou")
          assert.strictEqual(await page.evaluate("document.activeElement.localName"), "body")
          const left = page.getByRole("alert").filter({ hasText: "Answer lost" })
          await left.getByText("Not saved yet.").waitFor()
          await left.getByRole("button", { name: "Try again" }).click()
          await left.waitFor({ state: "detached" })
          await typed("Half a thou")
        })
        yield* (yield* SessionStore).endAllOf(user.id)
        yield* Effect.promise(async () => {
          await page.getByText("Your session is over.").waitFor()
          await enter(page, "ed")
          await typed("Half a thou")
          await input.press("End")
          await page.keyboard.type("ght")
          await input.press("Enter")
          await page.getByRole("heading", { level: 3, name: "Half a thought" }).waitFor()
          // Escape gives up what was typed.
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
  }
)
