import { createChannel, createSession } from "better-sse"
import type { ChangeNotification } from "../../../src/domain/ChangeNotification.ts"
import { answer, processorTime } from "../Answering.ts"
import { Feed, notifications } from "./Feed.ts"
import { listen } from "./Listening.ts"
import type { PeerProtocol } from "./PeerProtocol.ts"

/** The library as its guide has it: a session per request, registered with a channel that broadcasts. */
const channel = createChannel()
const feed = new Feed()
feed.begin()
let epoch = ""
let ticks: Array<ReadonlyArray<ChangeNotification>> = []

answer<PeerProtocol>({
  listen: async (streams) => ({
    url: await listen(async (request, response) => {
      channel.register(await createSession(request, response))
    }),
    epoch: null,
    tokens: Array.from({ length: streams }, () => "none")
  }),
  prepare: (prepared) => {
    epoch = prepared.epoch
    ticks = prepared.ticks.map((count) => notifications(feed.next(count)))
  },
  publish: () => {
    for (const notification of ticks.shift() ?? []) {
      channel.broadcast(notification, "change", { eventId: `${epoch}.${notification.sequenceNumber}` })
    }
  },
  processorTime
})
