import { assert, describe, it } from "@effect/vitest"
import { answerOf, noChange as decidedNoChange, type Outcome } from "../../../../src/domain/Outcome.ts"
import type { Submission } from "../../../../src/web/contract/PageApi.ts"
import { fail, type Result, succeed } from "../../../../src/web/contract/Result.ts"
import { makeNewItems, type Place } from "../../../../src/web/workspace/outbox/NewItems.ts"
import { memoryStorage } from "../MemoryStorage.ts"
import { tabOutbox } from "./TabOutbox.ts"

const noChange = answerOf(decidedNoChange)

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

const applied: Result<Outcome> = succeed({ ...noChange, status: "applied", sequenceNumber: 1 })
const unreachable = fail({ kind: "unreachable" })

const place: Place = { type: "objective", teamId: "team" }
const other: Place = { type: "initiative", teamId: "team", objectiveId: "o", groupId: "g" }

/** Inputs whose server and timers the test controls. */
const inputs = () => {
  const sent: Array<Submission> = []
  const timers = new Set<() => void>()
  let answer: Result<Outcome> = applied
  let ids = 0
  const tab = tabOutbox(
    async (submission) => {
      sent.push(submission)
      return answer
    },
    memoryStorage()(),
    (_, run) => {
      timers.add(run)
      return () => timers.delete(run)
    }
  )
  const { loop } = tab
  const items = makeNewItems({
    ...tab,
    newId: () => `${++ids}`,
    untilShown: () => Promise.resolve(),
    onApplied: () => undefined
  })
  return {
    ...{ items, sent, timers, loop },
    titles: () => sent.map(({ body }) => body.data.title),
    answerWith: (next: Result<Outcome>) => {
      answer = next
    },
    texts: () =>
      (items.of(place).value?.entered ?? []).map(({ text, phase, reason }) => [
        text,
        phase === "sending" && items.isWaiting(place) ? "waiting" : phase,
        reason
      ])
  }
}

describe("Titles entered to be added", () => {
  it("are sent again without an answer, under the same key, in the order of entering", async () => {
    const { items, sent, titles, timers, answerWith, texts } = inputs()
    answerWith(unreachable)
    items.enter(place, "one")
    await settled()
    items.enter(place, "two")
    await settled()
    assert.deepStrictEqual(texts(), [
      ["one", "waiting", ""],
      ["two", "waiting", ""]
    ])
    assert.deepStrictEqual([titles(), sent[0]?.key], [["one", "one"], sent[1]?.key])
    assert.deepStrictEqual(items.targets.peek(), [place])
    answerWith(applied)
    assert.strictEqual(timers.size, 1)
    for (const run of timers) run()
    await settled()
    assert.deepStrictEqual([texts(), titles().slice(2)], [[], ["one", "two"]])
    assert.deepStrictEqual(items.targets.peek(), [])
  })

  it("are created in their place with the key as their id", async () => {
    const { items, sent } = inputs()
    items.enter(other, "in the group")
    await settled()
    const data = { id: "1", title: "in the group", groupId: "g" }
    assert.deepStrictEqual(sent, [{ key: "1", body: { eventType: "create_initiative", targetId: "o", data } }])
  })

  it("wait with the reason when they are refused, without holding up the next one", async () => {
    const { items, sent, titles, answerWith, texts, loop } = inputs()
    answerWith(fail({ kind: "refused", status: 403, message: "No." }))
    items.enter(place, "one")
    await settled()
    answerWith(applied)
    items.enter(place, "two")
    await settled()
    assert.deepStrictEqual([texts(), titles()], [[["one", "refused", "No."]], ["one", "two"]])
    loop.retry()
    await settled()
    assert.deepStrictEqual(titles(), ["one", "two"])
    const [refused] = items.of(place).value?.entered ?? []
    assert.isDefined(refused)
    items.sendAgain(place, refused)
    await settled()
    assert.deepStrictEqual([texts(), titles()], [[], ["one", "two", "one"]])
    assert.notStrictEqual(sent[0]?.key, sent[2]?.key)
  })

  it("of a closed tab are listed beside what is typed here", async () => {
    const before = inputs()
    before.items.type(place, "theirs")
    const { items, texts } = inputs()
    items.type(place, "mine")
    items.adopt({
      id: "new",
      value: { place, ...before.items.of(place).peek() },
      ...{ progress: undefined, forget: () => undefined }
    })
    assert.deepStrictEqual([items.of(place).value?.typed, texts()], ["mine", [["theirs", "refused", "Not saved yet."]]])
  })
})
