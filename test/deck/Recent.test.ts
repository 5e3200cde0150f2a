import { assert, describe, it } from "@effect/vitest"
import { Recent } from "../../src/deck/Recent.ts"

const make = (capacity: number, idle = 1_000) => new Recent<string>({ capacity, idle, weigh: (value) => value.length })

const known = (recent: Recent<string>, keys: string, now = 0) =>
  [...keys].filter((key) => recent.get(key, now) !== undefined).join("")

describe("Recent", () => {
  it("lets go of what was used longest ago, by weight", () => {
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

  it("does not keep what is too heavy, and throws nothing else out for it", () => {
    const recent = make(10)
    recent.set("a", "1234", 0)
    recent.set("b", "12345678901", 0)
    assert.strictEqual(known(recent, "ab"), "a")
    recent.set("a", "12345678901", 0)
    assert.strictEqual(known(recent, "ab"), "")
    assert.strictEqual(recent.weight, 0)
  })

  it("weighs a value that is set again once", () => {
    const recent = make(10)
    recent.set("a", "1234", 0)
    recent.set("a", "12", 0)
    assert.strictEqual(recent.get("a", 0), "12")
    assert.strictEqual(recent.weight, 2)
  })

  it("forgets what nobody asked for", () => {
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
