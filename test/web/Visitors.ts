import { Effect } from "effect"
import type { Page } from "playwright-core"
import { Browser } from "../../scripts/support/Browser.ts"
import type { EventData, EventType } from "../../src/domain/Event.ts"
import type { Role } from "../../src/domain/entities/Role.ts"
import { addUser, BaseUrl, password, request, signIn } from "../support/TestServer.ts"

/** A user of the API and of the page. */
export interface Visitor {
  readonly page: Page
  /** What the page complained of, but for the question who is signed in, which is nobody at first. */
  readonly errors: () => ReadonlyArray<string>
  readonly send: (eventType: EventType, targetId: string | null, data: EventData) => Effect.Effect<void, never, BaseUrl>
  /** The body of a view. */
  readonly get: (path: string) => Effect.Effect<unknown, never, BaseUrl>
}

/** A new user, signed in to a page that shows `path`. */
export const visitor = Effect.fnUntraced(function* (name: string, role: Role, path: string) {
  const base = yield* BaseUrl
  yield* Effect.orDie(addUser(name, role))
  const token = yield* signIn(name)
  const { page, errors } = yield* (yield* Browser).visit({ viewport: { width: 1400, height: 900 } })
  yield* Effect.promise(async () => {
    await page.goto(`${base}${path}`)
    await page.getByLabel("Username").fill(name)
    await page.getByLabel("Password").fill(password)
    await page.getByRole("button", { name: "Sign in" }).click()
    await page.getByRole("heading", { level: 1 }).waitFor()
  })
  const visitor: Visitor = {
    page,
    errors: () => errors.filter((line) => !line.includes("401")),
    send: (eventType, targetId, data) =>
      Effect.asVoid(request("/api/events", { token, body: { eventType, targetId, data } })),
    get: (path) => Effect.map(request(path, { token }), ({ json }) => json)
  }
  return visitor
})

/** Fills a team by an admin of its own; the ids of what it made, in order. */
export const filled = Effect.fnUntraced(function* (
  events: ReadonlyArray<readonly [EventType, parent: number | null, data: EventData]>
) {
  const name = `maker-${crypto.randomUUID().slice(0, 8)}`
  yield* Effect.orDie(addUser(name, "admin"))
  const token = yield* signIn(name)
  const ids: Array<string> = []
  for (const [eventType, parent, data] of events) {
    const id = crypto.randomUUID()
    const targetId = parent === null ? null : ids[parent]
    ids.push(id)
    yield* request("/api/events", { token, body: { eventType, targetId, data: { ...data, id } } })
  }
  return ids
})
