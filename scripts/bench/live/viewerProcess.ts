import { setTimeout as pause } from "node:timers/promises"
import { answer, processorTime } from "../ProtocolServer.ts"
import { PageViewer } from "./PageViewer.ts"
import type { ViewersProtocol } from "./ViewersProtocol.ts"

let viewers: ReadonlyArray<PageViewer> = []

answer<ViewersProtocol>({
  processorTime,
  open: async (opening) => {
    const opened: Array<PageViewer> = []
    // One at a time: each is opened with an EventSource of its own in the place of the global one.
    for (const token of opening.tokens) opened.push(await PageViewer.open(opening, token))
    viewers = opened
  },
  restart: () => {
    for (const viewer of viewers) viewer.restart()
  },
  reach: async ({ sequenceNumber, milliseconds }) => {
    let missing = viewers.length
    const all = viewers.map(async (viewer) => {
      await viewer.reach(sequenceNumber)
      missing -= 1
    })
    await Promise.race([Promise.all(all), pause(milliseconds)])
    return missing
  },
  report: async () => {
    // Before the fresh loads, whose bytes do not count.
    const seen = viewers.map(({ viewed }) => viewed)
    let different = 0
    for (const viewer of viewers) if (!(await viewer.isFresh())) different += 1
    return { viewers: seen, different }
  }
})
