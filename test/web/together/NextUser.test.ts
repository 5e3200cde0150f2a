import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Page } from "playwright-core"
import { SessionStore } from "../../../src/accounts/sessions/SessionStore.ts"
import { apply, idsFrom, smallStrategy } from "../../http/Submissions.ts"
import { Browser } from "../../support/Browser.ts"
import { addUser, signIn, testServer } from "../../support/TestServer.ts"
import { enter, signedIn } from "../accounts/SignedIn.ts"

const ids = idsFrom(0x100)
const view = `/api/teams/${ids.team}/objectives`

/** What the browser answers from its cache alone: the status, or null where it has nothing for whoever asks now. */
const kept = (page: Page): Promise<number | null> =>
  page.evaluate(
    (path) =>
      fetch(path, { cache: "only-if-cached", mode: "same-origin" }).then(
        ({ status }) => status,
        () => null
      ),
    view
  )

/** The status; with `force-cache`, of anything that is kept, however old. */
const asked = (page: Page, cache: "default" | "force-cache"): Promise<number> =>
  page.evaluate(([path, cache]) => fetch(path, { cache }).then((answer) => answer.text().then(() => answer.status)), [
    view,
    cache
  ] as const)

layer(Layer.mergeAll(testServer, Browser.shared), { excludeTestServices: true })(
  "A browser that several people use",
  (it) => {
    it.effect.each(["the browser forgets the cookie", "the server has ended the session"])(
      "shows nothing of the last user after the session is over because %s",
      (how) =>
        Effect.gen(function* () {
          const forgets = how.startsWith("the browser")
          const admin = `admin ${forgets}`
          yield* addUser(admin, "admin")
          yield* addUser(`next ${forgets}`, "viewer")
          if (forgets) yield* apply(yield* signIn(admin), ...smallStrategy(ids))
          const { page, user } = yield* signedIn(`first ${forgets}`, "viewer", `/strategy/teams/${ids.team}`)
          const { endAllOf } = yield* SessionStore
          yield* Effect.promise(async () => {
            await page.getByText("North").first().waitFor()
            assert.strictEqual(await asked(page, "default"), 200)
            assert.strictEqual(await kept(page), 200)
          })
          if (forgets) yield* Effect.promise(() => page.context().clearCookies())
          else yield* endAllOf(user.id)
          yield* Effect.promise(async () => {
            // As any request of the page, which asks whether what the browser keeps is still current.
            assert.strictEqual(await asked(page, "default"), 401)
            assert.isNull(await kept(page))
            assert.strictEqual(await asked(page, "force-cache"), 401)
          })
          yield* Effect.promise(async () => {
            await page.reload()
            await page.getByLabel("Username").waitFor()
            assert.notInclude(await page.content(), "North")
            await enter(page, `next ${forgets}`)
            await page.getByRole("banner").waitFor()
          })
        }).pipe(Effect.scoped)
    )
  }
)
