import { assert, describe, it } from "@effect/vitest"
import { Data, Effect } from "effect"
import fc from "fast-check"
import { sendSteps } from "../../src/client/SendSteps.ts"
import type { Step } from "../../src/import/PlanEvents.ts"

const step = (eventType: Step["body"]["eventType"], targetId: string | null, data: Record<string, string>): Step => ({
  body: { eventType, targetId, data },
  row: 1,
  title: data.id ?? ""
})

const link = (principleId: string) => step("update_objective_principle_link", "known", { principleId })

/** Steps of a team with items in it; names begin with those of what they are in. */
const teamSteps = (team: string, items: number): ReadonlyArray<Step> => [
  step("create_team", null, { id: team }),
  step("create_principle", team, { id: `${team}p` }),
  link(`${team}p`),
  ...["a", "b", "c"].flatMap((name) => [
    step("create_objective", team, { id: team + name }),
    step("create_group", team + name, { id: `${team}${name}g` }),
    ...Array.from({ length: items }, (_, at) =>
      step("create_initiative", team + name, { id: `${team}${name}${at}`, groupId: `${team}${name}g` })
    )
  ])
]

class Lost extends Data.TaggedError("Lost") {}

type Answer = "applied" | "lost before" | "lost after"

/** A server that applies each index once, and loses requests or answers. */
const server = (answers: ReadonlyArray<Answer>, rejected: ReadonlySet<unknown> = new Set()) => {
  const left = [...answers]
  const order: Array<number> = []
  let [open, maxOpen] = [0, 0]
  const submit = Effect.fnUntraced(function* ({ data }: Step["body"], index: number) {
    maxOpen = Math.max(maxOpen, ++open)
    yield* Effect.ensuring(
      Effect.yieldNow,
      Effect.sync(() => (open -= 1))
    )
    const answer = left.shift() ?? "applied"
    if (answer !== "lost before" && !order.includes(index)) order.push(index)
    if (answer !== "applied") return yield* new Lost()
    return rejected.has(data.id) ? "No." : undefined
  })
  return { submit, order, maxOpen: () => maxOpen }
}

describe("The sender of an import", () => {
  const steps = [...teamSteps("x", 4), ...teamSteps("y", 2)]

  it.effect("applies each step once, after all that it refers to and the last on its target, whatever is lost", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(fc.array(fc.constantFrom<Answer>("applied", "lost before", "lost after")), (answers) =>
          Effect.gen(function* () {
            const { submit, order, maxOpen } = server(answers)
            const result = yield* Effect.retry(sendSteps(steps, submit), { times: answers.length })
            assert.deepStrictEqual(result, { made: steps.length - 2, changed: 0, refused: [] })
            assert.sameMembers(order, [...steps.keys()])
            for (const [at, { body }] of steps.entries()) {
              const needed = (one: Step, before: number): boolean =>
                before < at &&
                (one.body.targetId === body.targetId ||
                  [body.targetId, body.data.groupId, body.data.principleId].includes(one.title))
              for (const [before, one] of steps.entries()) {
                if (needed(one, before)) assert.isBelow(order.indexOf(before), order.indexOf(at))
              }
            }
            assert.isAtMost(maxOpen(), 4)
            if (answers.length === 0) assert.strictEqual(maxOpen(), 4)
          }).pipe(Effect.runPromise)
        )
      )
    )
  )

  it.effect("reports what is rejected by rows, and sends nothing below it", () =>
    Effect.gen(function* () {
      const { submit, order } = server([], new Set(["xa", "xc0"]))
      const { made, refused } = yield* sendSteps(teamSteps("x", 1), submit)
      assert.deepStrictEqual([made, order.length], [7, 10])
      assert.sameDeepMembers(refused, [
        { row: 1, title: "xa", reason: "No." },
        { row: 1, title: "xag", reason: "The item it belongs to was rejected." },
        { row: 1, title: "xa0", reason: "The item it belongs to was rejected." },
        { row: 1, title: "xc0", reason: "No." }
      ])
    })
  )
})
