import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { attentionOf } from "../../../src/deck/facts/Attention.ts"
import { kinds } from "../../../src/deck/facts/AttentionRules.ts"
import { averagePercent } from "../../../src/deck/facts/AveragePercent.ts"
import { companyFacts } from "../../../src/deck/facts/Company.ts"
import { findingsOf, maxFindings } from "../../../src/deck/facts/Findings.ts"
import { principleFacts, unservedTitles } from "../../../src/deck/facts/Principles.ts"
import type { CompanyInput, DeckInput } from "../../../src/deck/Input.ts"
import { isRightToLeft } from "../../../src/deck/text/Direction.ts"
import { statusCounts } from "../../../src/shared/Statuses.ts"
import { anyInput, anySmallInput, inputs } from "../Teams.ts"

/** The numbers that the findings of a subject may contain, computed independently. */
const expected = (input: DeckInput): Readonly<Record<string, ReadonlyArray<number>>> => {
  const { objectives } = input.team
  const attentions = attentionOf(objectives, input)
  const { unserved, unlinked } = principleFacts(input)
  const asked = attentions.filter(({ reasons: [{ kind }] }) => kinds.indexOf(kind) < kinds.indexOf("overdue"))
  const others = attentions.length - asked.length
  return {
    asks: [asked.length],
    attention: [
      others,
      attentions.filter(
        ({ objective, reasons }) =>
          objective.status === "on_track" && reasons.some(({ kind }) => kind === "contradicted")
      ).length
    ],
    progress: [averagePercent(objectives) ?? -1],
    principles: [unserved.length > 0 ? unserved.length : unlinked.length]
  }
}

const check = (input: DeckInput): void => {
  const findings = findingsOf([input])
  assert.isAtMost(findings.length, maxFindings)
  const numbers = expected(input)
  for (const { subject, number, words } of findings) {
    if (
      subject === "principles" &&
      new Set(input.team.principles.map(({ title }) => title)).size < input.team.principles.length
    )
      continue
    assert.include(
      numbers[subject] ?? [],
      number === "No" ? 0 : Number.parseInt(number, 10),
      `${subject}: ${number} ${words}`
    )
    assert.notMatch(words, /undefined|null|NaN/)
  }
  const texts = findings.map(({ number, words }) => `${number} ${words}`)
  assert.strictEqual(new Set(texts).size, texts.length)
}

describe("Findings", () => {
  it("contain only numbers of the team, for any team", () => {
    for (const input of Object.values(inputs)) check(input)
    fc.assert(fc.property(anyInput, check), { numRuns: 50 })
  })

  it("are empty for an empty team", () => assert.deepStrictEqual(findingsOf([inputs.empty]), []))

  it("say that nothing needs a decision", () => {
    const objectives = inputs.sample.team.objectives.map((each) => ({ ...each, status: "on_track" as const }))
    const [first] = findingsOf([{ ...inputs.sample, team: { ...inputs.sample.team, objectives } }])
    assert.deepStrictEqual(first, { subject: "asks", number: "No", words: "objective needs a decision" })
  })

  it("count a principle as served that another team's objective serves under the same title", () => {
    const { team } = inputs.sample
    const [principle] = team.principles
    assert(principle !== undefined)
    const unlinked = { ...team, objectives: team.objectives.map((each) => ({ ...each, principleIds: [] })) }
    const own = { ...inputs.sample, team: { ...unlinked, principles: [{ ...principle, title: "Élan" }] } }
    const serving = team.objectives.map((each) => ({ ...each, principleIds: [principle.id] }))
    const other = { ...own, team: { ...own.team, principles: [{ ...principle, title: "elan" }], objectives: serving } }
    assert.lengthOf(unservedTitles([own]), 1)
    assert.isEmpty(unservedTitles([own, other]))
    assert.isEmpty(unservedTitles([{ ...own, selection: { statuses: null, of: 9 } }]))
  })
})

const {
  team: _team,
  before: _before,
  selection: _selection,
  postponements: _postponements,
  reasons: _reasons,
  ...context
} = inputs.sample

/** What generated teams have of the log: nothing. */
const log = { postponements: new Map(), reasons: new Map() }

const anyCompany: fc.Arbitrary<CompanyInput> = fc
  .array(anySmallInput, { minLength: 1, maxLength: 5 })
  .map((teams) => ({ ...context, teams }))

describe("A company's facts", () => {
  it("add up over its teams, and have each team's attention in one order", () => {
    fc.assert(
      fc.property(anyCompany, (company) => {
        const facts = companyFacts(company)
        const all = company.teams.flatMap(({ team }) => team.objectives)
        assert.deepStrictEqual([facts.counts, facts.all], [statusCounts(all), all.length])
        assert.sameMembers(
          facts.teams.map(({ input }) => input.team),
          company.teams.map(({ team }) => team)
        )
        const attentions = company.teams.flatMap(({ team }) => attentionOf(team.objectives, { ...company, ...log }))
        assert.lengthOf(facts.attentions, attentions.length)
        for (const row of facts.teams) {
          const own = facts.attentions.flatMap(({ team, of }) => (team === row.input.team ? [of] : []))
          assert.deepStrictEqual(own, row.attentions, "worst first in each team too")
        }
      }),
      { numRuns: 50 }
    )
  })
})

describe("TextDirection", () => {
  it.each([
    ["North", "Grow", false],
    ["צפון", "לגדול", true],
    ["North", "לגדול כל הזמן", true],
    ["الشمال", "Grow every quarter", false],
    ["北", "成長", false],
    ["1", "2", false]
  ])("of %s with %s", (name, title, right) => {
    const { team } = inputs.sample
    const [objective] = team.objectives
    assert(objective !== undefined)
    assert.strictEqual(isRightToLeft({ ...team, name, principles: [], objectives: [{ ...objective, title }] }), right)
  })
})
