import { assert, describe, it } from "@effect/vitest"
import { maxMemoryMiB, sizeOf } from "../../src/deck/TeamSize.ts"
import { type TeamSpec, teamOf } from "./Build.ts"
import { inputs } from "./Teams.ts"

/** Of each objective; lengths in characters. */
interface Shape {
  readonly initiatives: number
  readonly measures: number
  readonly title: number
  readonly description: number
  readonly note: number
}

const shaped = (objectives: number, letter: string, { initiatives, measures, ...lengths }: Shape) => {
  const [title, description] = [letter.repeat(lengths.title), letter.repeat(lengths.description)]
  const checkIn = { value: 1, confidence: 5, timestamp: "2026-11-02T08:00:00.000Z", actorName: "ada" }
  const spec: TeamSpec = {
    name: "Shaped",
    color: "#336699",
    principles: [],
    objectives: Array.from({ length: objectives }, () => ({
      title,
      description,
      status: "on_track",
      dueDate: null,
      principles: [],
      groups: [],
      initiatives: Array.from({ length: initiatives }, () => ({ title, status: "active", group: null })),
      measures: Array.from({ length: measures }, () => ({
        name: title.slice(0, 100),
        unit: "%",
        start: 0,
        target: 100,
        checkIns: [{ ...checkIn, note: letter.repeat(lengths.note) }]
      }))
    }))
  }
  return sizeOf(teamOf(spec))
}

describe("The expected memory of a deck", () => {
  it("counts what is in the team", () => {
    const shape = { initiatives: 3, measures: 4, title: 10, description: 5, note: 7 }
    const { objectives, initiatives, measures, characters } = shaped(2, "x", shape)
    assert.deepStrictEqual([objectives, initiatives, measures, characters], [2, 6, 8, 2 * (15 + 30 + 40 + 4 + 28)])
  })

  const rows = { initiatives: 100, measures: 20 }
  const short = { ...rows, title: 30, description: 50, note: 0 }
  const usual = { ...rows, title: 60, description: 200, note: 50 }
  const long = { ...rows, title: 250, description: 4_000, note: 1_000 }

  // Found by making them with 768 MiB of heap.
  it.each([
    [300, "x", short],
    [160, "x", usual],
    [120, "x", long],
    [80, "策", usual],
    [60, "策", long],
    [300, "策", { ...long, initiatives: 0, measures: 0 }],
    [300, "x", { ...usual, measures: 0 }]
  ] as const)("allows what was made: %i objectives of '%s', each with %o", (objectives, letter, shape) => {
    assert.isBelow(shaped(objectives, letter, shape).memory, maxMemoryMiB)
  })

  it.each([
    [300, "x", usual],
    [160, "x", long],
    [80, "策", long],
    [80, "🎯", long]
  ] as const)("refuses what could not be made: %i objectives of '%s', each with %o", (objectives, letter, shape) => {
    assert.isAbove(shaped(objectives, letter, shape).memory, maxMemoryMiB)
  })

  it("accepts every team in the tests", () => {
    for (const [name, { team }] of Object.entries(inputs)) assert.isBelow(sizeOf(team).memory, maxMemoryMiB, name)
  })
})
