import { Effect, Schema } from "effect"
import type { Locator, Page } from "playwright-core"
import { call, signIn } from "../../../scripts/support/Calls.ts"
import type { HistoryEntry } from "../../../src/domain/views/History.ts"
import { Browser } from "../../support/Browser.ts"
import { wholeLog } from "../../system/WholeLog.ts"

export const secret = "correct horse"

/** A server, and the session of a user there. */
export interface Access {
  readonly url: string
  readonly token: string
}

const Users = Schema.Array(Schema.Struct({ id: Schema.String, username: Schema.String }))

type Data = Readonly<Record<string, unknown>>

export const write = async ({ url, token }: Access, eventType: string, targetId: string | null, data: Data = {}) => {
  const answer = await call(url, token, "/api/events", { eventType, targetId, data })
  return answer.json()
}

/** Creates a team with objectives of these titles; returns the team's id, then theirs. */
export const prepared = async (access: Access, titles: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const team = crypto.randomUUID()
  await write(access, "create_team", null, { id: team, name: "North", color: "#225588" })
  const ids = titles.map(() => crypto.randomUUID())
  for (const [index, title] of titles.entries()) {
    await write(access, "create_objective", team, { id: ids[index], title })
  }
  return [team, ...ids]
}

/** Creates a user and signs it in. */
export const newUser = async (admin: Access, username: string, role: string): Promise<Access> => {
  await call(admin.url, admin.token, "/api/admin/users", { username, password: secret, role })
  return { url: admin.url, token: await signIn(admin.url, username, secret) }
}

/** An agent with a token of the user. */
export const agentOf = async ({ url, token }: Access): Promise<Access> => {
  const made = { name: "Planning agent", scope: "write", expiresInDays: 1 }
  const answer = await call(url, token, "/api/auth/tokens", made)
  return { url, token: (await answer.json()).token }
}

/** Removes the views from the changes that a page receives while `hidesViews` is set there, so that it has to fetch them. */
const hideViews = `window.SharedWorker = class extends SharedWorker {
  constructor(...given) {
    super(...given)
    this.port.addEventListener("message", ({ data }) => {
      if (window.hidesViews && data.kind === "change") delete data.change.views
    })
  }
}`

const viewPaths = "**/api/teams/**"

/** Keeps changes from a page, those of the stream and fetched ones, until `unblockViews`. */
export const blockViews = async (page: Page): Promise<void> => {
  await page.route(viewPaths, (route) => route.abort())
  await page.evaluate("window.hidesViews = true")
}

export const unblockViews = async (page: Page): Promise<void> => {
  await page.evaluate("window.hidesViews = false")
  await page.unroute(viewPaths)
}

/** Opens a path in a browser with this session, and waits for objectives and the event stream. */
export const visit = (access: Access, path: string) =>
  Effect.flatMap(Browser, (browser) => browser.visit({ viewport: { width: 1400, height: 900 } })).pipe(
    Effect.tap(({ page }) =>
      Effect.promise(async () => {
        await page.context().addCookies([{ name: "strategy_session", value: access.token, url: access.url }])
        await page.addInitScript(hideViews)
        await page.goto(`${access.url}${path}`)
        await page.locator(".objective").first().waitFor()
        await page.locator(".connection.live").waitFor()
      })
    )
  )

export const card = (page: Page, id: string): Locator => page.locator(`.objective[data-id="${id}"]`)

const titleOf = (page: Page, id: string): Locator => card(page, id).locator(".editable.title").first()

export const titleInput = (page: Page, id: string): Locator => titleOf(page, id).locator("textarea")

export const openTitle = (page: Page, id: string): Promise<void> => titleOf(page, id).locator(".pencil").click()

/** Waits until a page shows this title of an objective that is not being edited there. */
export const showsTitle = (page: Page, id: string, title: string): Promise<void> =>
  titleOf(page, id).locator("h3 button", { hasText: title }).waitFor()

export const conflict = (page: Page, id: string): Locator => card(page, id).locator(".notice.conflict")

/** The values that a conflict shows: theirs, the user's own, and the former one. */
export const choices = (page: Page, id: string): Promise<ReadonlyArray<string>> =>
  conflict(page, id).locator("dd").allInnerTexts()

/** Waits until a user's edits are at least `count`, as long as the pages of a test wait at most, and returns all of them. */
export const editsOf = async (
  access: Access,
  actorName: string,
  count: number,
  until = performance.now() + 300_000
): Promise<ReadonlyArray<HistoryEntry>> => {
  const log = await wholeLog(access.url, access.token)
  const edits = log.filter((entry) => entry.actorName === actorName && entry.status === "applied")
  if (edits.length >= count || performance.now() > until) return edits
  await new Promise((resolve) => setTimeout(resolve, 50))
  return editsOf(access, actorName, count, until)
}

/** Changes the role of a user to viewer. */
export const demote = async ({ url, token }: Access, username: string): Promise<void> => {
  const users = Schema.decodeUnknownSync(Users)(await (await call(url, token, "/api/admin/users")).json())
  const id = users.find((user) => user.username === username)?.id
  await fetch(`${url}/api/admin/users/${id}/role`, {
    method: "PUT",
    headers: { cookie: `strategy_session=${token}`, "x-csrf-token": "1", "content-type": "application/json" },
    body: JSON.stringify({ role: "viewer" })
  })
}
