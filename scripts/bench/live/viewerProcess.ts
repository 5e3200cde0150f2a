import { setTimeout as pause } from "node:timers/promises"
import { answer, processorTime } from "../ProtocolServer.ts"
import type { Opening } from "./PageNetwork.ts"
import { PageViewer } from "./PageViewer.ts"

/** A process with open boards, without documents. */
let viewers: ReadonlyArray<PageViewer> = []

interface Boards extends Opening {
  /** A session token for each viewer. */
  readonly tokens: ReadonlyArray<string>
}

const methods = {
  processorTime,
  /** Completes when every viewer has the team and its stream. */
  open: async ({ tokens, ...opening }: Boards) => {
    const opened: Array<PageViewer> = []
    // One at a time: each is opened with an EventSource of its own in the place of the global one.
    for (const token of tokens) opened.push(await PageViewer.open(opening, token))
    for (const viewer of opened) viewer.restart()
    viewers = opened
  },
  /** Waits at most `milliseconds` until all viewers show a log position; returns how many do not. */
  reach: async ({ sequenceNumber, milliseconds }: { sequenceNumber: number; milliseconds: number }) => {
    let missing = viewers.length
    const all = viewers.map(async (viewer) => {
      await viewer.reach(sequenceNumber)
      missing -= 1
    })
    await Promise.race([Promise.all(all), pause(milliseconds)])
    return missing
  },
  /** What each viewer has received and shown, and how many show something other than a fresh load. */
  report: async () => {
    // Before the fresh loads, whose bytes do not count.
    const seen = viewers.map(({ viewed }) => viewed)
    let different = 0
    for (const viewer of viewers) if (!(await viewer.isFresh())) different += 1
    return { viewers: seen, different }
  }
}
export type ViewerProcess = typeof methods

answer(methods)
