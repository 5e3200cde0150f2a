import type { Edits, Load, Reads } from "./LoadProtocol.ts"

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

const edits = (load: Edits, connection: number): Requests => {
  const own = load.principleIds.filter((_, n) => n % load.connections === connection)
  const begin = `${head("POST", "/api/events", load)}content-type: application/json\r\n`
  let lastSeenSequence = load.lastSeenSequence
  let serial = 0
  return {
    next: () => {
      const targetId = own[serial % own.length]
      const title = `${load.label}, connection ${connection}, edit ${serial++}`
      const body = JSON.stringify({ eventType: "update_principle_title", targetId, data: { title }, lastSeenSequence })
      return `${begin}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
    },
    accept: (status, body) => {
      if (status !== 200) return false
      const outcome: { readonly status: string; readonly sequenceNumber: number } = JSON.parse(body.toString())
      lastSeenSequence = outcome.sequenceNumber
      return outcome.status === "applied"
    }
  }
}

export const forConnection = (load: Load, connection: number): Requests =>
  load.kind === "reads" ? reads(load) : edits(load, connection)
