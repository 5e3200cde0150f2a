import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { list } from "../../http/requests/Answers.ts"
import { Browser } from "../../support/Browser.ts"
import { addUser, BaseUrl, password, request, signIn, testServer } from "../../support/TestServer.ts"
import { visit } from "./SignedIn.ts"

const linkFor = Effect.fnUntraced(function* (username: string, displayName: string) {
  const people = [{ username, displayName, role: "editor" }]
  const answer = yield* request("/api/admin/invitations", { token: yield* signIn("boss"), body: { people } })
  return String(Object(list(answer)[0]).url)
})

layer(Layer.mergeAll(testServer, Browser.shared), { excludeTestServices: true })("An invitation", (it) => {
  it.effect("leads to a form for a password, by keys alone on a phone, and works once", () =>
    Effect.gen(function* () {
      yield* addUser("boss", "admin")
      const link = yield* linkFor("maya", "Maya Ito & Co.")
      const { page, errors } = yield* visit(link, [400, 401])
      yield* Effect.promise(async () => {
        await page.setViewportSize({ width: 390, height: 800 })
        await page.getByText("Your username is maya.").waitFor()
        assert.notInclude(page.url(), "#")
        await page.locator("input[type=password]:focus").waitFor()
        await page.keyboard.type("short")
        await page.keyboard.press("Enter")
        await page.getByText("Use 8 to 128 characters.").waitFor()
        const name = page.getByLabel("Your name")
        assert.strictEqual(await name.inputValue(), "Maya Ito & Co.")
        await name.fill("Maya")
        await page.keyboard.press("Tab")
        await page.keyboard.type(password)
        await page.keyboard.press("Enter")
        await page.getByRole("banner").waitFor()
      })
      const [, maya] = list(yield* request("/api/admin/users", { token: yield* signIn("boss") }))
      assert.deepInclude(maya, { username: "maya", displayName: "Maya" })
      // Once more, in the tab that shows the page already.
      const address = (yield* BaseUrl) + link
      yield* Effect.promise(async () => {
        await page.goto(address)
        await page.getByLabel("Password").fill(password)
        await page.keyboard.press("Enter")
        await page.getByText("This link was used already or has expired.").waitFor()
        await page.getByRole("button", { name: "Sign in instead" }).click()
        await page.getByRole("banner").waitFor()
      })
      assert.deepStrictEqual(errors(), [])
    }).pipe(Effect.scoped)
  )
})
