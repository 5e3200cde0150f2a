import { Effect } from "effect"
import { names } from "../contenders/Contender.ts"
import * as Turns from "../load/Turns.ts"
import type { Subject, Table } from "../Subject.ts"
import { writing } from "./Writing.ts"

const what = "POST /api/events, durable edits, 1 connection"

export const latency: Subject = {
  name: "latency",
  about: "How long one durable edit takes when nobody else edits, against Fastify and a relational model",
  measure: Effect.fn("Latency.measure")(function* (stage) {
    const turns = yield* writing(stage, "latency", 1, false)
    const title = Turns.titled(what, turns)
    const tables: ReadonlyArray<Table> = [
      {
        title: `${title}: p50`,
        unit: "ms",
        measurements: Turns.measurements(turns, (_) => _.latency.median),
        aims: [{ of: names.ours, to: names.fastify, is: "at most", bound: 0.5 }]
      },
      { title: `${title}: p99`, unit: "ms", measurements: Turns.measurements(turns, (_) => _.latency.p99), aims: [] }
    ]
    return tables
  })
}
