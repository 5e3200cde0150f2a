import { setTimeout as pause } from "node:timers/promises"
import { answer } from "../ProtocolServer.ts"
import { PageViewer } from "./PageViewer.ts"

interface Opening {
  readonly url: string
  readonly teamId: string
  /** A session token for each viewer. */
  readonly tokens: ReadonlyArray<string>
}

const viewers: Array<PageViewer> = []

/** A process with open boards, without documents. */
const methods = {
  /** Completes when every viewer has the team and its stream. */
  open: async ({ url, teamId, tokens }: Opening) => {
    // One at a time: each is opened with an EventSource of its own in the place of the global one.
    for (const token of tokens) viewers.push(await PageViewer.open({ url, token }, teamId))
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
  /** When each viewer has shown which positions, and how many viewers show something other than a fresh load. */
  report: async () => {
    let different = 0
    for (const viewer of viewers) if (!(await viewer.isFresh())) different += 1
    return { shown: viewers.map(({ shown }) => shown), different }
  }
}
export type ViewerProcess = typeof methods

answer(methods)
