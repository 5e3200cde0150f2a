import { assert, describe, it } from "@effect/vitest"
import {
  placementBefore,
  placementOf,
  stepTarget,
  withPlacement
} from "../../../../src/web/features/objective/Placement.ts"

/** Initiatives by id; the first character is the group, or a dash for none. */
const list = (text: string) =>
  text.split(" ").map((id) => ({ id, groupId: id.startsWith("-") ? null : (id[0] ?? null) }))

const shown = (initiatives: ReadonlyArray<{ readonly id: string; readonly groupId: string | null }>) =>
  initiatives.map(({ id, groupId }) => `${id}:${groupId ?? "-"}`).join(" ")

const all = list("A1 -1 A2 B1 A3")

describe("Placement", () => {
  it("steps over the neighbour in the same group, not over initiatives of others", () => {
    const steps = ["A1", "A2", "A3", "B1"].map((id) => [stepTarget(all, id, -1), stepTarget(all, id, 1)])
    assert.deepStrictEqual(steps, [
      [undefined, "A3"],
      ["A1", null],
      ["A2", undefined],
      [undefined, undefined]
    ])
  })

  it("is before another initiative, or at the end of a group, which may be empty", () => {
    const moved = (id: string, groupId: string | null, before: string | null) =>
      shown(withPlacement(all, id, placementBefore(all, id, groupId, before)))
    assert.deepStrictEqual(
      [moved("A1", "A", "A3"), moved("A3", null, "-1"), moved("B1", "A", null), moved("A1", "C", null)],
      ["-1:- A2:A B1:B A1:A A3:A", "A1:A A3:- -1:- A2:A B1:B", "A1:A -1:- A2:A A3:A B1:A", "-1:- A2:A B1:B A3:A A1:C"]
    )
  })

  it("stays the same when the initiative is there already", () => {
    assert.deepStrictEqual(
      ["A2", "A3"].map((before) => placementBefore(all, "A2", "A", before)),
      [placementOf(all, "A2"), placementOf(all, "A2")]
    )
    assert.deepStrictEqual(placementBefore(all, "A3", "A", null), { groupId: "A", position: 4 })
    assert.deepStrictEqual(withPlacement(all, "gone", { groupId: null, position: 0 }), all)
  })
})
