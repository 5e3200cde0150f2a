import { setTimeout as pause } from "node:timers/promises"
import { answer, now } from "../ProtocolServer.ts"
import { caller } from "./Calls.ts"
import type { ExpensiveLoadProtocol, Tally } from "./ExpensiveLoadProtocol.ts"
import { type ExpensiveRequest, expensiveRequests, neverRead } from "./ExpensiveRequests.ts"
import type { World } from "./World.ts"

interface Counts {
  readonly name: string
  readonly answers: Record<string, number>
  undeclared: number
  slowestMs: number
}

const note = (counts: Counts, how: string): void => {
  counts.answers[how] = (counts.answers[how] ?? 0) + 1
}

/** The pause of a connection after a failed request. */
const afterFailureMs = 100

const stopping = new AbortController()
let running: ReadonlyArray<Promise<void>> = []
let tallies: ReadonlyArray<Counts> = []

const readsWhole = async (world: World, expensive: ExpensiveRequest, counts: Counts): Promise<void> => {
  const { call, close } = caller(world.url, expensive.address)
  stopping.signal.addEventListener("abort", close, { once: true })
  while (!stopping.signal.aborted) {
    const begun = now()
    try {
      const { status, retryAfter } = await call(expensive.next(world))
      note(counts, String(status))
      if (status >= 500 && !(status === 503 && retryAfter !== undefined)) counts.undeclared++
      counts.slowestMs = Math.max(counts.slowestMs, now() - begun)
    } catch (error) {
      if (stopping.signal.aborted) return
      note(counts, error instanceof Error ? error.message : String(error))
      await pause(afterFailureMs)
    }
    await pause(expensive.pauseMs)
  }
}

const readsNothing = async (world: World, expensive: ExpensiveRequest, counts: Counts): Promise<void> => {
  while (!stopping.signal.aborted) {
    await neverRead(world.url, expensive.next(world), expensive.address, stopping.signal)
    note(counts, "unread")
    await pause(expensive.pauseMs)
  }
}

answer<ExpensiveLoadProtocol>({
  start: (world) => {
    tallies = expensiveRequests.map(({ name }) => ({ name, answers: {}, undeclared: 0, slowestMs: 0 }))
    running = expensiveRequests.flatMap((expensive, n) => {
      const counts = tallies[n]
      if (counts === undefined) return []
      const run = expensive.reading === "whole" ? readsWhole : readsNothing
      return Array.from({ length: expensive.connections }, () => run(world, expensive, counts))
    })
  },
  stop: async (): Promise<ReadonlyArray<Tally>> => {
    stopping.abort()
    await Promise.all(running)
    return tallies
  }
})
