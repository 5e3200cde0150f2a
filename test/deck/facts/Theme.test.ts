import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { contrast, darkenedOn } from "../../../src/deck/facts/Contrast.ts"
import { needsEdge, themeOf } from "../../../src/deck/facts/Theme.ts"
import { difference, eyes } from "./ColorVision.ts"

const twoDigits = (value: number) => value.toString(16).padStart(2, "0")
const hash = (red: number, green: number, blue: number) => `#${twoDigits(red)}${twoDigits(green)}${twoDigits(blue)}`

/** 22 steps of each channel, black and white among them. */
const steps = Array.from({ length: 22 }, (_, index) => Math.round((index * 255) / 21))
const grid = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => hash(red, green, blue))))

const byte = fc.integer({ min: 0, max: 255 })
const anyColor = fc.tuple(byte, byte, byte).map(([red, green, blue]) => hash(red, green, blue))

const holds = (color: string) => {
  const { colors } = themeOf(color)
  assert.strictEqual(colors.team, color.slice(1).toUpperCase())
  assert.isAtLeast(contrast(colors.onTeam, colors.team), 4.5, `${color}: text on it`)
  assert.isAtLeast(contrast(colors.teamText, colors.paper), 4.5, `${color}: as text on paper`)
  assert.isAtLeast(contrast(colors.teamText, colors.panel), 4.5, `${color}: as text on a panel`)
  for (const value of Object.values(colors)) assert.match(value, /^[0-9A-F]{6}$/)
}

describe("Contrast", () => {
  it.each([
    ["000000", "FFFFFF", 21],
    ["FFFFFF", "FFFFFF", 1],
    ["777777", "FFFFFF", 4.48],
    ["FFFFFF", "767676", 4.54],
    ["FF0000", "FFFFFF", 4]
  ])("of %s and %s is %d", (one, other, expected) => {
    assert.strictEqual(Math.round(contrast(one, other) * 100) / 100, expected)
  })

  it("leaves a dark colour alone, and keeps the hue of one it darkens", () => {
    assert.strictEqual(darkenedOn("FFFFFF", "336699", 4.5), "336699")
    assert.strictEqual(darkenedOn("FFFFFF", "FFFFFF", 4.5), "767676")
    assert.match(darkenedOn("FFFFFF", "FFFF00", 4.5), /^(..)\1(00)$/)
  })
})

describe("Theme", () => {
  it("is readable on 10,648 team colours, black and white among them", () => {
    assert.includeMembers(grid, ["#000000", "#ffffff"])
    assert.lengthOf(new Set(grid), 10_648)
    grid.forEach(holds)
  })

  it("is readable on any team colour", () => {
    fc.assert(fc.property(anyColor, holds), { numRuns: 2000 })
  })

  it("darkens no more than it must", () => {
    for (const color of grid) {
      const { colors } = themeOf(color)
      const ratio = contrast(colors.teamText, colors.panel)
      assert.isTrue(colors.teamText === colors.team || ratio < 4.75, `${color}: ${ratio}`)
    }
  })

  it("of black, white and one between", () => {
    const of = (color: string) => {
      const { team, onTeam, teamText } = themeOf(color).colors
      return [team, onTeam, teamText]
    }
    assert.deepStrictEqual(of("#000000"), ["000000", "FFFFFF", "000000"])
    assert.deepStrictEqual(of("#ffffff"), ["FFFFFF", "1B2130", "717171"])
    assert.deepStrictEqual(of("#336699"), ["336699", "FFFFFF", "336699"])
    assert.deepStrictEqual(of("#7b7b7b"), ["7B7B7B", "000000", "717171"])
    assert.strictEqual(themeOf("#ffffff").font, "Arial")
  })

  it("gives an edge to what paper swallows", () => {
    assert.deepStrictEqual(
      ["#ffffff", "#f0f0f0", "#dddddd", "#d0d0d0", "#ffff00", "#ffd400", "#336699", "#000000"].map((color) =>
        needsEdge(themeOf(color))
      ),
      [true, true, true, false, true, false, false, false]
    )
  })

  const { colors } = themeOf("#336699")
  const status = [colors.good, colors.warning, colors.bad, colors.neutral]

  it("has text and status colours that stand out from paper and panel", () => {
    for (const ground of [colors.paper, colors.panel]) {
      for (const color of status) assert.isAtLeast(contrast(color, ground), 3, `${color} on ${ground}`)
      for (const text of [colors.ink, colors.muted]) assert.isAtLeast(contrast(text, ground), 4.5)
    }
  })

  it.each(Object.entries(eyes))("has status colours that a %s tells apart", (_, eye) => {
    for (const [index, one] of status.entries()) {
      for (const other of status.slice(index + 1))
        assert.isAtLeast(difference(one, other, eye), 0.09, `${one} ${other}`)
    }
  })

  it("would see colours that cannot be told apart", () => {
    const { deuteranope, trichromat } = eyes
    assert.isDefined(deuteranope)
    assert.isDefined(trichromat)
    assert.isAbove(difference("B00000", "4A7000", trichromat), 0.2)
    assert.isBelow(difference("B00000", "4A7000", deuteranope), 0.09)
    assert.isAbove(difference("000000", "FFFFFF", deuteranope), 0.99)
  })
})
