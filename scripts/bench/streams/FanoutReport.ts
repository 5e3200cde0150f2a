import { spread } from "../Spread.ts"
import type { Aim } from "../Void.ts"
import type { Run, ScheduleName } from "./Fanout.ts"

/** Frames per second of a run's wall time, and per second of the server's processor time. */
export const perWall = ({ frames, wall }: Run): number => (frames * 1_000) / wall
export const perProcessor = ({ frames, server }: Run): number => (frames * 1_000) / server

/** The part of the time that the process of clients was busy; from here on it is what limits all servers. */
const busy = ({ clients, wall }: Run): number => clients / wall
const limiting = 0.85

/** What the runs of one peer come to: medians, by wall time and by processor time of the server. */
interface Medians {
  readonly perWall: number
  readonly perProcessor: number
}

const of = (runs: ReadonlyArray<Run>, schedule: ScheduleName, peer: string) =>
  runs.filter((run) => run.schedule === schedule && run.peer === peer)

const medians = (runs: ReadonlyArray<Run>, schedule: ScheduleName, peer: string): Medians => {
  const own = of(runs, schedule, peer)
  return { perWall: spread(own.map(perWall)).median, perProcessor: spread(own.map(perProcessor)).median }
}

/** How many times as much the first does. */
export const ratio = (runs: ReadonlyArray<Run>, schedule: ScheduleName, peer: string, other: string): Medians => {
  const [own, its] = [medians(runs, schedule, peer), medians(runs, schedule, other)]
  return { perWall: own.perWall / its.perWall, perProcessor: own.perProcessor / its.perProcessor }
}

const thousands = (value: number): string => Math.round(value).toLocaleString("en-US")

const range = (values: ReadonlyArray<number>): string => {
  const { least, median, most } = spread(values)
  return `${thousands(median)} (${thousands(least)}–${thousands(most)})`
}

export const line = (run: Run, round: number): string =>
  `${run.schedule}, round ${round}, ${run.peer}: ${thousands(run.frames)} frames in ${run.wall.toFixed(0)} ms, ` +
  `${(run.server / 1_000).toFixed(2)} s of the server's processor, clients busy ${(busy(run) * 100).toFixed(0)} %`

const names: ReadonlyArray<ScheduleName> = ["burst", "single"]
const others = ["better-sse", "bare"] as const

/** Medians with least and most, a line for each peer; then what ours does more than the others. */
const table = (runs: ReadonlyArray<Run>, schedule: ScheduleName): ReadonlyArray<string> => {
  const share = spread(runs.filter((run) => run.schedule === schedule).map(busy)).median
  const doubt = `, the clients busy ${(share * 100).toFixed(0)} % of the time: it is their time rather than the servers'`
  const lines = ["ours", ...others].map((peer) => {
    const own = of(runs, schedule, peer)
    return `  ${peer.padEnd(10)} ${range(own.map(perWall))} frames/s, ${range(own.map(perProcessor))} per processor second`
  })
  const ratios = others.map((other) => {
    const { perWall, perProcessor } = ratio(runs, schedule, "ours", other)
    return `  ours to ${other}: ${perWall.toFixed(2)} times by time, ${perProcessor.toFixed(2)} times by processor`
  })
  return [`${schedule}${share < limiting ? "" : doubt}:`, ...lines, ...ratios]
}

export const text = (runs: ReadonlyArray<Run>): string => names.flatMap((schedule) => table(runs, schedule)).join("\n")

/**
 * How many times as much ours is to do. Of bursts by time; of single events by the server's processor time: how long one
 * takes is for the most part the clients' time and the way of the word that they have it.
 */
export const aims = (
  runs: ReadonlyArray<Run>,
  bounds: Readonly<Record<(typeof others)[number], number>>
): ReadonlyArray<Aim> =>
  names.flatMap((schedule) =>
    others.map((other): Aim => {
      const { perWall, perProcessor } = ratio(runs, schedule, "ours", other)
      const [measured, by] = schedule === "burst" ? [perWall, "time"] : [perProcessor, "processor"]
      return {
        what: `${schedule}, ours to ${other} by ${by}`,
        measured,
        unit: "times",
        is: "at least",
        bound: bounds[other]
      }
    })
  )
