import { assert, describe, it } from "@effect/vitest"
import { plan } from "../../../src/deck/DeckPlanner.ts"
import { companyFacts } from "../../../src/deck/facts/Company.ts"
import { companyTree } from "../../../src/deck/facts/CompanyTree.ts"
import type { CompanyInput } from "../../../src/deck/Input.ts"
import type { EntityId } from "../../../src/domain/entities/Ids.ts"
import type { Objective } from "../../../src/domain/state/State.ts"
import { companies } from "../Companies.ts"
import { rowsOf, slidesOf, tablesOn, titleOf } from "./PlanText.ts"

/** Places of objectives in the company: the team's and its own. */
type At = readonly [team: number, objective: number]

const { six } = companies

const objectiveAt = ([team, objective]: At): Objective => {
  const found = six.teams[team]?.team.objectives[objective]
  assert.isDefined(found)
  return found
}

const [onboarding, parcels, platform, quality] = [0, 1, 2, 3]

/** The company with some objectives that support others. */
const linked = (...links: ReadonlyArray<readonly [child: At, parent: At]>): CompanyInput => {
  const parents = new Map<EntityId, EntityId>(
    links.map(([child, parent]) => [objectiveAt(child).id, objectiveAt(parent).id])
  )
  return {
    ...six,
    teams: six.teams.map((input) => ({
      ...input,
      team: {
        ...input.team,
        objectives: input.team.objectives.map((each) => ({ ...each, parentId: parents.get(each.id) ?? null }))
      }
    }))
  }
}

const [top, next] = [
  [platform, 0],
  [quality, 1]
] as const
const input = linked([next, top], [[parcels, 0], next], [[parcels, 1], next], [[onboarding, 0], top])

describe("The tree of a company", () => {
  it("has what stands below the topmost objectives, in all teams", () => {
    const { branches, alone } = companyTree(companyFacts(input))
    assert.deepStrictEqual(
      branches.map(({ of, below, next }) => [of.id, below.objectives, below.teams, next.map(({ of }) => of.id)]),
      [[objectiveAt(top).id, 4, 3, [objectiveAt(next).id, objectiveAt([onboarding, 0]).id]]]
    )
    const statuses = [[parcels, 0] as const, [parcels, 1] as const, [onboarding, 0] as const, next].map(
      (at) => objectiveAt(at).status
    )
    for (const [status, count] of Object.entries(branches[0]?.below.counts ?? {}))
      assert.strictEqual(count, statuses.filter((each) => each === status).length, status)
    assert.strictEqual(alone, companyFacts(input).all - 5)
  })

  it("names what needs attention most below an objective", () => {
    const facts = companyFacts(input)
    const below = [[parcels, 0] as const, [parcels, 1] as const, [onboarding, 0] as const, next].map(
      (at) => objectiveAt(at).id
    )
    const worst = facts.attentions.find(({ of }) => below.includes(of.objective.id))
    assert.isDefined(worst)
    assert.strictEqual(companyTree(facts).branches[0]?.below.worst, worst)
  })

  it("counts an objective as topmost whose parent is not in the deck", () => {
    const teams = input.teams.filter((_, index) => index !== platform)
    const { branches } = companyTree(companyFacts({ ...input, teams }))
    assert.deepStrictEqual(
      branches.map(({ of, below }) => [of.id, below.objectives]),
      [[objectiveAt(next).id, 2]]
    )
  })

  it("puts the teams whose objectives other teams support first", () => {
    const names = ({ teams }: ReturnType<typeof companyFacts>) => teams.map(({ input: { team } }) => team.name)
    const byNeed = names(companyFacts(six))
    const isLeading = (name: string) => ["Platform", "Quality"].includes(name)
    assert.deepStrictEqual(names(companyFacts(input)), [
      ...byNeed.filter(isLeading),
      ...byNeed.filter((name) => !isLeading(name))
    ])
    assert.deepStrictEqual(
      names(
        companyFacts(
          linked([
            [parcels, 0],
            [parcels, 1]
          ])
        )
      ),
      byNeed
    )
  })

  it("is a slide with those right below each topmost objective, and the number of the others", () => {
    const made = plan(input)
    const rows = tablesOn(slidesOf(made, "company tree")).flatMap(rowsOf)
    assert.deepStrictEqual(
      rows.map((row) => row[3] ?? row[0]),
      [
        "4 objectives\n3 teams",
        "2 objectives\n1 team",
        "–",
        `${companyFacts(input).all - 5} more objectives neither support others nor are supported`
      ]
    )
    assert.match(titleOf(made, "company tree"), /^Of 4 objectives below “.+”, (none is|\d (is|are)) /)
  })

  it("is no slide where no objective supports another", () => {
    assert.isEmpty(slidesOf(plan(six), "company tree"))
  })
})
