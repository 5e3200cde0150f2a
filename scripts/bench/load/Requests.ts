import { randomUUID } from "node:crypto"
import type { Decks, Edits, Load, Reads } from "./LoadProtocol.ts"

/** The requests of one connection, and the check of their responses. */
export interface Requests {
  readonly next: () => Buffer | string
  readonly accept: (status: number, body: Buffer) => boolean
}

const head = (method: string, path: string, { url, headers }: Load): string => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\nhost: ${new URL(url).host}\r\n${lines.join("")}`
}

const reads = (load: Reads): Requests => {
  const request = Buffer.from(`${head("GET", load.path, load)}\r\n`)
  const expected = load.body === undefined ? undefined : Buffer.from(load.body)
  return {
    next: () => request,
    accept: (status, body) => status === load.status && (expected?.equals(body) ?? true)
  }
}

/** The items of one connection, when all connections share them. */
const share = (items: ReadonlyArray<string>, { connections }: Load, connection: number): ReadonlyArray<string> =>
  items.filter((_, n) => n % connections === connection)

/** Gives requests that submit an event. */
const submissions = (load: Load): ((event: object) => string) => {
  const begin = `${head("POST", "/api/events", load)}content-type: application/json\r\n`
  return (event) => {
    const body = JSON.stringify(event)
    return `${begin}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  }
}

const edits = (load: Edits, connection: number): Requests => {
  const own = share(load.principleIds, load, connection)
  const submission = submissions(load)
  let lastSeenSequence = load.lastSeenSequence
  let serial = 0
  return {
    next: () => {
      const targetId = own[serial % own.length]
      const title = `${load.label}, connection ${connection}, edit ${serial++}`
      return submission({ eventType: "update_principle_title", targetId, data: { title }, lastSeenSequence })
    },
    accept: (status, body) => {
      if (status !== 200) return false
      const outcome: { readonly status: string; readonly sequenceNumber: number } = JSON.parse(body.toString())
      lastSeenSequence = outcome.sequenceNumber
      return outcome.status === "applied"
    }
  }
}

const decks = (load: Decks, connection: number): Requests => {
  const own = share(load.teamIds, load, connection)
  const submission = submissions(load)
  let serial = 0
  return {
    next: () => {
      const targetId = own[(serial >> 1) % own.length] ?? ""
      const isRename = serial++ % 2 === 0
      if (isRename) return submission({ eventType: "update_team_name", targetId, data: { name: randomUUID() } })
      return `${head("GET", `/api/teams/${targetId}/export`, load)}\r\n`
    },
    accept: (status) => status === 200
  }
}

export const forConnection = (load: Load, connection: number): Requests => {
  if (load.kind === "reads") return reads(load)
  return load.kind === "edits" ? edits(load, connection) : decks(load, connection)
}
