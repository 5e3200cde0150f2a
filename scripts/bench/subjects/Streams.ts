import { Effect } from "effect"
import { type Aim, type Subject, type Table, table } from "../Subject.ts"
import { fanout, type Run, type ScheduleName, schedules } from "../streams/Fanout.ts"
import { peers } from "../streams/peers/Peers.ts"

interface Size {
  readonly clients: number
  readonly bursts: number
  readonly burstSize: number
  readonly singles: number
}

const full: Size = { clients: 1_000, bursts: 20, burstSize: 64, singles: 200 }
const quick: Size = { clients: 100, bursts: 4, burstSize: 16, singles: 20 }

const aims: ReadonlyArray<Aim> = [
  { of: "ours", to: "better-sse", is: "at least", bound: 1.5 },
  { of: "ours", to: "bare", is: "at least", bound: 1 }
]

const thousands = (value: number): string => Math.round(value).toLocaleString("en-US")

/** A line of progress. It contains the share of time in which the clients were busy: near 1, they limit all servers. */
const line = (run: Run, round: number): string =>
  `${run.schedule}, round ${round}, ${run.peer}: ${thousands(run.frames)} frames in ${run.wall.toFixed(0)} ms, ` +
  `${(run.server / 1_000).toFixed(2)} s of the server's processor, ` +
  `clients busy ${((run.clients / run.wall) * 100).toFixed(0)} %`

/**
 * Bursts are compared by time, single events by the server's CPU time, since the time of a single event is mostly that of the
 * clients and of their report.
 */
export const tables = (runs: ReadonlyArray<Run>, { clients, burstSize }: Size): ReadonlyArray<Table> => {
  const perSecond = (schedule: ScheduleName, time: "wall" | "server") =>
    Object.fromEntries(
      peers.map(({ name }) => [
        name,
        runs
          .filter((run) => run.schedule === schedule && run.peer === name)
          .map((run) => (run.frames * 1_000) / run[time])
      ])
    )
  return [
    table(`Events to ${clients} streams, ${burstSize} at once, by time`, "frames/s", perSecond("burst", "wall"), aims),
    table(
      `Events to ${clients} streams, one at a time, by processor time of the server`,
      "frames/s of processor time",
      perSecond("single", "server"),
      aims
    )
  ]
}

export const measure =
  (size: Size): Subject["measure"] =>
  ({ scale, say }) =>
    fanout({ clients: size.clients, rounds: scale.rounds, schedules: schedules(size) }, (run, round) =>
      say(line(run, round))
    ).pipe(Effect.map((runs) => tables(runs, size)))

export const streams: Subject = {
  name: "streams",
  about: "The same frames to many clients from our server, from better-sse and from a bare loop of writes",
  measure: (stage) => measure(stage.scale.quick ? quick : full)(stage)
}
