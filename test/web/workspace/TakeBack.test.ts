import { assert, describe, it } from "@effect/vitest"
import { EntityId, SequenceNumber } from "../../../src/domain/entities/Ids.ts"
import { answerOf, noChange as decidedNoChange, type Outcome } from "../../../src/domain/Outcome.ts"
import type { Request } from "../../../src/web/contract/Http.ts"
import { makeApi } from "../../../src/web/contract/PageApi.ts"
import { fail, type Result, succeed } from "../../../src/web/contract/Result.ts"
import { makeLifetime } from "../../../src/web/workspace/Lifetime.ts"
import { makeBatches } from "../../../src/web/workspace/outbox/Batches.ts"
import { type Inverse, makeTakeBack } from "../../../src/web/workspace/TakeBack.ts"
import { makeToasts } from "../../../src/web/workspace/Toasts.ts"
import { memoryStorage } from "./MemoryStorage.ts"
import { tabOutbox } from "./outbox/TabOutbox.ts"

const noChange = answerOf(decidedNoChange)

const at = (n: number) => SequenceNumber.make(n)
const target = EntityId.make("00000000-0000-4000-8000-000000000001")

const rename = (undoes: number): Inverse["submissions"][number] => ({
  ...{ undoes: at(undoes), eventType: "update_objective_title", targetId: target },
  data: { title: `before ${undoes}` },
  lastSeenSequence: at(undoes)
})

const left: Inverse["left"][number] = {
  ...{ sequenceNumber: at(3), code: "changed_since", reason: "The title was changed again." },
  later: { sequenceNumber: at(9), actorName: "bob", timestamp: "2026-03-14T10:12:00.000Z" }
}

const inverse = (
  submissions: Inverse["submissions"],
  stays: Inverse["left"] = [],
  items = submissions.length
): Result<Inverse> =>
  succeed({
    ...{ sequenceNumber: at(9), changeSetName: "Plan", touches: { items, teams: 1 } },
    ...{ submissions, left: stays }
  })

/** A page whose server gives these inverses and outcomes one after the other. */
const page = (inverses: ReadonlyArray<Result<Inverse>>, outcomes: ReadonlyArray<Outcome["status"] | "lost"> = []) => {
  const asked: Array<string> = []
  const sent: Array<Request> = []
  const [nextInverses, nextOutcomes] = [[...inverses], [...outcomes]]
  /** Timers that fire at once, in another task. */
  const lifetime = makeLifetime((ms, run) => {
    const timer = ms < 5000 ? setImmediate(run) : undefined
    return () => clearImmediate(timer)
  })
  const api = makeApi(async (path, request = {}) => {
    if (request.method === "POST") {
      sent.push(request)
      const status = nextOutcomes.shift() ?? "applied"
      if (status === "lost") return fail({ kind: "unreachable" })
      return succeed(
        Response.json({ ...noChange, status, rejectionReason: status === "rejected" ? "Too late." : null })
      )
    }
    asked.push(path)
    const answer = nextInverses.shift() ?? inverse([])
    return answer.ok ? succeed(Response.json(answer.value)) : answer
  })
  let ids = 0
  const newId = () => `id${++ids}`
  const toasts = makeToasts(lifetime, newId)
  const batches = makeBatches(tabOutbox(api.submit, memoryStorage()(), lifetime.after))
  const takeBack = makeTakeBack({ ...{ api, lifetime, toasts, newId }, batches: () => batches })
  const headers = () => sent.map((request) => request.headers ?? {})
  return { takeBack, batches, asked, sent, headers, texts: () => toasts.list.peek().map(({ text }) => text) }
}

describe("Taking changes back", () => {
  it("sends one event’s inverse as it is, and says that it is done", async () => {
    const { takeBack, batches, asked, sent, headers, texts } = page([inverse([rename(7)])])
    await takeBack.runAndSay({ sequenceNumber: 7 }, "the title change")
    assert.deepStrictEqual([asked, texts()], [["/api/history/7/inverse"], ["Undid the title change."]])
    const { undoes, ...body } = rename(7)
    assert.deepStrictEqual(
      sent.map((request) => request.body),
      [body]
    )
    assert.deepStrictEqual(
      headers().map((one) => [one.undoes, one["change-set"]]),
      [[String(undoes), undefined]]
    )
    assert.deepStrictEqual(batches.all.peek(), [])
  })

  it("sends a change set’s inverse as one change set, in order, and asks for the rest", async () => {
    const { takeBack, asked, headers } = page([inverse([rename(7), rename(5)], [left]), inverse([rename(4)])])
    assert.deepStrictEqual(await takeBack.run({ changeSetId: "set" }, "it"), {
      ...{ count: 3, left: [], failure: "", isDeclined: false }
    })
    assert.deepStrictEqual(asked, Array(2).fill("/api/change-sets/set/inverse"))
    assert.deepStrictEqual(
      headers().map(({ undoes }) => undoes),
      ["7", "5", "4"]
    )
    const keys = headers().map((one) => one["idempotency-key"])
    assert.strictEqual(new Set(keys).size, 3)
    assert.strictEqual(headers()[0]?.["change-set"], headers()[1]?.["change-set"])
  })

  it("says what stays, with who and when", async () => {
    const { takeBack, sent, texts } = page([inverse([], [left])])
    await takeBack.runAndSay({ sequenceNumber: 3 }, "the title change")
    assert.match(texts()[0] ?? "", /^Couldn’t undo the title change\. The title was changed again\. \(bob, .+2026.*\)$/)
    assert.deepStrictEqual(sent, [])
  })

  it("tells the latest reasons where somebody was faster, and does not ask for ever", async () => {
    const faster = page([inverse([rename(3)]), inverse([], [left])], ["rejected"])
    const taken = await faster.takeBack.run({ sequenceNumber: 3 }, "it")
    assert.deepStrictEqual([taken.count, taken.left.length, faster.sent.length], [0, 1, 1])
    const stuck = page(Array(9).fill(inverse([rename(3)])), Array(9).fill("rejected"))
    assert.deepStrictEqual(await stuck.takeBack.run({ sequenceNumber: 3 }, "it"), {
      ...{ count: 0, left: ["Too late."], failure: "", isDeclined: false }
    })
  })

  it("says that it waits, and goes on when the server can be reached", async () => {
    const { takeBack, sent, headers, texts } = page([inverse([rename(7)])], ["lost", "applied"])
    assert.strictEqual((await takeBack.runAndSay({ sequenceNumber: 7 }, "the title change")).count, 1)
    assert.deepStrictEqual(texts(), [
      "Can’t reach the server. This undoes the title change when you reconnect.",
      "Undid the title change."
    ])
    assert.strictEqual(sent.length, 2)
    assert.strictEqual(headers()[0]?.["idempotency-key"], headers()[1]?.["idempotency-key"])
  })

  it.each([true, false])("asks once before more than 20 items are taken back; answered: %s", async (isWanted) => {
    const { takeBack, sent } = page([inverse([rename(7)], [left], 21), inverse([rename(5)], [], 21)])
    const taking = takeBack.run({ changeSetId: "set" }, "the restore")
    await new Promise((resolve) => setImmediate(resolve))
    const question = takeBack.question.peek()
    assert.deepInclude(question, { subject: "the restore", touches: { items: 21, teams: 1 } })
    assert.deepStrictEqual(sent, [])
    question?.answer(isWanted)
    const { count, isDeclined } = await taking
    assert.isUndefined(takeBack.question.peek())
    assert.deepStrictEqual([sent.length, count, isDeclined], isWanted ? [2, 2, false] : [0, 0, true])
  })

  it("does not ask before the user’s own last step is undone", async () => {
    const { takeBack, sent, texts } = page([inverse([rename(7)], [], 21)])
    await takeBack.runAndSay({ sequenceNumber: 7 }, "the deletion")
    assert.lengthOf(sent, 1)
    assert.deepStrictEqual(texts(), ["Undid the deletion."])
  })

  it("does not ask before 20 items", async () => {
    const { takeBack, sent } = page([inverse([rename(7)], [], 20)])
    await takeBack.run({ sequenceNumber: 7 }, "it")
    assert.lengthOf(sent, 1)
  })

  it("says when the server cannot be asked", async () => {
    const { takeBack, texts } = page([fail({ kind: "unreachable" })])
    await takeBack.runAndSay({ sequenceNumber: 3 }, "the title change")
    assert.deepStrictEqual(texts(), ["Couldn’t undo the title change. Can’t reach the server. Try again in a moment."])
  })
})
