import { assert, describe, it } from "@effect/vitest"
import { RecentValues } from "../../src/deck/RecentValues.ts"

const make = (capacity: number, idleMs = 1_000) =>
  new RecentValues<string>({ capacity, idleMs, weigh: (value) => value.length })

const known = (recent: RecentValues<string>, keys: string, now = 0) =>
  [...keys].filter((key) => recent.get(key, now) !== undefined).join("")

describe("RecentValues", () => {
  it("drops the least recently used values, by weight", () => {
    const recent = make(10)
    recent.set("a", "1234", 0)
    recent.set("b", "1234", 0)
    assert.strictEqual(recent.get("a", 0), "1234")
    recent.set("c", "1234", 0)
    assert.strictEqual(recent.weight, 8)
    assert.strictEqual(known(recent, "abc"), "ac")
    recent.set("d", "1234567890", 0)
    assert.strictEqual(known(recent, "abcd"), "d")
    assert.strictEqual(recent.weight, 10)
  })

  it("does not keep a value beyond the capacity, and drops nothing else for it", () => {
    const recent = make(10)
    recent.set("a", "1234", 0)
    recent.set("b", "12345678901", 0)
    assert.strictEqual(known(recent, "ab"), "a")
    recent.set("a", "12345678901", 0)
    assert.strictEqual(known(recent, "ab"), "")
    assert.strictEqual(recent.weight, 0)
  })

  it("counts the weight of a replaced value once", () => {
    const recent = make(10)
    recent.set("a", "1234", 0)
    recent.set("a", "12", 0)
    assert.strictEqual(recent.get("a", 0), "12")
    assert.strictEqual(recent.weight, 2)
  })

  it("drops values that were not used", () => {
    const recent = make(10)
    recent.set("a", "1", 0)
    recent.set("b", "1", 0)
    assert.strictEqual(recent.get("b", 999), "1")
    assert.strictEqual(recent.get("a", 1_000), undefined)
    assert.strictEqual(recent.get("b", 1_998), "1")
    recent.sweep(2_998)
    assert.strictEqual(recent.weight, 0)
  })
})
