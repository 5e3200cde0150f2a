import { randomInt, randomUUID } from "node:crypto"
import { connect } from "node:net"
import type { Call } from "./Calls.ts"
import type { World } from "./World.ts"

/** A request that costs the service much more than its sender, repeated on several connections. */
export interface ExpensiveRequest {
  readonly name: string
  /** The local address of the sender; each kind of caller has its own. */
  readonly address: string
  readonly connections: number
  /** The time between a response and the next request of a connection. */
  readonly pauseMs: number
  /** With `unread` the responses are never read. */
  readonly reading: "whole" | "unread"
  readonly next: (world: World) => Call
}

const anonymous = "127.0.0.2"
const viewer = "127.0.0.3"
const editor = "127.0.0.4"
const admin = "127.0.0.5"

/** Combining marks in descending order of their class, which take quadratic time to normalize. */
const combiningMarks = "\u0301".repeat(15_500) + "\u0316".repeat(15_500)

const login = (username: string): Call => ({
  path: "/api/auth/login",
  method: "POST",
  body: { username, password: "not the password" }
})

const manyKeys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`key ${n}`, n]))

const submission = (token: string, eventType: string, targetId: string, data: unknown): Call => ({
  path: "/api/events",
  method: "POST",
  token,
  body: { eventType, targetId, data }
})

const oneOf = (ids: ReadonlyArray<string>): string => ids[randomInt(ids.length)] ?? ""

const anyPosition = ({ sequenceNumber }: World): number => randomInt(1, sequenceNumber)

const whole = { pauseMs: 5, reading: "whole" } as const
const unread = { pauseMs: 5, reading: "unread" } as const

const fromAnyone: ReadonlyArray<ExpensiveRequest> = [
  {
    ...{ name: "/docs of 2.1 MB", address: anonymous, connections: 20, ...whole },
    next: () => ({ path: "/docs" })
  },
  {
    ...{ name: "/docs of 2.1 MB, unread", address: anonymous, connections: 40, ...unread },
    next: () => ({ path: "/docs" })
  },
  {
    ...{ name: "sign-in with 31,000 marks", address: anonymous, connections: 20, ...whole },
    next: () => login(`a${combiningMarks}`)
  },
  {
    ...{ name: "sign-in with a random name", address: anonymous, connections: 100, ...whole },
    next: () => login(randomUUID())
  },
  {
    ...{ name: "sign-in of 64 KB in deep arrays", address: anonymous, connections: 4, ...whole },
    next: () => ({ path: "/api/auth/login", method: "POST", body: "[".repeat(32_000) + "]".repeat(32_000) })
  },
  {
    ...{ name: "sign-in of 50 KB in 3,500 keys", address: anonymous, connections: 20, ...whole },
    next: () => ({ path: "/api/auth/login", method: "POST", body: manyKeys(3_500) })
  }
]

const fromViewers: ReadonlyArray<ExpensiveRequest> = [
  {
    ...{ name: "history of rejections, unread", address: viewer, connections: 40, ...unread },
    next: ({ expensive, rejected }) => ({ path: `/api/history/entity/${rejected}`, token: expensive.viewer })
  },
  {
    ...{ name: "history of long descriptions, unread", address: viewer, connections: 20, ...unread },
    next: ({ expensive, described }) => ({ path: `/api/history/entity/${described}`, token: expensive.viewer })
  },
  {
    ...{ name: "history of rejections, read", address: viewer, connections: 4, ...whole },
    next: ({ expensive, rejected }) => ({ path: `/api/history/entity/${rejected}`, token: expensive.viewer })
  },
  {
    ...{ name: "event stream, unread", address: viewer, connections: 20, ...unread },
    next: ({ expensive }) => ({ path: "/api/sse?lastEventId=none", token: expensive.viewer })
  },
  {
    ...{ name: "view of a wide team", address: viewer, connections: 4, ...whole },
    next: ({ expensive, wideTeam }) => ({ path: `/api/teams/${wideTeam}/objectives`, token: expensive.viewer })
  },
  {
    ...{ name: "deck of a wide team", address: viewer, connections: 2, ...whole },
    next: ({ expensive, wideTeam }) => ({ path: `/api/teams/${wideTeam}/export`, token: expensive.viewer })
  },
  {
    ...{ name: "deck of an earlier state", address: viewer, connections: 4, ...whole },
    next: (world) => ({
      path: `/api/teams/${world.smallTeam}/export?at=${world.sequenceNumber - randomInt(200)}`,
      token: world.expensive.viewer
    })
  }
]

const fromEditors: ReadonlyArray<ExpensiveRequest> = [
  {
    ...{ name: "rejected edit of 60 KB", address: editor, connections: 4, ...whole },
    next: ({ expensive, rejected }) =>
      submission(expensive.editor, "update_objective_title", rejected, { title: randomUUID() + "x".repeat(60_000) })
  },
  {
    ...{ name: "title of 31,000 marks", address: editor, connections: 4, ...whole },
    next: ({ expensive, rejected }) =>
      submission(expensive.editor, "update_objective_title", rejected, { title: `a${combiningMarks}` })
  },
  {
    ...{ name: "rejected edit of 4,000 keys", address: editor, connections: 4, ...whole },
    next: ({ expensive, rejected }) => submission(expensive.editor, "update_objective_title", rejected, manyKeys(4_000))
  },
  {
    ...{ name: "description of 4,000 emoji", address: editor, connections: 2, ...whole },
    next: ({ expensive, described }) =>
      submission(expensive.editor, "update_principle_description", described, {
        description: randomUUID() + "\u{1F600}".repeat(4_000)
      })
  },
  {
    ...{ name: "edit in a wide team", address: editor, connections: 2, ...whole },
    next: ({ expensive, wideObjectives }) =>
      submission(expensive.editor, "update_objective_title", oneOf(wideObjectives), { title: randomUUID() })
  }
]

const fromAdmins: ReadonlyArray<ExpensiveRequest> = [
  {
    ...{ name: "global log, 500 a page", address: admin, connections: 2, ...whole },
    next: ({ expensive }) => ({ path: "/api/history/all?limit=500", token: expensive.admin })
  },
  {
    ...{ name: "global log, 500 a page, unread", address: admin, connections: 20, ...unread },
    next: ({ expensive }) => ({ path: "/api/history/all?limit=500", token: expensive.admin })
  },
  {
    ...{ name: "preview of a restore", address: admin, connections: 2, ...whole },
    next: (world) => ({
      path: `/api/history/preview?sequenceNumber=${anyPosition(world)}`,
      token: world.expensive.admin
    })
  },
  {
    ...{ name: "restore of a team", address: admin, connections: 1, pauseMs: 2_000, reading: "whole" },
    next: (world) => ({
      ...{ path: "/api/events", method: "POST", token: world.expensive.admin },
      body: { eventType: "restore_history", data: { sequenceNumber: anyPosition(world), teamId: world.wideTeam } }
    })
  },
  {
    ...{ name: "rebuild", address: admin, connections: 1, pauseMs: 1_000, reading: "whole" },
    next: ({ expensive }) => ({ path: "/api/admin/rebuild-history", method: "POST", token: expensive.admin })
  }
]

export const expensiveRequests: ReadonlyArray<ExpensiveRequest> = [
  ...fromAnyone,
  ...fromViewers,
  ...fromEditors,
  ...fromAdmins
]

/** Sends a GET and never reads the response; resolves when the server closes the connection, or at `stop`. */
export const neverRead = (url: string, { path, token = "" }: Call, localAddress: string, stop: AbortSignal) =>
  new Promise<void>((resolve) => {
    const { hostname, port } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port), localAddress }, () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nCookie: strategy_session=${token}\r\n\r\n`)
    )
    // Without a data listener nothing is read, so only a reset is noticed when the server closes; therefore the timeout.
    const leave = () => socket.destroy()
    stop.addEventListener("abort", leave, { once: true })
    socket.setTimeout(45_000, leave)
    socket.on("error", leave)
    socket.on("close", () => {
      stop.removeEventListener("abort", leave)
      resolve()
    })
  })
