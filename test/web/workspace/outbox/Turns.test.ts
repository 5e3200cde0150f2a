import { assert, describe, it } from "@effect/vitest"
import { answerOf, noChange, type Outcome } from "../../../../src/domain/Outcome.ts"
import type { Submission } from "../../../../src/web/contract/PageApi.ts"
import { fail, type Result, succeed } from "../../../../src/web/contract/Result.ts"
import { dateChanges } from "../../../../src/web/workspace/objective/PlannedDates.ts"
import { makeEdits } from "../../../../src/web/workspace/outbox/Edits.ts"
import { memoryStorage } from "../MemoryStorage.ts"
import { tabOutbox } from "./TabOutbox.ts"

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

const quarter = { startDate: "2027-01-01", dueDate: "2027-03-31" }
const planned = { id: "o", teamId: "t", title: "Grow", sequenceNumber: 3, ...quarter }
const next = { startDate: "2027-04-01", dueDate: "2027-06-30" }
const set = { id: "set", name: "Period of Grow" }

const refusal: Outcome = { ...answerOf(noChange), status: "rejected", rejectionReason: "startDate must differ" }

/** A browser whose server answers one submission after the other, as `answer` says. */
const browser = () => {
  const sent: Array<Submission> = []
  const nextStorage = memoryStorage()
  let ids = 0
  const state = { answer: (_: Submission): Result<Outcome> => fail({ kind: "unreachable" }) }
  const open = async () => {
    const tab = tabOutbox(async (submission) => {
      sent.push(submission)
      return state.answer(submission)
    }, nextStorage())
    const page = { newId: () => `id${++ids}`, untilShown: () => Promise.resolve() }
    const edits = makeEdits({ ...tab, ...page, onApplied: () => undefined })
    await tab.adoptInto(edits)
    await settled()
    return { edits, retry: tab.loop.retry }
  }
  const reach = (): void => {
    state.answer = () => succeed({ ...answerOf(noChange), status: "applied", sequenceNumber: 9 })
  }
  const said = () => sent.map(({ body, changeSet }) => [body.data, changeSet?.id])
  return { open, reach, said, state }
}

const later = [
  [{ dueDate: next.dueDate }, "set"],
  [{ startDate: next.startDate }, "set"]
]

describe("A change set of edits", () => {
  it("is sent in an order in which the start is never after the due date", async () => {
    const { open, reach, said } = browser()
    const { edits } = await open()
    reach()
    await edits.saveSet(dateChanges(planned, next), set)
    assert.deepStrictEqual(said(), later)
    await edits.saveSet(dateChanges({ ...planned, ...next }, quarter), set)
    assert.deepStrictEqual(said().slice(2), [
      [{ startDate: quarter.startDate }, "set"],
      [{ dueDate: quarter.dueDate }, "set"]
    ])
    assert.deepStrictEqual(edits.targets.peek(), [])
  })

  it("waits for the answer to the one before, over lost connections and closed tabs", async () => {
    const { open, reach, said } = browser()
    const first = await open()
    void first.edits.saveSet(dateChanges(planned, next), set)
    await settled()
    assert.deepStrictEqual(said(), later.slice(0, 1))
    const second = await open()
    assert.deepStrictEqual(said().slice(1), later.slice(0, 1))
    reach()
    second.retry()
    await settled()
    assert.deepStrictEqual(said().slice(2), later)
    assert.deepStrictEqual(second.edits.targets.peek(), [])
  })

  it("goes on after a refusal, which names the field as people do", async () => {
    const { open, said, state } = browser()
    const { edits } = await open()
    state.answer = () => succeed(refusal)
    const changes = dateChanges({ ...planned, ...next }, quarter)
    await edits.saveSet(changes, set)
    assert.strictEqual(said().length, 2)
    const reasons = changes.map(({ field }) => edits.of(field).peek()?.reason)
    assert.deepStrictEqual(reasons, ["The start date must differ", "startDate must differ"])
  })

  it("leaves out what stays as it is", async () => {
    const { open, reach, said } = browser()
    const { edits } = await open()
    reach()
    await edits.saveSet(dateChanges(planned, { ...planned, dueDate: "2027-03-01" }), set)
    assert.deepStrictEqual(said(), [[{ dueDate: "2027-03-01" }, "set"]])
  })
})
