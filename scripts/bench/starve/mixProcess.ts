import { setTimeout as pause } from "node:timers/promises"
import { answer, now } from "../Answering.ts"
import { caller } from "./Calls.ts"
import { mix, neverRead, type Worst } from "./Mix.ts"
import type { MixProtocol, Tally } from "./MixProtocol.ts"
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

/** Milliseconds that a connection leaves the server alone which it could not reach. */
const afterFailureMs = 100

const stopping = new AbortController()
let running: ReadonlyArray<Promise<void>> = []
let tallies: ReadonlyArray<Counts> = []

const readsWhole = async (world: World, worst: Worst, counts: Counts): Promise<void> => {
  const { call, close } = caller(world.url, worst.address)
  stopping.signal.addEventListener("abort", close, { once: true })
  while (!stopping.signal.aborted) {
    const begun = now()
    try {
      const { status, retryAfter } = await call(worst.next(world))
      note(counts, String(status))
      if (status >= 500 && !(status === 503 && retryAfter !== undefined)) counts.undeclared++
      counts.slowestMs = Math.max(counts.slowestMs, now() - begun)
    } catch (error) {
      if (stopping.signal.aborted) return
      note(counts, error instanceof Error ? error.message : String(error))
      await pause(afterFailureMs)
    }
    await pause(worst.pauseMs)
  }
}

const readsNothing = async (world: World, worst: Worst, counts: Counts): Promise<void> => {
  while (!stopping.signal.aborted) {
    await neverRead(world.url, worst.next(world), worst.address, stopping.signal)
    note(counts, "unread")
    await pause(worst.pauseMs)
  }
}

answer<MixProtocol>({
  start: (world) => {
    tallies = mix.map(({ name }) => ({ name, answers: {}, undeclared: 0, slowestMs: 0 }))
    running = mix.flatMap((worst, n) => {
      const counts = tallies[n]
      if (counts === undefined) return []
      const run = worst.reading === "whole" ? readsWhole : readsNothing
      return Array.from({ length: worst.connections }, () => run(world, worst, counts))
    })
  },
  stop: async (): Promise<ReadonlyArray<Tally>> => {
    stopping.abort()
    await Promise.all(running)
    return tallies
  }
})
