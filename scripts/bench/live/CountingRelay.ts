import { Effect } from "effect"
import * as Relay from "../../support/Relay.ts"

/** A proxy in front of the server at `url`; gives its URL, and the bytes that the server has sent through it so far. */
export const make = Effect.fnUntraced(function* (url: string) {
  let received = 0
  const relay = yield* Relay.make(url, (client, server) => {
    server.on("data", ({ length }) => {
      received += length
    })
    client.pipe(server).pipe(client)
  })
  return { url: new URL(relay).origin, received: () => received }
})
