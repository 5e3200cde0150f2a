import { json } from "node:stream/consumers"
import { createChannel, createSession } from "better-sse"
import { listen } from "./listen.ts"

const channel = createChannel()

/** What the service's streams send for an edit. */
const notification = JSON.parse(process.env.NOTIFICATION ?? "{}")

let sequenceNumber = 0

/**
 * The library as in its guide: a session per request, registered with a channel that broadcasts. An edit is only numbered, not
 * stored; its frame has as many bytes as ours.
 */
listen(async (request, response) => {
  if (request.method === "GET") return channel.register(await createSession(request, response))
  await json(request)
  sequenceNumber++
  channel.broadcast({ ...notification, sequenceNumber }, "change", { eventId: String(sequenceNumber) })
  const body = JSON.stringify({ status: "applied", sequenceNumber })
  return response.writeHead(200, { "content-type": "application/json", "content-length": body.length }).end(body)
})
