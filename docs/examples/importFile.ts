// An import: a plan to look at, the items, and how they are taken back.
import { Console, Effect } from "effect"
import { TestService } from "strategy-planning-testing"

const text = `Team,Objective,Key result,Start,Target
Payments,Pay in one click,Buyers,100,500
Payments,Refund within a day,Hours,72,24`

const program = Effect.gen(function* () {
  const { connect } = yield* TestService
  const { imports, undo } = yield* connect("ada", "admin")
  const plan = yield* imports.plan(text)
  yield* Console.log(plan.summary)
  // Store the plan as JSON first: applied again after a crash, it goes on where it stopped.
  const { made, refused } = yield* imports.apply(plan)
  yield* Console.log(`Imported ${made} items; ${refused.length} rejected.`)
  const { items } = yield* imports.plan(text)
  yield* Console.log(`Left to import: ${items}`)
  const { left } = yield* undo(plan.id)
  yield* Console.log(`Kept, because somebody changed it: ${left.map(({ reason }) => reason).join(" ") || "nothing"}`)
})

await Effect.runPromise(Effect.provide(program, TestService.layer))
