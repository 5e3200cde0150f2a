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

const rejections = ({ rejected }: World) => get(`/api/history/entity/${rejected}`)
const docs = () => get("/docs/reference")
const wholeLog = () => get("/api/history/all?limit=500")

export const expensiveRequests: ReadonlyArray<ExpensiveRequest> = [
  { name: "/docs/reference, unread", by: "nobody", connections: 40, isUnread: true, next: docs },
  { name: "sign-in with 31,000 marks", by: "nobody", connections: 20, next: signIn(wrong(combiningMarks)) },
  { name: "sign-in with a random name", by: "nobody", connections: 100, next: () => signIn(wrong(randomUUID()))() },
  { name: "sign-in of 64 KB in deep arrays", by: "nobody", connections: 4, next: signIn(deepArrays) },
  { name: "history of rejections, unread", by: "viewer", connections: 40, isUnread: true, next: rejections },
  { name: "history of rejections, read", by: "viewer", connections: 4, next: rejections },
  {
    ...{ name: "event stream, unread", by: "viewer", connections: 20, isUnread: true },
    next: () => get("/api/sse?lastEventId=none")
  },
  {
    ...{ name: "view of a wide team", by: "viewer", connections: 4 },
    next: ({ wide }) => get(`/api/teams/${wide.teamId}/objectives`)
  },
  {
    ...{ name: "deck of a wide team", by: "viewer", connections: 2 },
    next: ({ wide }) => get(`/api/teams/${wide.teamId}/export`)
  },
  {
    ...{ name: "deck of an earlier state", by: "viewer", connections: 4 },
    next: ({ ordinary, sequenceNumber }) =>
      get(`/api/teams/${ordinary.teamId}/export?at=${sequenceNumber - randomInt(200)}`)
  },
  {
    ...{ name: "rejected edit of 60 KB", by: "editor", connections: 4 },
    next: ({ rejected }) => retitled(rejected, { title: randomUUID() + "x".repeat(60_000) })
  },
  {
    ...{ name: "title of 31,000 marks", by: "editor", connections: 4 },
    next: ({ rejected }) => retitled(rejected, { title: combiningMarks })
  },
  {
    ...{ name: "description of 4,000 emoji", by: "editor", connections: 2 },
    next: ({ described }) =>
      edit("update_principle_description", described, { description: randomUUID() + "\u{1F600}".repeat(4_000) })
  },
  {
    ...{ name: "edit in a wide team", by: "editor", connections: 2 },
    next: ({ wide }) => retitled(wide.objectiveIds[randomInt(wide.objectiveIds.length)], { title: randomUUID() })
  },
  { name: "global log, 500 a page", by: "admin", connections: 2, next: wholeLog },
  {
    ...{ name: "preview of a restore", by: "admin", connections: 2 },
    next: (world) => get(`/api/history/preview?sequenceNumber=${anyPosition(world)}`)
  },
  {
    ...{ name: "restore of a team", by: "admin", connections: 1, pauseMs: 2_000 },
    next: (world) =>
      edit("restore_history", undefined, { sequenceNumber: anyPosition(world), teamId: world.wide.teamId })
  },
  {
    ...{ name: "rebuild", by: "admin", connections: 1, pauseMs: 1_000 },
    next: () => ({ path: "/api/admin/rebuild-history", body: "" })
  }
]
