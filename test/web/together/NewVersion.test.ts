import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Page } from "playwright-core"
import { Browser } from "../../support/Browser.ts"
import { testServer } from "../../support/TestServer.ts"
import { signedIn } from "../accounts/SignedIn.ts"
import { filled } from "../accounts/SignedInVisitor.ts"

/** From now on the server has another build of the page: another document, and none of the files not yet loaded. */
const update = async (page: Page): Promise<void> => {
  await page.route("**/strategy/", async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace(/index-[\w-]+\.js/, "index-later.js") })
  })
  await page.route("**/assets/LazyViews-*.js", (route) =>
    route.fulfill({ status: 404, json: { message: "Not found." } })
  )
}

const newVersion = "A new version is here: reload to use it."

layer(Layer.mergeAll(testServer, Browser.shared), { excludeTestServices: true })(
  "A page whose server has been updated",
  (it) => {
    it.effect("says so when a file of its own is gone, and keeps what was typed over the reload that it offers", () =>
      Effect.gen(function* () {
        const [team = ""] = yield* filled([
          ["create_team", null, { name: "Payments", color: "#225588" }],
          ["create_objective", 0, { title: "Refunds" }]
        ])
        const { page, errors } = yield* signedIn("mona", "editor", `/strategy/teams/${team}`, [401, 404])
        yield* Effect.promise(async () => {
          page.on("dialog", (dialog) => dialog.accept())
          await page.getByRole("button", { name: "Add objective" }).click()
          const input = page.getByRole("textbox", { name: "New objective title" })
          await input.fill("Half a thought")
          await update(page)
          await page.keyboard.press("Control+k")
          const bar = page.getByRole("banner")
          await bar.getByRole("alert").getByText(newVersion).waitFor()
          assert.strictEqual(await bar.getByRole("button", { name: "Try again" }).count(), 0)
          await page.unrouteAll()
          await bar.getByRole("button", { name: "Reload" }).click()
          await bar.getByText(newVersion).waitFor({ state: "detached" })
          await input.waitFor()
          assert.strictEqual(await input.inputValue(), "Half a thought")
          await page.keyboard.press("Control+k")
          await page.getByRole("combobox", { name: "Find" }).waitFor()
        })
        assert.deepStrictEqual(errors(), [])
      }).pipe(Effect.scoped)
    )
  }
)
