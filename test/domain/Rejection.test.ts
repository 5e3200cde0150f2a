import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import type { EventData } from "../../src/domain/Event.ts"
import { boundedRejection } from "../../src/domain/events/BoundedRejection.ts"
import { outcomeOfDecision } from "../../src/domain/Outcome.ts"
import { historyEntry } from "../../src/domain/views/History.ts"
import { law } from "../support/laws.ts"
import { decideIn, eventOf, example, type Input, id, stateAfter } from "./ExampleStrategy.ts"

const titleEdit = (data: EventData): Input => ({ eventType: "update_principle_title", targetId: id.principle, data })

const loggedData = (data: EventData): EventData => eventOf(example, titleEdit(data)).data

const bytes = (data: EventData): number => Buffer.byteLength(JSON.stringify(data))

const many = (count: number, value: Schema.Json): EventData =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, value]))

describe("the logged data of a rejected submission", () => {
  it.each<readonly [string, EventData, EventData]>([
    [
      "is complete if it is short",
      { title: 7, x: [1, { y: null }], z: true },
      { title: 7, x: [1, { y: null }], z: true }
    ],
    ["has the beginning of a long text", { title: "x".repeat(60_000) }, { title: `${"x".repeat(999)}…` }],
    ["has less of each text if there are many", many(4, "x".repeat(600)), many(4, `${"x".repeat(249)}…`)],
    ["has less of texts with many bytes", { title: "🎯".repeat(600) }, { title: `${"🎯".repeat(249)}…` }],
    ["has the first 30 keys", many(31, 1), many(30, 1)],
    ["has the first 60 characters of a key", { [`${"🎯".repeat(61)}`]: 1 }, { [`${"🎯".repeat(59)}…`]: 1 }],
    [
      "has the first 10 elements of a list",
      { list: Array.from({ length: 11 }, (_, n) => n) },
      { list: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] }
    ],
    ["may have the key __proto__", { ["__proto__"]: "x".repeat(1_001) }, { ["__proto__"]: `${"x".repeat(999)}…` }],
    [
      "has lone surrogates as they were sent",
      { title: `\ud800${"x".repeat(300)}` },
      { title: `\ud800${"x".repeat(300)}` }
    ],
    ["is empty if it is still too long", many(30, many(30, "x".repeat(300))), {}]
  ])("%s", (_, data, expected) => {
    assert.deepStrictEqual(loggedData(data), expected)
  })

  law(
    "has at most 2 KiB, and does not change when it is cut again",
    { data: Schema.Record(Schema.String, Schema.Json) },
    ({ data }) => {
      const event = { ...eventOf(example, titleEdit({ title: "" })), data }
      const once = boundedRejection(event)
      assert.isAtMost(bytes(once.data), 2_048)
      assert.deepStrictEqual(boundedRejection(once), once)
    }
  )

  it("has at most 2 KiB of the largest bodies", () => {
    const nested = (depth: number): Schema.Json => (depth === 0 ? "x" : [nested(depth - 1), nested(depth - 1)])
    for (const data of [
      many(5_000, "y"),
      { list: Array.from({ length: 30_000 }, () => 0) },
      { title: "\u0000".repeat(10_000) },
      { title: "\ud800".repeat(10_000) },
      { deep: nested(12) }
    ]) {
      assert.isAtMost(bytes(loggedData(data)), 2_048)
    }
  })
})

describe("a conflict about a long text", () => {
  const text = (character: string) => character.repeat(4_000)
  const describing = (description: string): Input => ({
    eventType: "update_description",
    targetId: id.principle,
    data: { description }
  })
  const described = stateAfter(example, describing(text("🎯")))
  const conflicting: Input = { ...describing(text("y")), lastSeenSequence: example.sequenceNumber }
  const short = (character: string) => `${character.repeat(249)}…`

  it("is answered with the whole value, while the log has its beginning", () => {
    const { conflictingServerValue, oldValue, newValue, data } = eventOf(described, conflicting)
    assert.deepStrictEqual(
      { conflictingServerValue, oldValue, newValue, data },
      {
        conflictingServerValue: short("🎯"),
        oldValue: short("🎯"),
        newValue: short("y"),
        data: { description: `${"y".repeat(999)}…` }
      }
    )
    assert.strictEqual(outcomeOfDecision(decideIn(described, conflicting)).conflictingServerValue, text("🎯"))
  })

  it("applied edits are logged and answered whole", () => {
    const event = eventOf(described, describing(text("z")))
    assert.strictEqual(event.oldValue, text("🎯"))
    assert.strictEqual(historyEntry(event, { touched: null, own: null, teamId: null }).newValue, text("z"))
  })
})

describe("a rejected event that an older version logged whole", () => {
  const event = eventOf(example, titleEdit({ title: "" }))
  const entry = historyEntry(
    {
      ...event,
      data: { title: "x".repeat(60_000) },
      previousSequence: 4,
      oldValue: "o".repeat(4_000),
      newValue: "n".repeat(4_000)
    },
    { touched: null, own: null, teamId: null }
  )

  it("is cut in answers", () => {
    const { data, oldValue, newValue } = entry
    assert.deepStrictEqual(
      { data, oldValue, newValue },
      {
        data: { title: `${"x".repeat(999)}…` },
        oldValue: `${"o".repeat(249)}…`,
        newValue: `${"n".repeat(249)}…`
      }
    )
  })
})
