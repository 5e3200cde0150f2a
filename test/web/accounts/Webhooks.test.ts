import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Locator, Page } from "playwright-core"
import { Browser } from "../../support/Browser.ts"
import { BaseUrl, request, signIn, testServer } from "../../support/TestServer.ts"
import { signedIn } from "./SignedIn.ts"
import { visitor } from "./SignedInVisitor.ts"

const path = "/strategy/webhooks"

/** A receiver whose name resolves to a forbidden address, so each delivery fails without leaving the machine. */
const receiver = "https://localhost/hook"

const secretOfReceiver = `Secret of ${receiver}`

const article = (page: Page, name = receiver) => page.getByRole("article", { name })

/** Chooses from a webhook's menu. */
const choose = async (hook: Locator, name: string): Promise<void> => {
  await hook.getByRole("button", { name: "More actions for" }).click()
  await hook.getByRole("menuitem", { name }).click()
}

/** Presses a button again before the answer to the first press can be there. */
const pressTwice = (button: Locator): Promise<void> =>
  button.evaluate((element: HTMLElement) => {
    element.click()
    element.click()
  })

const focusedName = (page: Page) =>
  page.evaluate<string>("document.activeElement.ariaLabel ?? document.activeElement.textContent")

/** Waits until an element has the focus; with `name`, the element of that name. */
const focused = async (page: Page, name?: string): Promise<void> => {
  const isFocused = async () =>
    name === undefined
      ? await page.evaluate<boolean>("document.activeElement !== document.body")
      : (await focusedName(page)) === name
  while (!(await isFocused())) await page.evaluate("new Promise((resolve) => requestAnimationFrame(resolve))")
}

/** The reasons that the server gives for settings that it refuses. */
const serverReason = Effect.fnUntraced(function* (token: string, url: string, description = "") {
  const { json } = yield* request("/api/admin/webhooks", { token, body: { url, description } })
  return (json as { readonly message: string }).message.replace(/^Invalid body: /, "The ")
})

layer(Layer.mergeAll(testServer, Browser.shared), { excludeTestServices: true })("webhooks", (it) => {
  it.effect("are added, seen to fail, resent, changed, disabled and deleted by an admin", () =>
    Effect.gen(function* () {
      const ann = yield* visitor("ann", "admin", path)
      const { page } = ann
      const dialog = page.getByRole("dialog")
      const sent: Array<string> = []
      page.on("request", (request) => sent.push(request.url()))
      const secret = yield* Effect.promise(async () => {
        await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
        await page.getByText("No webhooks yet.").waitFor()
        await page.getByRole("button", { name: "Add webhook" }).click()
        await dialog.getByLabel("URL").fill(receiver)
        await dialog.getByLabel("Description", { exact: true }).fill("Our ledger")
        await dialog.getByText("Event types: all").click()
        await dialog.getByLabel("create_team", { exact: true }).check()
        await dialog.getByText("Event types: 1 of 29").waitFor()
        await dialog.getByRole("button", { name: "Save" }).click()
        const shown = page.getByRole("region", { name: secretOfReceiver })
        const secret = (await shown.locator(".code").textContent()) ?? ""
        await shown.getByRole("button", { name: "Copy" }).click()
        await shown.getByRole("button", { name: "Copied" }).waitFor()
        assert.strictEqual(await page.evaluate("navigator.clipboard.readText()"), secret)
        await shown.getByRole("button", { name: "Done" }).click()
        await shown.waitFor({ state: "detached" })
        await article(page).getByText("Our ledger").waitFor()
        await article(page).getByText("1 event type from all teams").waitFor()
        return secret
      })
      assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
      yield* ann.send("create_team", null, { name: "Payments", color: "#225588" })
      yield* Effect.promise(async () => {
        const hook = article(page)
        await hook.getByRole("button", { name: "Deliveries" }).click()
        const event = hook.getByRole("listitem").filter({ hasText: "Event 1" }).first()
        await event.getByText(/^localhost is .*, an address that webhooks may not reach\.$/).waitFor()
        await hook.getByText("Failing").waitFor()
        await hook.getByText(/^1 failed attempt since .* Next attempt: /).waitFor()
        await hook.getByText(/^Failed just now: localhost is .*may not reach\.$/).waitFor()
        await event.getByRole("button", { name: "Resend from here" }).click()
        assert.strictEqual(await dialog.getByLabel("From event").inputValue(), "1")
        await dialog.getByLabel("From event").fill("0")
        await dialog.getByRole("button", { name: "Resend" }).click()
        await dialog.getByText("The event must be a sequence number of 1 or more.").waitFor()
        await dialog.getByLabel("From event").fill("1")
        await dialog.getByRole("button", { name: "Resend" }).click()
        await page.getByText("Resending every event from event 1 on.").waitFor()
        await hook.getByRole("listitem").nth(1).waitFor()
        await event.getByText("Request and answer").click()
        // A later attempt may stand before the one that was opened.
        await hook.getByText('"type":"create_team"').filter({ visible: true }).waitFor()
        await pressTwice(hook.getByRole("button", { name: "Send test" }))
        await hook
          .getByText(/^localhost is .*may not reach\.\s*$/)
          .first()
          .waitFor()
        await choose(hook, "New secret")
        await page.getByRole("region", { name: secretOfReceiver }).getByRole("button", { name: "Done" }).click()
        await pressTwice(hook.getByRole("button", { name: "Skip what failed at event 1" }))
        await page.getByText("Skipped event 1.").waitFor()
        assert.deepStrictEqual(
          sent.filter((url) => /\/(test|skip)$/.test(url)).map((url) => url.split("/").at(-1)),
          ["test", "skip"]
        )
        await page.getByRole("region", { name: "Calendar feeds" }).getByText("No feeds yet.").waitFor()
        await choose(hook, "Disable")
        await hook.getByText("Disabled. Changes made meanwhile are delivered once you enable it.").waitFor()
        await hook.getByRole("button", { name: "Edit webhook" }).click()
        assert.isTrue(await dialog.getByLabel("create_team", { exact: true }).isChecked())
        await dialog.getByText("Event types: 1 of 29").click()
        await dialog.getByLabel("create_team", { exact: true }).uncheck()
        await dialog.getByText("Teams: all").click()
        await dialog.getByLabel("Payments").check()
        await dialog.getByLabel("Format").selectOption("Slack")
        await dialog.getByLabel("Send").selectOption("Weekly digest, Mondays 07:00")
        await dialog.getByRole("button", { name: "Save" }).click()
        await hook.getByText("Slack · Weekly digest, Mondays 07:00 · All events from 1 team").waitFor()
        await hook.getByText("Disabled", { exact: true }).waitFor()
        await choose(hook, "Delete webhook")
        await dialog.getByRole("button", { name: "Delete webhook" }).click()
        await page.getByText("Webhook deleted.").waitFor()
        await page.getByText("No webhooks yet.").waitFor()
      })
      assert.deepStrictEqual(ann.errors(), [])
    }).pipe(Effect.scoped)
  )

  it.effect("are refused by the form in the server's words", () =>
    Effect.gen(function* () {
      const { page } = yield* visitor("eve", "admin", path)
      const token = yield* signIn("eve")
      const cases = [
        ["", ""],
        [`https://example.org/${"x".repeat(2_000)}`, ""],
        ["example.org", ""],
        ["ftp://example.org", ""],
        ["https://eve:secret@example.org", ""],
        ["http://example.org", ""],
        ["https://10.0.0.1/", ""],
        [receiver, "x".repeat(251)]
      ] as const
      yield* Effect.promise(() => page.getByRole("button", { name: "Add webhook" }).click())
      for (const [url, description] of cases) {
        const reason = yield* serverReason(token, url, description)
        yield* Effect.promise(async () => {
          const dialog = page.getByRole("dialog")
          await dialog.getByLabel("URL").fill(url)
          await dialog.getByLabel("Description", { exact: true }).fill(description)
          await dialog.getByRole("button", { name: "Save" }).click()
          await dialog.getByText(reason).waitFor()
        })
      }
    }).pipe(Effect.scoped)
  )

  it.effect("keep each secret in sight until the admin has it", () =>
    Effect.gen(function* () {
      const { page } = yield* visitor("sam", "admin", path)
      yield* Effect.promise(async () => {
        const secrets = page.getByRole("region", { name: "Secret of https://localhost/" })
        for (const [count, name] of ["first", "second"].entries()) {
          await page.getByRole("button", { name: "Add webhook" }).click()
          await page.getByLabel("URL").fill(`https://localhost/${name}`)
          await page.getByRole("dialog").getByRole("button", { name: "Save" }).click()
          await secrets.nth(count).waitFor()
        }
        await secrets.filter({ hasText: "second" }).getByRole("button", { name: "Done" }).click()
        await secrets.nth(1).waitFor({ state: "detached" })
        assert.strictEqual(await secrets.getByRole("heading").textContent(), "Secret of https://localhost/first")
        for (const name of ["first", "second"]) {
          await choose(article(page, `https://localhost/${name}`), "Delete webhook")
          await page.getByRole("dialog").getByRole("button", { name: "Delete webhook" }).click()
          await article(page, `https://localhost/${name}`).waitFor({ state: "detached" })
        }
      })
    }).pipe(Effect.scoped)
  )

  it.effect("are managed by keyboard alone, and the focus is never lost", () =>
    Effect.gen(function* () {
      const { page } = yield* visitor("kim", "admin", "/strategy/users")
      yield* Effect.promise(async () => {
        await page.getByRole("heading", { level: 1, name: "People" }).waitFor()
        await page.keyboard.press("Control+k")
        await page.getByRole("combobox", { name: "Find" }).fill("integrations")
        await page.getByRole("option", { name: "Go to Integrations" }).waitFor()
        await page.keyboard.press("Enter")
        const add = page.getByRole("button", { name: "Add webhook" })
        await add.focus()
        await page.keyboard.press("Enter")
        await page.keyboard.type(receiver)
        await page.keyboard.press("Enter")
        await page.getByRole("region", { name: secretOfReceiver }).waitFor()
        await focused(page, secretOfReceiver)
        await page.keyboard.press("Tab")
        await page.keyboard.press("Tab")
        assert.strictEqual(await focusedName(page), "Done")
        await page.keyboard.press("Enter")
        await article(page).waitFor()
        await focused(page)
        await article(page).getByRole("button", { name: "More actions for" }).focus()
        await page.keyboard.press("Enter")
        await page.keyboard.press("End")
        await page.keyboard.press("Enter")
        await page.getByRole("dialog").getByRole("button", { name: "Delete webhook" }).focus()
        await page.keyboard.press("Enter")
        await article(page).waitFor({ state: "detached" })
        await focused(page)
      })
    }).pipe(Effect.scoped)
  )

  for (const role of ["viewer", "editor"] as const) {
    it.effect(`are not for a ${role}`, () =>
      Effect.gen(function* () {
        const { page, errors } = yield* signedIn(role, role, path)
        const base = yield* BaseUrl
        const asked: Array<string> = []
        page.on("request", (sent) => asked.push(sent.url().slice(base.length)))
        yield* Effect.promise(async () => {
          await page.getByRole("heading", { level: 1, name: "Only admins can see this page." }).waitFor()
          assert.strictEqual(await page.getByRole("link", { name: "Integrations" }).count(), 0)
          await page.getByRole("button", { name: /^Signed in as/ }).click()
          await page.getByRole("menuitem", { name: "Sign out" }).waitFor()
          assert.strictEqual(await page.getByRole("menuitem", { name: "Integrations" }).count(), 0)
          await page.keyboard.press("Escape")
          await page.keyboard.press("Control+k")
          await page.getByRole("combobox", { name: "Find" }).fill("sign out")
          await page.getByRole("option", { name: "Sign out" }).waitFor()
          await page.getByRole("combobox", { name: "Find" }).fill("integrations")
          await page.getByRole("option").first().waitFor({ state: "detached" })
        })
        assert.deepStrictEqual(
          asked.filter((path) => path.startsWith("/api/admin")),
          []
        )
        assert.deepStrictEqual(errors(), [])
      }).pipe(Effect.scoped)
    )
  }
})
