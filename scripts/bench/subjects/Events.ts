import { Effect } from "effect"
import { names } from "../contenders/Contender.ts"
import * as Turns from "../load/Turns.ts"
import type { Subject } from "../Subject.ts"
import { writing } from "./Writing.ts"

const connections = 64
const what = `POST /api/events, durable edits, ${connections} connections`

export const events: Subject = {
  name: "events",
  about:
    "Durable edits by many at once, against Fastify and a relational model, against our server without the planner, and the upper limit",
  measure: Effect.fn("Events.measure")(function* (stage) {
    const turns = yield* writing(stage, "events", connections, true)
    const title = Turns.titled(what, turns)
    const limits = turns.filter(({ contender }) => contender === names.bareWriter || contender === names.withoutPlanner)
    return [
      Turns.table(title, "requests/s", turns, Turns.perSecond, [
        { of: names.ours, to: names.fastify, is: "at least", bound: 5 },
        { of: names.ours, to: names.withoutPlanner, is: "at least", bound: 0.8 },
        { of: names.ours, to: names.bareWriter, is: "at least", bound: 0.75 }
      ]),
      Turns.table(
        `The limit of any server that keeps such a log: ${names.bareWriter}, ${connections} connections`,
        "requests/s",
        limits,
        Turns.perSecond,
        [{ of: names.bareWriter, to: names.withoutPlanner, is: "at least" }]
      ),
      Turns.table(`${title}: p99`, "ms", turns, (_) => _.latency.p99)
    ]
  })
}
