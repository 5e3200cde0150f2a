import { createChannel, createSession } from "better-sse"
import { answer, processorTime } from "../../Answering.ts"
import { type Change, changes, Feed } from "./Feed.ts"
import { listen } from "./Listening.ts"
import type { PeerProtocol } from "./PeerProtocol.ts"

/** The library as its guide has it: a session per request, registered with a channel that broadcasts. */
const channel = createChannel()
const feed = new Feed()
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
