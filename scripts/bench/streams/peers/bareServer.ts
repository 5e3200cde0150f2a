import type { ServerResponse } from "node:http"
import * as Frames from "../../../../src/live/Frames.ts"
import { answer, processorTime } from "../../ProtocolServer.ts"
import { changes, EventFeed } from "./EventFeed.ts"
import { listen } from "./FreePortServer.ts"
import type { PeerProtocol } from "./PeerProtocol.ts"

/** The minimum for such a server: frames made beforehand, and a loop of `write` over the responses. */
const responses = new Set<ServerResponse>()
const feed = new EventFeed()
feed.begin()
let ticks: Array<ReadonlyArray<Uint8Array>> = []

answer<PeerProtocol>({
  listen: async (streams) => ({
    url: await listen((_, response) => {
      response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" })
      response.write("retry: 2000\n\n")
      responses.add(response)
      response.once("close", () => responses.delete(response))
    }),
    epoch: null,
    tokens: Array.from({ length: streams }, () => "none")
  }),
  prepare: ({ epoch, ticks: counts }) => {
    ticks = counts.map((count) =>
      changes(epoch, feed.next(count)).map(({ id, notification }) => Frames.change(id, notification))
    )
  },
  publish: () => {
    for (const frame of ticks.shift() ?? []) {
      for (const response of responses) response.write(frame)
    }
  },
  processorTime
})
