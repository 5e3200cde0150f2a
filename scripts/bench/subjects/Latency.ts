import { Effect } from "effect"
import { names } from "../contenders/Contender.ts"
import * as Turns from "../load/Turns.ts"
import type { Subject } from "../Subject.ts"
import { writing } from "./Writing.ts"

const what = "POST /api/events, durable edits, 1 connection"

export const latency: Subject = {
  name: "latency",
  about: "The time of one durable edit without other writers, against Fastify and a relational model",
  measure: Effect.fn("Latency.measure")(function* (stage) {
    const turns = yield* writing(stage, "latency", 1, false)
    const title = Turns.titled(what, turns)
    return [
      Turns.table(`${title}: p50`, "ms", turns, (_) => _.latency.median, [
        { of: names.ours, to: names.fastify, is: "at most", bound: 0.5 }
      ]),
      Turns.table(`${title}: p99`, "ms", turns, (_) => _.latency.p99)
    ]
  })
}
