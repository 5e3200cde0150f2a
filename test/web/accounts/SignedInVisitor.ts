import { Effect } from "effect"
import type { Page } from "playwright-core"
import type { EventData, EventType } from "../../../src/domain/Event.ts"
import type { Role } from "../../../src/domain/entities/Role.ts"
import { Browser } from "../../support/Browser.ts"
import { addUser, BaseUrl, request, signIn } from "../../support/TestServer.ts"
import { useSession } from "./SignedIn.ts"

/** A user with a page and a session of the API. */
export interface Visitor {
  readonly page: Page
  /** The errors of the page's console. */
  readonly errors: () => ReadonlyArray<string>
  readonly send: (eventType: EventType, targetId: string | null, data: EventData) => Effect.Effect<void, never, BaseUrl>
  /** The body of a view. */
  readonly get: (path: string) => Effect.Effect<unknown, never, BaseUrl>
}

/** Creates a user, signs it in by the API and opens the path with the same session. */
export const visitor = Effect.fnUntraced(function* (name: string, role: Role, path: string) {
  const base = yield* BaseUrl
  yield* Effect.orDie(addUser(name, role))
  const token = yield* signIn(name)
  const { page, errors } = yield* (yield* Browser).visit({ viewport: { width: 1400, height: 900 } })
  yield* Effect.promise(async () => {
    await useSession(page, base, token)
    await page.goto(`${base}${path}`)
    await page.getByRole("heading", { level: 1 }).first().waitFor()
  })
  const visitor: Visitor = {
    page,
    errors: () => errors,
    send: (eventType, targetId, data) =>
      Effect.asVoid(request("/api/events", { token, body: { eventType, targetId, data } })),
    get: (path) => Effect.map(request(path, { token }), ({ json }) => json)
  }
  return visitor
})

/** Submits create events as a new admin; returns the entities' ids in order. `parent` is an index in the list. */
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
