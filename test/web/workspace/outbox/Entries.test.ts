import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { answerOf, noChange, type Outcome } from "../../../../src/domain/Outcome.ts"
import type { Submission } from "../../../../src/web/contract/PageApi.ts"
import { fail, type Result, succeed } from "../../../../src/web/contract/Result.ts"
import { field } from "../../../../src/web/workspace/Field.ts"
import { makeBatches } from "../../../../src/web/workspace/outbox/Batches.ts"
import { makeEdits } from "../../../../src/web/workspace/outbox/Edits.ts"
import type { Keeping } from "../../../../src/web/workspace/outbox/Entries.ts"
import { makeNewItems } from "../../../../src/web/workspace/outbox/NewItems.ts"
import { memoryStorage } from "../MemoryStorage.ts"
import { tabOutbox } from "./TabOutbox.ts"

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

const title = field("objective.title", "t", "o")
const base = { value: "before", sequenceNumber: 3 }
const edit = { phase: "typing", base, mine: "mine", sent: { value: "mine", lastSeen: 3, key: "k" }, reason: "" }
const place = { type: "objective", teamId: "t" } as const
const step = {
  title: "it",
  body: { eventType: "update_objective_title", targetId: "o", data: { title: "mine" } }
} as const
const batch = { id: "k", undoOf: { sequenceNumber: 7 }, subject: "it", teams: [], steps: [step] }

const make = (keeping: Keeping) => {
  let ids = 0
  const page = { newId: () => `id${++ids}`, untilShown: () => Promise.resolve(), onApplied: () => undefined }
  return {
    edit: makeEdits({ ...keeping, ...page }),
    new: makeNewItems({ ...keeping, ...page }),
    batch: makeBatches(keeping)
  }
}

type Made = ReturnType<typeof make>

interface Case {
  readonly begin: (made: Made) => unknown
  /** What the page shows of it, and whether that waits for the server. */
  readonly shown: (made: Made) => readonly [unknown, boolean]
  /** Stored in its form, as earlier pages stored it too. */
  readonly stored: unknown
  readonly otherShapes: ReadonlyArray<unknown>
}

const cases: { readonly [Form in keyof Made]: Case } = {
  edit: {
    begin: (made) => made.edit.saveValue(title, base, "mine"),
    shown: (made) => [made.edit.of(title).peek()?.mine, made.edit.phaseOf(title) === "waiting"],
    stored: { field: title, edit: { ...edit, phase: "waiting" } },
    otherShapes: [
      { field: { ...title, kind: "objective.colour" }, edit },
      { field: { ...title, kind: "toString" }, edit },
      { field: title, edit: { ...edit, base: "before" } },
      { field: title, edit: { ...edit, mine: undefined } }
    ]
  },
  new: {
    begin: (made) => made.new.enter(place, "mine"),
    shown: (made) => [made.new.of(place).peek()?.entered[0]?.text, made.new.isWaiting(place)],
    stored: { place, typed: "", entered: [{ text: "mine", key: "k", phase: "waiting", reason: "" }] },
    otherShapes: [{ typed: "mine" }, { place: {}, typed: "mine" }]
  },
  batch: {
    begin: (made) => made.batch.send(batch),
    shown: (made) => {
      const [sent] = made.batch.all.peek()
      return [sent?.batch.steps[0]?.body.data.title, sent?.isWaiting === true]
    },
    stored: batch,
    otherShapes: [{ ...batch, steps: "none" }]
  }
}

describe.each(Object.entries(cases))("Of the form “%s”", (name, { begin, shown, stored, otherShapes }) => {
  const form = name as keyof Made

  /** A browser whose server gives this answer. */
  const browser = () => {
    const sent: Array<Submission> = []
    const next = memoryStorage()
    let answer: Result<Outcome> = fail({ kind: "unreachable" })
    const open = async () => {
      const storage = next()
      const tab = tabOutbox(async (submission) => {
        sent.push(submission)
        return answer
      }, storage)
      const made = make(tab)
      await tab.adoptInto(made[form])
      await settled()
      return { made, tab, local: storage.local }
    }
    return {
      ...{ sent, open },
      reach: () => {
        answer = succeed({ ...answerOf(noChange), status: "applied", sequenceNumber: 9 })
      }
    }
  }

  it("what was not answered is kept and sent again under the same key: at once, and by the next page", async () => {
    const { sent, open, reach } = browser()
    const first = await open()
    void begin(first.made)
    await settled()
    assert.deepStrictEqual(shown(first.made), ["mine", true])
    first.tab.loop.retry()
    await settled()
    const second = await open()
    assert.deepStrictEqual(shown(second.made), ["mine", true])
    reach()
    second.tab.loop.retry()
    await settled()
    assert.deepStrictEqual([shown(second.made), second.local.keys()], [[undefined, false], []])
    assert.deepStrictEqual(
      sent.map(({ key }) => key),
      Array(4).fill(sent[0]?.key)
    )
  })

  it("what a page stored is sent, and nothing of another shape", async () => {
    const opened = async (text: string, progress = "") => {
      const { sent, open } = browser()
      const { local } = await open()
      local.put(`strategy.outbox.ada.closed.${form} x`, text)
      local.put(`strategy.outbox.ada.closed.${form} x/progress`, progress)
      const { made } = await open()
      return [shown(made)[0], sent.length, local.keys().length > 0]
    }
    assert.deepStrictEqual(await opened(JSON.stringify(stored)), ["mine", 1, true])
    for (const other of otherShapes) assert.deepStrictEqual(await opened(JSON.stringify(other)), [undefined, 0, false])
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.json(), fc.string()), fc.oneof(fc.json(), fc.string()), async (text, progress) => {
        assert.deepStrictEqual(await opened(text, progress), [undefined, 0, false])
      })
    )
  })
})
