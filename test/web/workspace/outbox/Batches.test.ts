import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { answerOf, noChange as decidedNoChange, type Outcome } from "../../../../src/domain/Outcome.ts"
import type { Submission } from "../../../../src/web/contract/PageApi.ts"
import { fail, type Result, succeed } from "../../../../src/web/contract/Result.ts"
import type { Batch, BatchStep } from "../../../../src/web/workspace/outbox/Batch.ts"
import { isShown, makeBatches } from "../../../../src/web/workspace/outbox/Batches.ts"
import { memoryStorage } from "../MemoryStorage.ts"
import { tabOutbox } from "./TabOutbox.ts"

const noChange = answerOf(decidedNoChange)

const step = (targetId: string, id: string, row = 0): BatchStep => ({
  ...{ row, title: id },
  body: { eventType: "create_initiative", targetId, data: { id, title: id } }
})

const below = (targetId: string, count: number): ReadonlyArray<BatchStep> =>
  Array.from({ length: count }, (_, at) => step(targetId, `${targetId}-${at}`, at + 1))

const batchOf = (steps: ReadonlyArray<BatchStep>, rest: Partial<Batch> = {}): Batch => ({
  ...{ id: "set", changeSet: { id: "set", name: "Import" }, subject: "the import", teams: [], steps },
  ...rest
})

type Answer = "applied" | "rejected" | "lost before" | "lost after" | "forbidden"

const outcome = (status: Outcome["status"]): Outcome => ({
  ...noChange,
  status,
  sequenceNumber: 7,
  rejectionReason: status === "rejected" ? "No." : null
})

/** A server that answers each new request as told, and a repeated one as before; used by one page after another. */
const world = (answers: ReadonlyArray<Answer>) => {
  const storage = memoryStorage()
  const applied = new Map<string, Outcome>()
  const order: Array<string> = []
  const left = [...answers]
  let [open, maxOpen] = [0, 0]
  const submit = async ({ body, key }: Submission): Promise<Result<Outcome>> => {
    maxOpen = Math.max(maxOpen, ++open)
    await Promise.resolve()
    open -= 1
    const known = applied.get(key)
    if (known !== undefined) return succeed(known)
    const answer = left.shift() ?? "applied"
    if (answer === "forbidden") return fail({ kind: "refused", status: 403, message: "You may not." })
    if (answer !== "lost before") {
      applied.set(key, outcome(answer === "rejected" ? "rejected" : "applied"))
      order.push(String(body.data.id))
    }
    return answer.startsWith("lost") ? fail({ kind: "unreachable" }) : succeed(applied.get(key) ?? noChange)
  }
  /** A page after a reload, which has taken over what was left. Its timers fire at once, in another task. */
  const page = async () => {
    const tab = tabOutbox(submit, storage(), (_, run) => {
      const timer = setImmediate(run)
      return () => clearImmediate(timer)
    })
    const batches = makeBatches(tab)
    await tab.adoptInto(batches)
    return { batches }
  }
  return { page, order, maxOpen: () => maxOpen }
}

/** A team with objectives and what is in them, and a link to a principle of an objective that was there before. */
const steps: ReadonlyArray<BatchStep> = [
  step("", "team"),
  step("team", "principle"),
  ...below("team", 3),
  // The id stands for a member that names nothing else.
  {
    title: "",
    body: {
      eventType: "update_objective_principle_link",
      targetId: "old",
      data: { id: "link", principleId: "principle" }
    }
  },
  ...below("team-0", 4),
  ...below("team-1", 3),
  ...below("team-2", 6),
  ...below("team-1-0", 1),
  ...below("other", 4)
]

const ids = steps.map(({ body }) => String(body.data.id))

describe("A batch", () => {
  it("sends each step once, each after those that it needs, few at a time, whatever is lost", async () => {
    const answers = fc.array(fc.constantFrom<Answer>("applied", "lost before", "lost after"), { maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(answers, async (answers) => {
        const { page, order, maxOpen } = world(answers)
        const { batches } = await page()
        const { phase, made, total } = await batches.send(batchOf(steps))
        assert.deepStrictEqual([phase, made, total], ["finished", steps.length - 1, steps.length - 1])
        assert.sameMembers(order, ids)
        for (const { body } of steps) {
          const at = order.indexOf(String(body.data.id))
          for (const needed of [body.targetId, body.data.principleId]) {
            if (typeof needed === "string" && ids.includes(needed)) assert.isAbove(at, order.indexOf(String(needed)))
          }
          const siblings = steps.filter((other) => other.body.targetId === body.targetId)
          assert.deepStrictEqual(
            order.filter((id) => siblings.some((one) => String(one.body.data.id) === id)),
            siblings.map((one) => String(one.body.data.id))
          )
        }
        assert.isAtMost(maxOpen(), 4)
      }),
      { numRuns: 40 }
    )
  })

  it("that takes changes back is sent one step after the other", async () => {
    const { page, order, maxOpen } = world(["lost after"])
    const { batches } = await page()
    await batches.send(batchOf(steps.toReversed(), { undoOf: { sequenceNumber: 7 } }))
    assert.deepStrictEqual([order, maxOpen()], [ids.toReversed(), 1])
  })

  it("goes on after a reload of the page, stays stopped if it was, and is forgotten when it is dismissed", async () => {
    const { page, order } = world(["applied", "applied", "forbidden"])
    const first = await page()
    assert.strictEqual((await first.batches.send(batchOf(steps))).error, "You may not.")
    const second = await page()
    const [stopped] = second.batches.all.peek()
    assert.deepStrictEqual([stopped?.phase, stopped?.made], ["stopped", order.length])
    await second.batches.resume(stopped?.batch ?? batchOf([]))
    assert.sameMembers(order, ids)
    const third = await page()
    assert.strictEqual(third.batches.all.peek()[0]?.phase, "finished")
    third.batches.discard(batchOf([]))
    assert.deepStrictEqual((await page()).batches.all.peek(), [])
  })

  it("stops when the user says so, and goes on from there", async () => {
    const { page, order } = world([])
    const { batches } = await page()
    const sending = batches.send(batchOf(steps))
    batches.stop(batchOf([]))
    assert.strictEqual((await sending).phase, "stopped")
    await Promise.resolve()
    const before = order.length
    assert.isBelow(before, steps.length)
    assert.strictEqual((await batches.resume(batchOf([]))).phase, "finished")
    assert.sameMembers(order, ids)
  })

  it("reports rejected steps, and sends no step below them", async () => {
    const { page, order } = world(["rejected"])
    const { batches } = await page()
    const { made, refusals } = await batches.send(
      batchOf([step("t", "a"), ...below("a", 2), ...below("a-0", 1), step("u", "b")])
    )
    const skipped = "Skipped: the item it belongs to was rejected."
    assert.deepStrictEqual([made, order.toSorted()], [1, ["a", "b"]])
    assert.sameMembers(
      refusals.map(({ title, reason }) => `${title}: ${reason}`),
      ["a: No.", `a-0: ${skipped}`, `a-1: ${skipped}`, `a-0-0: ${skipped}`]
    )
  })

  it("that is quiet is shown where it waits or was refused in part, and is forgotten once it is made", async () => {
    const { page } = world(["applied", "rejected"])
    const { batches } = await page()
    const shown = (): number => batches.all.peek().filter(isShown).length
    const quiet = { isQuiet: true, id: "quiet" }
    const sending = batches.send(batchOf([step("t", "a")], quiet))
    assert.strictEqual(shown(), 0)
    assert.strictEqual((await sending).latest, 7)
    await Promise.resolve()
    assert.deepStrictEqual(batches.all.peek(), [])
    const refused = await batches.send(batchOf([step("t", "b")], { ...quiet, id: "refused" }))
    await Promise.resolve()
    assert.deepStrictEqual([refused.latest, shown()], [0, 1])
    assert.isTrue(isShown({ ...refused, refusals: [], phase: "running", isWaiting: true }))
    assert.isFalse(isShown({ ...refused, batch: { ...refused.batch, undoOf: { sequenceNumber: 7 } } }))
  })
})
