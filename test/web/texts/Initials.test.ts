import { assert, it } from "@effect/vitest"
import { hueOf, initialsAmong, initialsOf } from "../../../src/web/texts/values/Initials.ts"

it("initials are two capital letters, whatever the script", () => {
  const expected = {
    ann: "AN",
    "anne-sophie": "AS",
    "Anna Maria Lee": "AL",
    "anna.lee@example.com": "AL",
    éva: "ÉV",
    "e\u0301va": "E\u0301V",
    李: "李",
    李雷: "李雷",
    𐐨𐐩: "𐐀𐐁",
    "हि न्दी": "हिन्",
    x: "X",
    "7up": "7U",
    "@home": "HO",
    "": "?",
    "---": "?"
  }
  assert.deepStrictEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, initialsOf(name)])), expected)
})

it("names with the same two letters have three, which are different", () => {
  const among = (...names: ReadonlyArray<string>) => Object.fromEntries(initialsAmong(names))
  assert.deepStrictEqual(among("admin", "ada"), { ada: "ADA", admin: "ADM" })
  assert.deepStrictEqual(among("Anna Berg", "Axel Brandt"), { "Anna Berg": "ANB", "Axel Brandt": "AXB" })
  assert.deepStrictEqual(among("Anna Berg", "Anton Brandt", "Anna Bach"), {
    "Anna Bach": "ANB",
    "Anna Berg": "ABE",
    "Anton Brandt": "ABR"
  })
  assert.deepStrictEqual(among("Anna Berg"), { "Anna Berg": "AB" })
})

it("names have hues of a circle's twelve", () => {
  const hues = ["ann", "bob", "éva", "李", "zoe", "anne-sophie", ""].map(hueOf)
  assert.isTrue(hues.every((hue) => hue >= 0 && hue < 360 && hue % 30 === 0))
  assert.isAbove(new Set(hues).size, 3)
})
