import { Effect } from "effect"
import { applicationName } from "../../../src/sql/Listener.ts"
import * as Relay from "../../support/Relay.ts"

/** `next`: the next connection that sends a statement; `all`: those that are open; `listening`: those for notifications. */
export type Silence = "next" | "all" | "listening"

/**
 * A proxy in front of PostgreSQL that can swallow all bytes of connections, in both directions, without closing them, as a
 * firewall does that has forgotten a connection. Later connections work.
 */
export const make = Effect.fnUntraced(function* (databaseUrl: string) {
  const links = new Set<{ isListening: boolean; isSilent: boolean }>()
  let isNextSilent = false
  const url = yield* Relay.make(databaseUrl, (client, server) => {
    const link = { isListening: false, isSilent: false }
    links.add(link)
    client.once("close", () => links.delete(link))
    // The startup message contains the application's name.
    client.once("data", (startup) => {
      link.isListening = startup.includes(applicationName)
      server.write(startup)
      client.on("data", (chunk) => {
        if (isNextSilent && !link.isListening) {
          isNextSilent = false
          link.isSilent = true
        }
        if (!link.isSilent) server.write(chunk)
      })
    })
    server.on("data", (chunk) => {
      if (!link.isSilent) client.write(chunk)
    })
  })
  const silence = (which: Silence): void => {
    if (which === "next") isNextSilent = true
    for (const link of links) link.isSilent ||= which === "all" || (which === "listening" && link.isListening)
  }
  return { url: `${url}?sslmode=disable`, silence }
})
