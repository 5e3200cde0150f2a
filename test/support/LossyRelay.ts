import { Effect } from "effect"
import * as Relay from "./Relay.ts"

/** The type of NotificationResponse, from https://www.postgresql.org/docs/current/protocol-message-formats.html */
const notification = "A".charCodeAt(0)

/** A message begins with a type byte and the length of the rest, including the length itself. */
const headerBytes = 5

/** Removes only the notifications from the bytes that a PostgreSQL server sends. */
const withoutNotifications = (dropped: () => void) => {
  let rest: Buffer = Buffer.alloc(0)
  return (chunk: Buffer): Buffer => {
    const bytes = Buffer.concat([rest, chunk])
    const kept: Array<Buffer> = []
    let at = 0
    while (at + headerBytes <= bytes.length) {
      const end = at + 1 + bytes.readUInt32BE(at + 1)
      if (end > bytes.length) break
      if (bytes[at] === notification) dropped()
      else kept.push(bytes.subarray(at, end))
      at = end
    }
    rest = bytes.subarray(at)
    return Buffer.concat(kept)
  }
}

/**
 * A proxy in front of a PostgreSQL server that drops every notification, while the listening connection stays open. Gives
 * its URL, and how many notifications it has dropped. It does not support TLS.
 */
export const make = Effect.fnUntraced(function* (databaseUrl: string) {
  let dropped = 0
  const relayed = yield* Relay.make(databaseUrl, (client, server) => {
    const filter = withoutNotifications(() => {
      dropped += 1
    })
    client.pipe(server)
    server.on("data", (chunk) => client.write(filter(chunk)))
  })
  const url = new URL(relayed)
  url.searchParams.set("sslmode", "disable")
  return { url: url.href, dropped: () => dropped }
})
