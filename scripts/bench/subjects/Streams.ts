import { Effect } from "effect"
import type { Ratio, Subject, Table } from "../Subject.ts"
import { fanout, type Run, type ScheduleName, schedules } from "../streams/Fanout.ts"
import * as FanoutReport from "../streams/FanoutReport.ts"
import { peers } from "../streams/peers/Peers.ts"

const full = { clients: 1_000, bursts: 20, burstSize: 64, singles: 200 }
const quick = { clients: 100, bursts: 4, burstSize: 16, singles: 20 }

const ratios: ReadonlyArray<Ratio> = [
  { of: "ours", to: "better-sse", is: "at least", bound: 1.5 },
  { of: "ours", to: "bare", is: "at least", bound: 1 }
]

const table = (
  runs: ReadonlyArray<Run>,
  schedule: ScheduleName,
  value: (run: Run) => number,
  words: Pick<Table, "title" | "unit">
): Table => ({
  ...words,
  measurements: peers.map(({ name }) => ({
    contender: name,
    values: runs.filter((run) => run.schedule === schedule && run.peer === name).map(value)
  })),
  ratios
})

export const streams: Subject = {
  name: "streams",
  about: "The same frames to many clients from our server, from better-sse and from a bare loop of writes",
  measure: Effect.fnUntraced(function* ({ scale, say }) {
    const size = scale.quick ? quick : full
    const runs = yield* fanout(
      { clients: size.clients, rounds: scale.rounds, schedules: schedules(size) },
      (run, round) => say(FanoutReport.line(run, round))
    )
    return [
      table(runs, "burst", FanoutReport.perWall, {
        title: `Events to ${size.clients} streams, ${size.burstSize} at once, by time`,
        unit: "frames/s"
      }),
      table(runs, "single", FanoutReport.perProcessor, {
        title: `Events to ${size.clients} streams, one at a time, by processor time of the server`,
        unit: "frames/s of processor time"
      })
    ]
  })
}
