import { randomInt, randomUUID } from "node:crypto"
import type { World } from "./World.ts"

/** What is asked: a GET, or a POST with a body, of which a string is sent unchanged. */
interface Call {
  readonly path: string
  readonly body?: unknown
}

/** A request that costs the service much more than its sender, repeated on several connections. */
export interface ExpensiveRequest {
  readonly name: string
  readonly by: "nobody" | "viewer" | "editor" | "admin"
  readonly connections: number
  readonly next: (world: World) => Call
  /** The pause between an answer and the next request. */
  readonly pauseMs?: number
  /** The answers are never read. */
  readonly isUnread?: boolean
}

/** Combining marks in descending order of their class, which take quadratic time to normalize. */
const combiningMarks = `a${"\u0301".repeat(15_500)}${"\u0316".repeat(15_500)}`

const deepArrays = "[".repeat(32_000) + "]".repeat(32_000)

const signIn = (body: unknown) => (): Call => ({ path: "/api/auth/login", body })

const get = (path: string): Call => ({ path })

const edit = (eventType: string, targetId: string | undefined, data: unknown): Call => ({
  path: "/api/events",
  body: { eventType, targetId, data }
})

const retitled = (targetId: string | undefined, data: unknown) => edit("update_objective_title", targetId, data)

const anyPosition = ({ sequenceNumber }: World): number => randomInt(1, sequenceNumber)

const wrong = (username: string) => ({ username, password: "not the password" })

/** A kind of request with its answers read. */
const kind = (
  by: ExpensiveRequest["by"],
  connections: number,
  name: string,
  next: ExpensiveRequest["next"],
  pauseMs?: number
): ExpensiveRequest => ({ name, by, connections, next, ...(pauseMs !== undefined && { pauseMs }) })

/** A kind of request whose answers are never read. */
const unread = (by: ExpensiveRequest["by"], connections: number, name: string, path: (world: World) => string) => ({
  ...kind(by, connections, `${name}, unread`, (world) => get(path(world))),
  isUnread: true
})

export const expensiveRequests: ReadonlyArray<ExpensiveRequest> = [
  unread("nobody", 40, "/docs/reference", () => "/docs/reference"),
  kind("nobody", 20, "sign-in with 31,000 marks", signIn(wrong(combiningMarks))),
  kind("nobody", 100, "sign-in with a random name", () => signIn(wrong(randomUUID()))()),
  kind("nobody", 4, "sign-in of 64 KB in deep arrays", signIn(deepArrays)),
  unread("viewer", 40, "history of rejections", ({ rejected }) => `/api/history/entity/${rejected}`),
  kind("viewer", 4, "history of rejections", ({ rejected }) => get(`/api/history/entity/${rejected}`)),
  unread("viewer", 20, "event stream", () => "/api/sse?lastEventId=none"),
  kind("viewer", 4, "view of a wide team", ({ wide }) => get(`/api/teams/${wide.teamId}/objectives`)),
  kind("viewer", 2, "deck of a wide team", ({ wide }) => get(`/api/teams/${wide.teamId}/export`)),
  kind("viewer", 4, "deck of an earlier state", ({ ordinary, sequenceNumber }) =>
    get(`/api/teams/${ordinary.teamId}/export?at=${sequenceNumber - randomInt(200)}`)
  ),
  kind("editor", 4, "rejected edit of 60 KB", ({ rejected }) =>
    retitled(rejected, { title: randomUUID() + "x".repeat(60_000) })
  ),
  kind("editor", 4, "title of 31,000 marks", ({ rejected }) => retitled(rejected, { title: combiningMarks })),
  kind("editor", 2, "description of 4,000 emoji", ({ described }) =>
    edit("update_description", described, { description: randomUUID() + "\u{1F600}".repeat(4_000) })
  ),
  kind("editor", 2, "edit in a wide team", ({ wide }) =>
    retitled(wide.objectiveIds[randomInt(wide.objectiveIds.length)], { title: randomUUID() })
  ),
  kind("admin", 2, "global log, 500 a page", () => get("/api/history/all?limit=500")),
  kind("admin", 2, "preview of a restore", (world) => get(`/api/history/preview?sequenceNumber=${anyPosition(world)}`)),
  kind(
    "admin",
    1,
    "restore of a team",
    (world) => edit("restore_history", undefined, { sequenceNumber: anyPosition(world), teamId: world.wide.teamId }),
    2_000
  ),
  kind("admin", 1, "rebuild", () => ({ path: "/api/admin/rebuild-history", body: "" }), 1_000)
]
