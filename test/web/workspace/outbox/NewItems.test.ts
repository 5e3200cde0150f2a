import { assert, describe, it } from "@effect/vitest"
import type { Outcome } from "../../../src/domain/Outcome.ts"
import { fail, type Result, succeed } from "../../../src/web/contract/Result.ts"
import { makeLifetime } from "../../../src/web/workspace/Lifetime.ts"
import { makeUnsentInputs } from "../../../src/web/workspace/UnsentInputs.ts"
import { memoryStorage } from "./MemoryStorage.ts"

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

const applied: Result<Outcome> = succeed({
  status: "applied",
  sequenceNumber: 1,
  rejectionReason: null,
  conflictingServerValue: null,
  previousValue: null
})

const creation = (title: string) => ({
  eventType: "create_objective" as const,
  targetId: "team",
  data: { title },
  teamId: "team"
})

/** Inputs whose server and timers the test controls; the storage is given, as after a reload. */
const inputs = (storage = memoryStorage()().session) => {
  const titles: Array<unknown> = []
  const timers = new Set<() => void>()
  let answer: Result<Outcome> = applied
  const unsent = makeUnsentInputs({
    userId: "ada",
    storage,
    lifetime: makeLifetime((_, run) => {
      timers.add(run)
      return () => timers.delete(run)
    }),
    create: async (_type, _target, data) => {
      titles.push(data.title)
      return answer
    },
    isSignedIn: () => true
  })
  return {
    unsent,
    storage,
    titles,
    timers,
    answerWith: (next: Result<Outcome>) => {
      answer = next
    },
    texts: () => unsent.of("place").value.entered.map(({ text, phase, reason }) => [text, phase, reason])
  }
}

const unreachable = fail({ kind: "unreachable" })

describe("Titles entered to be added", () => {
  it("are sent again without an answer, in the order of entering", async () => {
    const { unsent, titles, timers, answerWith, texts } = inputs()
    answerWith(unreachable)
    unsent.enter("place", "one", creation("one"))
    await settled()
    unsent.enter("place", "two", creation("two"))
    await settled()
    assert.deepStrictEqual(texts(), [
      ["one", "waiting", ""],
      ["two", "waiting", ""]
    ])
    assert.deepStrictEqual(titles, ["one", "one"])
    assert.deepStrictEqual(unsent.places.peek(), ["place"])
    answerWith(applied)
    assert.strictEqual(timers.size, 1)
    for (const run of timers) run()
    await settled()
    assert.deepStrictEqual([texts(), titles.slice(2)], [[], ["one", "two"]])
    assert.deepStrictEqual(unsent.places.peek(), [])
  })

  it("wait with the reason when they are refused, without holding up the next one", async () => {
    const { unsent, titles, answerWith, texts } = inputs()
    answerWith(fail({ kind: "refused", status: 403, message: "No." }))
    unsent.enter("place", "one", creation("one"))
    await settled()
    answerWith(applied)
    unsent.enter("place", "two", creation("two"))
    await settled()
    assert.deepStrictEqual([texts(), titles], [[["one", "refused", "No."]], ["one", "two"]])
    unsent.retry()
    await settled()
    assert.deepStrictEqual(titles, ["one", "two"])
    const [refused] = unsent.of("place").value.entered
    assert.isDefined(refused)
    unsent.sendAgain("place", refused)
    await settled()
    assert.deepStrictEqual([texts(), titles], [[], ["one", "two", "one"]])
  })

  it("are kept over a reload, whether or not their input is shown again", async () => {
    const before = inputs()
    before.answerWith(unreachable)
    before.unsent.enter("place", "one", creation("one"))
    before.unsent.of("other").value = { typed: "half", entered: [] }
    await settled()
    const after = inputs(before.storage)
    await settled()
    assert.deepStrictEqual([after.titles, after.texts(), after.unsent.of("other").value.typed], [["one"], [], "half"])
  })

  it("are kept from a page of an earlier version, to be entered again", () => {
    const { storage } = inputs()
    storage.put("strategy.adding.ada.place", "\nonly entered")
    const { unsent } = inputs(storage)
    assert.deepStrictEqual(unsent.of("place").value, { typed: " only entered", entered: [] })
  })
})
