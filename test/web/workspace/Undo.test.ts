import { assert, describe, it } from "@effect/vitest"
import { answerOf, noChange as decidedNoChange, type Outcome } from "../../../src/domain/Outcome.ts"
import { fail, type Result, succeed } from "../../../src/web/contract/Result.ts"
import { makeDeletions } from "../../../src/web/workspace/Deletions.ts"
import { makeLifetime } from "../../../src/web/workspace/Lifetime.ts"
import { makeToasts } from "../../../src/web/workspace/Toasts.ts"
import { makeUndo } from "../../../src/web/workspace/Undo.ts"

const noChange = answerOf(decidedNoChange)

const applied = (sequenceNumber: number): Result<Outcome> => succeed({ ...noChange, status: "applied", sequenceNumber })

/** A clock that stands still until `passes` runs all timers. */
const lifetimeThat = () => {
  const waiting = new Set<() => void>()
  const lifetime = makeLifetime((_ms, run) => {
    waiting.add(run)
    return () => waiting.delete(run)
  })
  return {
    lifetime,
    passes: () => {
      for (const run of waiting) run()
    }
  }
}

const page = () => {
  const { lifetime, passes } = lifetimeThat()
  let serial = 0
  const toasts = makeToasts(lifetimeThat().lifetime, () => `toast ${serial++}`)
  const taken: Array<string> = []
  let idle: Promise<void> = Promise.resolve()
  const undo = makeUndo({
    ...{ toasts, lifetime },
    outbox: { idle: () => idle },
    takeBack: {
      runAndSay: async (target, subject) => ({
        count: taken.push("changeSetId" in target ? `${subject} of ${target.changeSetId}` : subject),
        left: [],
        failure: "",
        isDeclined: false
      })
    }
  })
  return {
    ...{ toasts, taken, undo, passes },
    texts: () => toasts.list.peek().map(({ text }) => text),
    press: (label: string) =>
      toasts.list
        .peek()
        .find(({ action }) => action?.label === label)
        ?.action?.run(),
    sending: (until: Promise<void>) => {
      idle = until
    }
  }
}

describe("Taking back", () => {
  it("takes a change set back as a whole", async () => {
    const { undo, taken } = page()
    undo.remember({ sequenceNumber: 4, changeSetId: "set", subject: "due" })
    undo.remember({ sequenceNumber: 6, subject: "other" })
    undo.remember({ sequenceNumber: 5, changeSetId: "set", subject: "period" })
    for (let times = 0; times < 3; times++) await undo.undoLast()
    assert.deepStrictEqual(taken, ["other", "period of set"])
  })

  it("runs the latest change first, each once, and says when there is nothing", async () => {
    const { undo, taken, texts, press } = page()
    undo.offer({ sequenceNumber: 4, subject: "one" }, "Deleted.", 8000)
    // The change before it was answered later.
    undo.remember({ sequenceNumber: 9, subject: "three" })
    undo.remember({ sequenceNumber: 7, subject: "two" })
    await undo.undoLast()
    press("Undo")
    // The offer to undo disappears with it.
    assert.deepStrictEqual(texts(), [])
    await Promise.all([undo.undoLast(), undo.undoLast()])
    assert.deepStrictEqual(taken, ["three", "one", "two"])
    assert.isTrue(texts().some((text) => /no changes to undo/.test(text)))
  })

  it("takes a change set back as a whole", async () => {
    const { undo, taken } = page()
    undo.remember({ sequenceNumber: 3, changeSetId: "set", subject: "all" })
    await undo.undoLast()
    assert.deepStrictEqual(taken, ["all of set"])
  })

  it("waits for the answer to the change just sent, but not for ever", async () => {
    const { undo, taken, passes, sending } = page()
    const answer = Promise.withResolvers<void>()
    sending(answer.promise)
    undo.remember({ sequenceNumber: 1, subject: "one" })
    const undone = undo.undoLast()
    undo.remember({ sequenceNumber: 2, subject: "two" })
    answer.resolve()
    await undone
    assert.deepStrictEqual(taken, ["two"])
    sending(new Promise(() => undefined))
    const undoneAfterAll = undo.undoLast()
    passes()
    await undoneAfterAll
    assert.deepStrictEqual(taken, ["two", "one"])
  })

  it("keeps the latest hundred changes", async () => {
    const { undo, taken } = page()
    for (let n = 0; n < 130; n++) undo.remember({ sequenceNumber: n, subject: `${n}` })
    for (let n = 0; n < 130; n++) await undo.undoLast()
    assert.deepStrictEqual([taken.length, taken[0], taken.at(-1)], [100, "129", "30"])
  })
})

describe("A deletion", () => {
  const objective = { type: "objective", teamId: "t", entityId: "o", title: "Refunds" } as const

  it("is told when it is done, and offers to be undone", async () => {
    const { toasts, undo, texts, press, taken } = page()
    const deletions = makeDeletions({ outbox: { submit: async () => applied(7) }, toasts, undo })
    const deleting = deletions.begin(objective)
    assert.deepStrictEqual([deletions.has("o"), texts()], [true, []])
    await deleting
    assert.deepStrictEqual([deletions.has("o"), texts()], [false, ["Deleted “Refunds”."]])
    press("Undo")
    await undo.undoLast()
    assert.deepStrictEqual(taken, ["the deletion of “Refunds”"])
  })

  it("that fails is reported, shows the entity again, and can be retried", async () => {
    const { toasts, undo, texts, press } = page()
    const answers = [fail({ kind: "unreachable" }), applied(3)]
    const submit = async () => answers.shift() ?? applied(1)
    const deletions = makeDeletions({ outbox: { submit }, toasts, undo })
    await deletions.begin(objective)
    assert.deepStrictEqual([deletions.has("o"), toasts.list.peek()[0]?.tone], [false, "bad"])
    press("Try again")
    await new Promise((resolve) => setImmediate(resolve))
    assert.include(texts(), "Deleted “Refunds”.")
  })
})
