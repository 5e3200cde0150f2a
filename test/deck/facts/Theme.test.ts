import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { contrast, darkenedOn, difference as labDifference } from "../../../src/deck/templates/Contrast.ts"
import { statusColors, themeOf } from "../../../src/deck/templates/StatusColors.ts"
import { difference, eyes } from "./ColorVision.ts"

const twoDigits = (value: number) => value.toString(16).padStart(2, "0")
const hash = (red: number, green: number, blue: number) => `#${twoDigits(red)}${twoDigits(green)}${twoDigits(blue)}`

/** 22 levels of each channel, black and white among them. */
const steps = Array.from({ length: 22 }, (_, index) => Math.round((index * 255) / 21))
const grid = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => hash(red, green, blue))))

const byte = fc.integer({ min: 0, max: 255 })
const anyColor = fc.tuple(byte, byte, byte).map(([red, green, blue]) => hash(red, green, blue))

const holds = (color: string) => {
  const { colors } = themeOf(color)
  assert.strictEqual(colors.team, color.slice(1).toUpperCase())
  for (const ground of [colors.paper, colors.panel]) {
    assert.isAtLeast(contrast(colors.accent, ground), 4.5, `${color}: accent on ${ground}`)
  }
  for (const status of Object.values(statusColors)) {
    assert.isAtLeast(labDifference(colors.accent, status), 20, `${color}: accent and ${status}`)
  }
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

describe("The distance of colours", () => {
  it.each([
    ["FFFFFF", "000000", 100],
    ["FF0000", "00FF00", 170.6],
    ["777777", "787878", 0.4],
    ["127A5C", "127A5C", 0]
  ])("in CIELAB, from %s to %s, is %d", (one, other, expected) => {
    assert.closeTo(labDifference(one, other), expected, 0.1)
  })
})

describe("Theme", () => {
  it("is readable on 10,648 team colours, black and white among them", () => {
    assert.includeMembers(grid, ["#000000", "#ffffff"])
    assert.lengthOf(new Set(grid), 10_648)
    grid.forEach(holds)
  })

  it("is readable on any team colour", () => {
    fc.assert(fc.property(anyColor, holds), { numRuns: 1000 })
  })

  it("keeps the team's hue as accent unless a status has it, and darkens it only as needed", () => {
    let kept = 0
    for (const color of grid) {
      const { accent, panel, team } = themeOf(color).colors
      const darkened = darkenedOn(panel, team, 4.5)
      if (accent !== darkened) continue
      kept++
      assert.isTrue(darkened === team || contrast(darkened, panel) < 4.75, color)
    }
    assert.isAbove(kept, grid.length / 2)
  })

  it.each([
    ["white", "#ffffff", "2F4B8F"],
    ["black", "#000000", "000000"],
    ["yellow", "#ffd400", "876F00"],
    ["mid grey", "#808080", "2F4B8F"],
    ["the status green", `#${statusColors.good}`, "2F4B8F"],
    ["the status red", `#${statusColors.bad}`, "2F4B8F"],
    ["a blue", "#336699", "336699"]
  ])("has an accent that is no status for a team of %s", (_, team, accent) => {
    assert.strictEqual(themeOf(team).colors.accent, accent)
    holds(team)
  })

  const { colors } = themeOf("#336699")
  const status = Object.values(statusColors)

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

  it("the check itself finds colours that cannot be told apart", () => {
    const { deuteranope, trichromat } = eyes
    assert.isDefined(deuteranope)
    assert.isDefined(trichromat)
    assert.isAbove(difference("B00000", "4A7000", trichromat), 0.2)
    assert.isBelow(difference("B00000", "4A7000", deuteranope), 0.09)
    assert.isAbove(difference("000000", "FFFFFF", deuteranope), 0.99)
  })
})
