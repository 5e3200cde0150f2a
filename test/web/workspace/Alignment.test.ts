import { assert, describe, it } from "@effect/vitest"
import { reach } from "../../../src/web/texts/AlignmentTexts.ts"
import { alignmentOf, leadingTeamsFirst, type Placed, sharedPrinciples } from "../../../src/web/workspace/Alignment.ts"
import { objective, overview, team } from "../features/OverviewBodies.ts"

const [data, board, mobile] = [
  team({ name: "Data", principles: ["Customers first", "Safe"] }),
  team({ name: "Leadership", principles: ["customers FIRST"] }),
  team({ name: "Mobile" })
] as const
const [customers, safe, ofBoard] = [
  data.principles[0]?.id ?? "",
  data.principles[1]?.id ?? "",
  board.principles[0]?.id ?? ""
]

const top = objective({ team: board, title: "Top", status: "off_track", principles: [ofBoard] })
const middle = objective({ team: data, title: "Middle", parentId: top.id, principles: [customers, safe] })
const bottom = objective({ team: mobile, title: "Bottom", parentId: middle.id })
const own = objective({ team: data, title: "Own", parentId: middle.id })
const body = overview([data, board, mobile], [middle, own, top, bottom])

const titles = (placed: ReadonlyArray<Placed>) =>
  placed.map(({ objective, team }) => `${objective.title}, ${team?.name}`)

describe("The alignment of objectives", () => {
  const alignment = alignmentOf(body)

  it("has what supports an objective, whoever's it is, and what supports none", () => {
    assert.deepStrictEqual(titles(alignment.supportersOf(middle.id)), ["Own, Data", "Bottom, Mobile"])
    assert.deepStrictEqual(titles(alignment.topmost), ["Top, Leadership"])
    assert.deepStrictEqual(alignment.supportersOf(bottom.id), [])
    assert.strictEqual(alignment.find(middle.id)?.team?.name, "Data")
    assert.isUndefined(alignment.find(null))
  })

  it("knows what would close a circle", () => {
    const below = [top, middle, bottom, own].filter(({ id }) => alignment.isBelow(id, middle.id))
    assert.deepStrictEqual(below, [middle, bottom, own])
  })

  it("takes an objective whose parent is not there for a topmost one", () => {
    assert.deepStrictEqual(titles(alignmentOf({ ...body, objectives: [bottom] }).topmost), ["Bottom, Mobile"])
  })

  it("puts the teams first whose objectives other teams support", () => {
    const { teams, objectives } = leadingTeamsFirst(overview([mobile, data, board], [bottom, middle, own, top]))
    assert.deepStrictEqual(
      teams.map(({ team }) => team.name),
      ["Data", "Leadership", "Mobile"]
    )
    assert.deepStrictEqual(objectives, [middle, own, top, bottom])
    const alone = overview([mobile, data], [middle, own])
    assert.strictEqual(leadingTeamsFirst(alone), alone)
  })

  it("has principles of one title as one, case aside", () => {
    const shared = sharedPrinciples(body)
    assert.deepStrictEqual(
      shared.map(({ title, objectives }) => `${title}: ${reach(objectives)}`),
      ["Customers first: 2 objectives, 2 teams, 1 off track", "Safe: 1 objective"]
    )
    assert.deepStrictEqual([...(shared[0]?.ids ?? [])], [customers, ofBoard])
  })
})
