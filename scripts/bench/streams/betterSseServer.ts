import { createChannel, createSession } from "better-sse"
import { servePeer } from "./PeerServer.ts"

const channel = createChannel()

/** The library as in its guide: a session per request, registered with a channel that broadcasts. */
servePeer(
  async (request, response) => channel.register(await createSession(request, response)),
  (change) => change,
  ({ id, notification }) => channel.broadcast(notification, "change", { eventId: id })
)
