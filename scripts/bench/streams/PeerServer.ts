import type { RequestListener } from "node:http"
import { answer, listen, processorTime } from "../ProtocolServer.ts"
import { type Change, changes, EventFeed } from "./EventFeed.ts"

/** A server of event streams in a process of its own, which publishes on request. */
export type PeerProcess = {
  /** Gives its URL, and its epoch if it has one: then its streams are for signed-in users. */
  readonly listen: () => Promise<{ readonly url: string; readonly epoch?: string }>
  /** Prepares the events of some ticks, which is not measured. Never called before all earlier ones are published. */
  readonly prepare: (what: { readonly epoch: string; readonly ticks: ReadonlyArray<number> }) => void
  /** Publishes the events of the next tick. */
  readonly publish: () => unknown
  /** CPU time so far in milliseconds. */
  readonly processorTime: () => number
}

/** Answers as a peer on Node's HTTP server; `made` is what it makes of a change beforehand. */
export const servePeer = <A>(listener: RequestListener, made: (change: Change) => A, publish: (one: A) => void) => {
  const feed = new EventFeed()
  let prepared: Array<ReadonlyArray<A>> = []
  const methods: PeerProcess = {
    listen: async () => ({ url: await listen(listener) }),
    prepare: ({ epoch, ticks }) => {
      prepared = ticks.map((count) => changes(epoch, feed.next(count)).map(made))
    },
    publish: () => prepared.shift()?.forEach(publish),
    processorTime
  }
  answer(methods)
}
