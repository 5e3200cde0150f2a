import { createChannel, createSession } from "better-sse"
import { answer, processorTime } from "../../ProtocolServer.ts"
import { type Change, changes, EventFeed } from "./EventFeed.ts"
import { listen } from "./FreePortServer.ts"
import type { PeerProtocol } from "./PeerProtocol.ts"

/** The library as in its guide: a session per request, registered with a channel that broadcasts. */
const channel = createChannel()
const feed = new EventFeed()
feed.begin()
let ticks: Array<ReadonlyArray<Change>> = []

answer<PeerProtocol>({
  listen: async (streams) => ({
    url: await listen(async (request, response) => {
      channel.register(await createSession(request, response))
    }),
    epoch: null,
    tokens: Array.from({ length: streams }, () => "none")
  }),
  prepare: ({ epoch, ticks: counts }) => {
    ticks = counts.map((count) => changes(epoch, feed.next(count)))
  },
  publish: () => {
    for (const { id, notification } of ticks.shift() ?? []) {
      channel.broadcast(notification, "change", { eventId: id })
    }
  },
  processorTime
})
