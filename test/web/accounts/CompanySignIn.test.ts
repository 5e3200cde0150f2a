import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as App from "../../../src/App.ts"
import { PasswordHasher } from "../../../src/accounts/passwords/PasswordHasher.ts"
import { PasswordSignIn } from "../../../src/accounts/passwords/PasswordSignIn.ts"
import { Oidc } from "../../../src/identity/OidcSettings.ts"
import { settingsFor } from "../../identity/OidcServer.ts"
import { issuerOf, listening, RealProvider } from "../../identity/RealProvider.ts"
import { Browser } from "../../support/Browser.ts"
import { untrustedHost } from "../../support/Chromium.ts"
import { addUser, BaseUrl } from "../../support/TestServer.ts"
import { enter, visit } from "./SignedIn.ts"

/** The server's address must be known to the provider before it listens. */
const freeAddress = Effect.scoped(
  Effect.map(
    listening(() => {}),
    issuerOf
  )
)

const server = Layer.unwrap(
  Effect.map(freeAddress, (base) =>
    Layer.unwrap(
      Effect.map(RealProvider, ({ issuer }) =>
        App.serve({
          http: { host: "127.0.0.1", port: Number(new URL(base).port), publicUrl: base },
          beforeListening: Layer.empty,
          beforeAnswering: Layer.empty
        }).pipe(
          Layer.merge(Layer.succeed(BaseUrl, base)),
          Layer.provideMerge(App.memoryStores),
          Layer.provideMerge(PasswordHasher.layerWith({ iterations: 10 })),
          Layer.provide([Layer.succeed(Oidc, settingsFor(issuer, base)), Layer.succeed(PasswordSignIn, "admins")]),
          Layer.provide(NodeCrypto.layerSecureRandom)
        )
      )
    ).pipe(Layer.provideMerge(RealProvider.layerFor(`${base}/api/auth/oidc/callback`)))
  )
)

layer(Layer.mergeAll(server, Browser.shared), { excludeTestServices: true })(
  "The button of the company's provider",
  (it) => {
    it.effect("leads to the provider and back to the page that was asked for, or says why not", () =>
      Effect.gen(function* () {
        const provider = yield* RealProvider
        const { page, errors } = yield* visit("/strategy/account?from=mail")
        const button = page.getByRole("button", { name: "Sign in with Acme" })
        yield* Effect.promise(async () => {
          await button.click()
          await page.getByText("The sign-in was canceled.").waitFor()
          await page.waitForURL(/\/strategy\/account\?from=mail$/)
        })
        provider.person = { sub: "s-maya", claims: { preferred_username: "maya", groups: ["product"] } }
        yield* Effect.promise(async () => {
          await button.focus()
          await page.keyboard.press("Enter")
          await page.getByRole("heading", { level: 1, name: "Your account" }).waitFor()
          assert.isTrue(page.url().endsWith("/strategy/account?from=mail"), page.url())
          await page.getByText("maya").first().waitFor()
        })
        assert.deepStrictEqual(errors(), [])
      }).pipe(Effect.scoped)
    )

    it.effect("stands before the admins' passwords, which are behind a link", () =>
      Effect.gen(function* () {
        yield* addUser("root", "admin")
        const { page, errors } = yield* visit("/strategy/")
        yield* Effect.promise(async () => {
          await page.getByRole("button", { name: "Sign in with Acme" }).waitFor()
          assert.isFalse(await page.getByLabel("Username").isVisible())
          await page.getByText("Sign in with a password (admins only)").click()
          await enter(page, "root")
          await page.getByRole("heading", { level: 1, name: /^(?!Sign in)/ }).waitFor()
        })
        assert.deepStrictEqual(errors(), [])
      }).pipe(Effect.scoped)
    )

    it.effect("signs in in two tabs, and out at the provider too, which then asks again", () =>
      Effect.gen(function* () {
        const provider = yield* RealProvider
        const base = yield* BaseUrl
        provider.person = { sub: "s-two", claims: { preferred_username: "two", name: "Two Tabs", groups: ["product"] } }
        const { page, errors } = yield* visit("/strategy/account")
        yield* Effect.promise(async () => {
          const other = await page.context().newPage()
          await other.goto(`${base}/strategy/overview`)
          const button = (tab: typeof page) => tab.getByRole("button", { name: "Sign in with Acme" })
          await button(other).waitFor()
          provider.asks = true
          for (const tab of [page, other]) await button(tab).click()
          await page.getByText("Continue").click()
          await page.getByRole("heading", { level: 1, name: "Your account" }).waitFor()
          await other.getByText("Continue").click()
          await other.getByText("No teams yet").waitFor()
          provider.asks = false
          await page.getByRole("button", { name: /Signed in as two/ }).click()
          await page.getByRole("menuitem", { name: "Sign out" }).click()
          await page.waitForURL(`${provider.issuer}/session/end?**`)
          await page.getByRole("button", { name: /yes/i }).click()
          await button(page).waitFor()
          assert.strictEqual(page.url(), `${base}/strategy/`)
          provider.person = null
          await button(page).click()
          await page.getByText("The sign-in was canceled.").waitFor()
        })
        // The provider's page asks for a font.
        assert.deepStrictEqual(
          errors().filter((line) => !line.includes("fonts.googleapis.com")),
          []
        )
      }).pipe(Effect.scoped)
    )

    it.effect("opens a link on another site, to a file, a view or a page, after the sign-in and when signed in", () =>
      Effect.gen(function* () {
        const provider = yield* RealProvider
        const base = yield* BaseUrl
        provider.person = { sub: "s-link", claims: { preferred_username: "link", groups: ["product"] } }
        const links = ["/api/overview.csv", "/api/measures.csv", "/api/overview", "/strategy/account", "/docs"]
        const site = yield* listening((_, response) => {
          response.writeHead(200, { "content-type": "text/html" })
          response.end(links.map((path) => `<p><a href="${base}${path}">${path}</a>`).join(""))
        })
        const elsewhere = issuerOf(site).replace("127.0.0.1", untrustedHost)
        const { page, errors } = yield* visit("/health")
        yield* Effect.promise(async () => {
          for (const isSignedIn of [false, true]) {
            for (const path of links) {
              if (!isSignedIn) await page.context().clearCookies()
              await page.goto(elsewhere)
              const saved = path.endsWith(".csv") ? page.waitForEvent("download") : undefined
              await page.getByText(path, { exact: true }).click()
              if (!isSignedIn && path !== "/docs") await page.getByRole("button", { name: "Sign in with Acme" }).click()
              if (saved !== undefined) {
                assert.match((await saved).suggestedFilename(), /\.csv$/)
                await page.getByRole("heading", { name: "Opening your link" }).waitFor()
              } else {
                await page.waitForURL(base + path)
                await page
                  .getByText(path === "/api/overview" ? "sequenceNumber" : /\w/)
                  .first()
                  .waitFor()
              }
            }
          }
        })
        assert.deepStrictEqual(errors(), [])
      }).pipe(Effect.scoped)
    )
  }
)
