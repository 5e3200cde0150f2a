import { Effect } from "effect"
import { inRounds, type Subject, table } from "../Subject.ts"
import { plannerOn } from "./Planner.ts"

const contenders = ["grouped", "one by one"] as const

export const groupCommit: Subject = {
  name: "group-commit",
  about: "The gain of group commit: durable edits by many at once, in batches and one by one",
  measure: Effect.fnUntraced(function* (stage) {
    const grouped = yield* plannerOn(yield* stage.database("grouped"))
    const alone = yield* plannerOn(yield* stage.database("alone"), 1)
    const rounds = yield* inRounds(
      stage,
      "group-commit",
      (round) => Effect.forEach([grouped, alone], (submit) => submit(`round ${round}`, stage.scale.seconds)),
      (made) =>
        made
          .map(({ perSecond, rows, kept }, n) => {
            return `${contenders[n]} ${perSecond.toFixed(0)} events/s, ${(rows / kept.length).toFixed(1)} a batch`
          })
          .join("; ")
    )
    const values = contenders.map((name, n) => [name, rounds.flatMap((made) => made[n]?.perSecond ?? [])])
    return [
      table("Durable edits by the Planner", "events/s", Object.fromEntries(values), [
        { of: "grouped", to: "one by one", is: "at least" }
      ])
    ]
  })
}
