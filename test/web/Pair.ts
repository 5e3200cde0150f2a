import { Effect, Schema } from "effect"
import type { Locator, Page } from "playwright-core"
import { Browser } from "../../scripts/support/Browser.ts"
import { call, signIn } from "../../scripts/support/Calls.ts"
import type { HistoryEntry } from "../../src/domain/views/History.ts"
import { wholeLog } from "../system/WholeLog.ts"

/** Two people at one team's board: `page` is where one of them works, the other writes by the API. */

export const secret = "correct horse"

export interface Place {
  readonly url: string
  readonly token: string
}

const Users = Schema.Array(Schema.Struct({ id: Schema.String, username: Schema.String }))

type Data = Readonly<Record<string, unknown>>

export const write = async ({ url, token }: Place, eventType: string, targetId: string | null, data: Data = {}) => {
  const answer = await call(url, token, "/api/events", { eventType, targetId, data })
  return answer.json()
}

/** A team with objectives of these titles; gives the team's id, then theirs. */
export const prepared = async (place: Place, titles: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const team = crypto.randomUUID()
  await write(place, "create_team", null, { id: team, name: "North", color: "#225588" })
  const ids = titles.map(() => crypto.randomUUID())
  for (const [index, title] of titles.entries()) {
    await write(place, "create_objective", team, { id: ids[index], title })
  }
  return [team, ...ids]
}

/** Makes a user by the API, and gives the session of one. */
export const newUser = async (admin: Place, username: string, role: string): Promise<Place> => {
  await call(admin.url, admin.token, "/api/admin/users", { username, password: secret, role })
  return { url: admin.url, token: await signIn(admin.url, username, secret) }
}

/** A page of somebody signed in, at a path. */
export const visit = (place: Place, path: string) =>
  Effect.flatMap(Browser, (browser) => browser.visit({ viewport: { width: 1400, height: 900 } })).pipe(
    Effect.tap(({ page }) =>
      Effect.promise(async () => {
        await page.context().addCookies([{ name: "strategy_session", value: place.token, url: place.url }])
        await page.goto(`${place.url}${path}`)
        await page.locator(".objective").first().waitFor()
        await page.locator(".connection.live").waitFor()
      })
    )
  )

export const card = (page: Page, id: string): Locator => page.locator(`.objective[data-id="${id}"]`)

const titleOf = (page: Page, id: string): Locator => card(page, id).locator(".editable.title").first()

export const titleInput = (page: Page, id: string): Locator => titleOf(page, id).locator("textarea")

export const openTitle = (page: Page, id: string): Promise<void> => titleOf(page, id).locator("h3 button").click()

/** What the objective is called in a page that nobody edits it in. */
export const saysTitle = (page: Page, id: string, title: string): Promise<void> =>
  titleOf(page, id).locator("h3 button", { hasText: title }).waitFor()

export const strip = (page: Page, id: string): Locator => card(page, id).locator(".notice.conflict")

/** The rows of a strip: theirs, mine, before. */
export const choices = (page: Page, id: string): Promise<ReadonlyArray<string>> =>
  strip(page, id).locator("dd").allInnerTexts()

/** Waits until somebody's edit of an entity is applied, and gives all of theirs. */
export const editsOf = async (
  place: Place,
  actorName: string,
  count: number,
  turns = 100
): Promise<ReadonlyArray<HistoryEntry>> => {
  const log = await wholeLog(place.url, place.token)
  const edits = log.filter((entry) => entry.actorName === actorName && entry.status === "applied")
  if (edits.length >= count || turns === 0) return edits
  await new Promise((resolve) => setTimeout(resolve, 50))
  return editsOf(place, actorName, count, turns - 1)
}

/** Makes a viewer of somebody. */
export const demote = async ({ url, token }: Place, username: string): Promise<void> => {
  const users = Schema.decodeUnknownSync(Users)(await (await call(url, token, "/api/admin/users")).json())
  const id = users.find((user) => user.username === username)?.id
  await fetch(`${url}/api/admin/users/${id}/role`, {
    method: "PUT",
    headers: { cookie: `strategy_session=${token}`, "x-csrf-token": "1", "content-type": "application/json" },
    body: JSON.stringify({ role: "viewer" })
  })
}
