import { assert, describe, it } from "@effect/vitest"
import { answerOf, noChange as decidedNoChange, type Outcome } from "../../../src/domain/Outcome.ts"
import { fail, type Result, succeed } from "../../../src/web/contract/Result.ts"
import * as texts from "../../../src/web/texts/SharedTexts.ts"
import { makeDeletions } from "../../../src/web/workspace/Deletions.ts"
import { makeLifetime } from "../../../src/web/workspace/Lifetime.ts"
import type { BringBack, Submissions } from "../../../src/web/workspace/Submissions.ts"
import { makeToasts } from "../../../src/web/workspace/Toasts.ts"
import { makeUndo } from "../../../src/web/workspace/Undo.ts"

const noChange = answerOf(decidedNoChange)

const applied = (sequenceNumber: number): Result<Outcome> => succeed({ ...noChange, status: "applied", sequenceNumber })

/** Undo with a clock that stands still until `passes` runs all timers. */
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

const toastsOfNow = () => {
  let serial = 0
  return makeToasts(lifetimeThat().lifetime, () => `toast ${serial++}`)
}

const textsOf = (toasts: ReturnType<typeof toastsOfNow>) => toasts.list.peek().map(({ text }) => text)

describe("Taking back", () => {
  it("runs the latest change first, each once, and says when there is nothing", async () => {
    const toasts = toastsOfNow()
    const { remember, undoLast } = makeUndo(toasts, lifetimeThat().lifetime)
    const ran: Array<string> = []
    const step = (sequenceNumber: number, subject: string, hindrance = "") => ({
      sequenceNumber,
      subject,
      run: async () => {
        ran.push(subject)
        return hindrance
      }
    })
    const undoFirst = remember(step(4, "one"))
    // The change before it was answered later.
    remember(step(9, "three", "It was changed since."))
    remember(step(7, "two"))
    await undoLast()
    assert.include(textsOf(toasts).at(-1), "It was changed since.")
    await undoFirst()
    await undoFirst()
    await Promise.all([undoLast(), undoLast()])
    assert.deepStrictEqual(ran, ["three", "one", "two"])
    assert.isTrue(textsOf(toasts).some((text) => /no changes to undo/.test(text)))
  })

  it("waits for the answer to the change just sent, but not for ever", async () => {
    const { lifetime, passes } = lifetimeThat()
    const { remember, undoLast, awaiting } = makeUndo(toastsOfNow(), lifetime)
    const ran: Array<number> = []
    const keep = (sequenceNumber: number) =>
      remember({ sequenceNumber, subject: "x", run: async () => `${ran.push(sequenceNumber)}` })
    const answer = Promise.withResolvers<number>()
    void awaiting(answer.promise).then(keep)
    keep(1)
    const undone = undoLast()
    answer.resolve(2)
    await undone
    assert.deepStrictEqual(ran, [2])
    void awaiting(new Promise(() => undefined))
    await awaiting(Promise.reject(new Error("unreachable"))).catch(() => undefined)
    const undoneAfterAll = undoLast()
    assert.deepStrictEqual(ran, [2])
    passes()
    await undoneAfterAll
    assert.deepStrictEqual(ran, [2, 1])
  })

  it("keeps the latest hundred changes", async () => {
    const { remember, undoLast } = makeUndo(toastsOfNow(), lifetimeThat().lifetime)
    const ran: Array<number> = []
    for (let n = 0; n < 130; n++) {
      remember({
        sequenceNumber: n,
        subject: "x",
        run: async () => {
          ran.push(n)
          return ""
        }
      })
    }
    for (let n = 0; n < 130; n++) await undoLast()
    assert.deepStrictEqual([ran.length, ran[0], ran.at(-1)], [100, 129, 30])
  })
})

describe("A deletion", () => {
  const objective = { type: "objective", teamId: "t", parentId: "t", entityId: "o", title: "Refunds" } as const

  const page = (answers: Array<Result<Outcome>>, bringBack: Submissions["bringBack"] = async () => applied(9)) => {
    const toasts = toastsOfNow()
    const undo = makeUndo(toasts, lifetimeThat().lifetime)
    const returned: Array<BringBack> = []
    const submissions: Pick<Submissions, "remove" | "bringBack"> = {
      remove: async () => answers.shift() ?? applied(1),
      bringBack: (deleted, onPause) => {
        returned.push(deleted)
        return bringBack(deleted, onPause)
      }
    }
    return { toasts, undo, returned, deletions: makeDeletions({ submissions, toasts, undo }) }
  }

  it("is told when it is done, and comes back as of the event before it", async () => {
    const { toasts, returned, deletions, undo } = page([applied(7)])
    const deleting = deletions.begin(objective)
    assert.deepStrictEqual([deletions.has("o"), textsOf(toasts)], [true, []])
    await deleting
    assert.deepStrictEqual([deletions.has("o"), textsOf(toasts)], [false, ["Deleted “Refunds”."]])
    await undo.undoLast()
    // The offer to undo disappears with it.
    assert.deepStrictEqual(textsOf(toasts), ["Undid the deletion of “Refunds”."])
    assert.deepStrictEqual(returned, [{ type: "objective", id: "o", parentId: "t", teamId: "t", asOf: 6 }])
  })

  it("says that it waits while the server cannot bring it back yet, and then what became of it", async () => {
    const answer = Promise.withResolvers<Result<Outcome>>()
    const { toasts, deletions, undo } = page([applied(7)], (_, onPause) => {
      onPause()
      onPause()
      return answer.promise
    })
    await deletions.begin(objective)
    const undone = undo.undoLast()
    await Promise.resolve()
    assert.deepStrictEqual(textsOf(toasts), [texts.deletions.notBackYet])
    answer.resolve(fail({ kind: "unreachable", retryAfter: 1 }))
    await undone
    assert.deepStrictEqual(textsOf(toasts), [
      `Couldn’t undo the deletion of “Refunds”. ${texts.common.unreachableShort}`
    ])
  })

  it("that fails is reported, shows the entity again, and can be retried", async () => {
    const { toasts, deletions, returned } = page([fail({ kind: "unreachable" }), applied(3)])
    await deletions.begin(objective)
    assert.isFalse(deletions.has("o"))
    const [failed] = toasts.list.peek()
    assert.deepStrictEqual([failed?.tone, failed?.action?.label], ["bad", "Try again"])
    failed?.action?.run()
    await Promise.resolve()
    await Promise.resolve()
    assert.deepStrictEqual(returned, [])
  })
})
