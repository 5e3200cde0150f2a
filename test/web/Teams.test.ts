import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Page } from "playwright-core"
import { Browser } from "../support/Browser.ts"
import { request, signIn, testServer } from "../support/TestServer.ts"
import { signedIn } from "./accounts/SignedIn.ts"
import { filled, visitor } from "./accounts/SignedInVisitor.ts"

const path = "/strategy/teams"

const rows = (page: Page) => page.locator(".team-row h2").allTextContents()

const choose = async (page: Page, team: string, action: string) => {
  await page.getByRole("button", { name: `Actions for ${team}` }).click()
  await page.getByRole("menuitem", { name: action }).click()
}

layer(Layer.mergeAll(testServer, Browser.shared), { excludeTestServices: true })("An empty service", (it) => {
  it.effect("offers admins a sample strategy; deleting one of its teams asks for its name and can be undone", () =>
    Effect.gen(function* () {
      const { page, errors } = yield* signedIn("ann", "admin", path)
      // Before the first objective, the page begins with the teams.
      const other = yield* signedIn("vic", "viewer", "/strategy/")
      yield* Effect.promise(async () => {
        await other.page.getByRole("heading", { name: "No teams yet" }).waitFor()
        assert.strictEqual(new URL(other.page.url()).pathname, path)
        assert.strictEqual(await other.page.locator(".illustration[aria-hidden]").count(), 1)
        assert.strictEqual(await other.page.getByRole("button", { name: "Load sample strategy" }).count(), 0)
        await page.route("**/api/admin/sample", (route) => route.abort(), { times: 1 })
        await page.getByRole("button", { name: "Load sample strategy" }).click()
        await page.getByRole("alert").getByText("Can’t reach the server.").waitFor()
        await page.getByRole("button", { name: "Load sample strategy" }).click()
        // The sample is opened, and explains what it is for.
        await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor()
        await page.getByText("This is a sample.").waitFor()
        await page.locator(".overview-item").nth(5).waitFor()
        await other.page.getByRole("link", { name: "Customer onboarding" }).waitFor()
        // Its twelve weeks of check-ins lead somewhere.
        await page.locator("button.title", { hasText: "Customers import data" }).click()
        await page.getByRole("link", { name: "Charts and check-ins" }).click()
        await page.locator(".facts dd", { hasText: /^At this rate, [\d.]+ tickets by .*; target 8$/ }).waitFor()
        await page.getByRole("link", { name: "Teams" }).click()
        const row = page.locator(".team-row", { hasText: "Customer onboarding" })
        await row.getByText("4 principles").waitFor()
        await choose(page, "Customer onboarding", "Delete team")
        const dialog = page.getByRole("dialog", { name: "Delete Customer onboarding?" })
        await dialog.getByText("This also deletes 4 principles and 6 objectives").waitFor()
        await page.keyboard.type("Customer")
        await page.keyboard.press("Enter")
        await dialog.getByText("That isn’t the team’s name.").waitFor()
        await page.keyboard.type(" onboarding")
        await page.keyboard.press("Enter")
        await row.waitFor({ state: "detached" })
        await page.getByRole("button", { name: "Undo" }).click()
        await row.getByText("6 objectives").waitFor()
      })
      assert.deepStrictEqual(
        errors().filter((line) => !line.includes("ERR_FAILED")),
        []
      )
    }).pipe(Effect.scoped)
  )
})

layer(Layer.mergeAll(testServer, Browser.shared), { excludeTestServices: true })("The teams", (it) => {
  it.effect("are created and changed by admins, and others see that live", () =>
    Effect.gen(function* () {
      yield* filled([["create_team", null, { name: "Search", color: "#882255" }]])
      const ada = yield* signedIn("ada", "admin", path)
      const vic = yield* signedIn("vic", "viewer", path)
      yield* Effect.promise(async () => {
        await ada.page.getByRole("button", { name: "New team" }).click()
        await ada.page.getByRole("dialog", { name: "New team" }).waitFor()
        await ada.page.keyboard.press("Enter")
        await ada.page.getByText("Enter a team name.").waitFor()
        await ada.page.keyboard.type("Payments")
        await ada.page.getByRole("radio", { name: "Plum" }).check()
        await ada.page.keyboard.press("Enter")
        await ada.page.getByText("Team “Payments” created.").waitFor()
        // The new team is opened, and suggests what comes next.
        await ada.page.locator("[aria-current=step]", { hasText: "Write an objective" }).waitFor()
        // The browser's tab has its colour, which the page's policy allows.
        await ada.page.locator("link[rel=icon][href*='8e4a9e']").waitFor({ state: "attached" })
        const icon = "document.querySelector('link[rel=icon]').href"
        await ada.page.evaluate(`Object.assign(new Image(), { src: ${icon} }).decode()`)
        await ada.page.getByRole("button", { name: "Add the first principle" }).click()
        await ada.page.keyboard.type("Safe")
        await ada.page.keyboard.press("Enter")
        await ada.page.getByRole("heading", { level: 3, name: "Safe" }).waitFor()
        await vic.page.getByRole("link", { name: "Payments" }).waitFor()
        await vic.page.getByText("1 principle").waitFor()
        await ada.page.getByRole("link", { name: "Teams" }).click()
        await ada.page.locator("link[rel=icon][href$='/strategy/favicon.svg']").waitFor({ state: "attached" })
        assert.strictEqual(await vic.page.getByRole("button", { name: /^Actions/ }).count(), 0)
        await choose(ada.page, "Payments", "Name and colour")
        await ada.page.getByRole("dialog").getByRole("button", { name: "Payments" }).click()
        await ada.page.keyboard.press("ControlOrMeta+A")
        await ada.page.keyboard.type("Paying")
        await ada.page.keyboard.press("Enter")
        await vic.page.getByRole("link", { name: "Paying" }).waitFor()
        await ada.page.getByRole("radio", { name: "Green" }).check()
        await vic.page.locator(".team-row[style*='#2f855a']").waitFor()
        await ada.page.getByRole("button", { name: "Done" }).click()
        await ada.page.getByRole("link", { name: "Paying" }).waitFor()
        await choose(ada.page, "Paying", "Delete team")
        const deletion = ada.page.getByRole("dialog", { name: "Delete Paying?" })
        // Until the team is loaded, the dialog asks for its name.
        await deletion.getByText("This also deletes 1 principle and 0 objectives").waitFor()
        await deletion.getByRole("button", { name: "Delete team" }).click()
        await vic.page.getByRole("link", { name: "Paying" }).waitFor({ state: "detached" })
        // Shortcuts do nothing as long as the dialog is open.
        await ada.page.getByText("Team “Paying” deleted.").waitFor()
        await deletion.waitFor({ state: "detached" })
        // The deletion, the colour, the name and the principle are taken back, and at last the team itself.
        const undo = async (subject: string): Promise<void> => {
          await ada.page.keyboard.press("Control+z")
          await ada.page.getByText(`Undid ${subject}.`, { exact: true }).waitFor()
        }
        await undo("the deletion of “Paying”")
        await undo("the colour change")
        await vic.page.locator(".team-row[style*='#8e4a9e']").waitFor()
        await undo("the name change")
        await vic.page.getByRole("link", { name: "Payments" }).waitFor()
        await undo("the creation of “Safe”")
        await undo("the creation of “Payments”")
        await vic.page.getByRole("link", { name: "Payments" }).waitFor({ state: "detached" })
      })
      assert.deepStrictEqual([ada.errors(), vic.errors()], [[], []])
    }).pipe(Effect.scoped)
  )

  it.effect("are counted by one request for all, and can be searched by name", () =>
    Effect.gen(function* () {
      yield* filled(
        Array.from({ length: 60 }, (_, at) => ["create_team", null, { name: `Crowd ${at}`, color: "#123456" }])
      )
      // A later change or connection would make the page request the counts again.
      const { page } = yield* signedIn("eve", "admin", "/strategy/users")
      yield* Effect.promise(async () => {
        await page.locator(".connection.live").waitFor()
        const asked: Array<string> = []
        page.on("request", (sent) => asked.push(new URL(sent.url()).pathname))
        await page.getByRole("link", { name: "Teams" }).click()
        await page.locator(".team-row .counts").nth(59).waitFor()
        const ofStrategy = asked.filter((path) => /^\/api\/(overview|teams)/.test(path))
        assert.deepStrictEqual(ofStrategy.toSorted(), ["/api/overview", "/api/teams"])
        // A page that becomes visible again requests them once more.
        const again = page.waitForRequest("**/api/overview")
        await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        await again
        await page.getByRole("searchbox", { name: "Search teams" }).fill("crowd 5")
        await page.getByText(/^11 of 6\d teams$/).waitFor()
        assert.strictEqual((await rows(page)).length, 11)
        await page.getByRole("searchbox", { name: "Search teams" }).fill("nobody")
        await page.getByText("No teams match “nobody”.").waitFor()
      })
    }).pipe(Effect.scoped)
  )

  it.effect("say who changed something in them last, and who deleted something, as people call them", () =>
    Effect.gen(function* () {
      const [team = "", kept = "", gone = ""] = yield* filled([
        ["create_team", null, { name: "Named", color: "#225588" }],
        ["create_objective", 0, { title: "Kept" }],
        ["create_objective", 0, { title: "Gone" }]
      ])
      const { page, send } = yield* visitor("zed", "editor", path)
      const body = { displayName: "Zed Zimmer" }
      yield* request("/api/auth/profile", { method: "PUT", token: yield* signIn("zed"), body })
      yield* send("delete_objective", gone, {})
      yield* send("update_objective_title", kept, { title: "Kept still" })
      yield* Effect.promise(async () => {
        await page.reload()
        await page.locator(".team-row", { hasText: "Named" }).getByText("just now by Zed Zimmer").waitFor()
        await page.goto(page.url().replace(path, `${path}/${team}`))
        await page.getByRole("button", { name: "History" }).click()
        await page.getByRole("button", { name: "Deleted" }).click()
        await page.getByText("deleted by Zed Zimmer, just now").waitFor()
      })
    }).pipe(Effect.scoped)
  )
})
