import { assert, describe, it } from "@effect/vitest"
import type { DeckPlan } from "../../../src/deck/DeckPlan.ts"
import { plan } from "../../../src/deck/DeckPlanner.ts"
import { companyFacts } from "../../../src/deck/facts/Company.ts"
import type { CompanyInput } from "../../../src/deck/Input.ts"
import { bodyBox } from "../../../src/deck/slides/ContentSlide.ts"
import { companies } from "../Companies.ts"
import { rowsOf, slidesOf, tablesOn, textsOn } from "./PlanText.ts"

const { six, twoHundred } = companies
const made = plan(six)

const sectionsOf = ({ slides }: DeckPlan) =>
  slides.map(({ section }) => section).filter((section, index, all) => section !== all[index - 1])

const teamSlidesOf = ({ slides }: DeckPlan) => slides.filter(({ section }) => section === "Teams")

const countOf = (text: string | undefined): number => (text === "–" ? 0 : Number(text))

describe("The deck of a company", () => {
  it("has all teams together first, then a slide for each, those that need most first, and how to read them", () => {
    assert.deepStrictEqual(sectionsOf(made), ["Review", "Teams", "Appendix"])
    const withObjectives = companyFacts(six).teams.filter(({ all }) => all > 0)
    assert.deepStrictEqual(
      teamSlidesOf(made).map(({ key }) => key),
      withObjectives.map(({ input }) => `${input.team.id} summary`)
    )
    for (const [index, row] of withObjectives.entries()) {
      const rows = tablesOn(teamSlidesOf(made).slice(index, index + 1)).flatMap(rowsOf)
      const worst = row.attentions.slice(0, 3).map(({ objective }) => objective.title)
      const told = rows.map(([, title = ""]) => title.replace("\u00a0►", "").replace(/…$/, ""))
      for (const title of worst)
        assert.isTrue(
          told.some((each) => each !== "" && title.startsWith(each)),
          title
        )
    }
  })

  it.each([
    [6, 20],
    [15, 20],
    [50, 25]
  ])("of %d teams has at most %d slides besides those of more decisions", (teams, most) => {
    const made = plan({ ...twoHundred, teams: twoHundred.teams.slice(0, teams) })
    assert.isAtMost(made.slides.length - slidesOf(made, "company decisions").length, most)
  })

  it("says in its summary how many changes have no room there", () => {
    const three = { ...twoHundred, teams: [1, 6, 11].flatMap((at) => twoHundred.teams[at] ?? []) }
    const tables = tablesOn(slidesOf(plan(three), "company summary"))
    const lines = tables.filter(({ alt }) => alt.startsWith("What changed")).flatMap(rowsOf)
    const { length } = companyFacts(three).messages
    assert.deepStrictEqual(lines.at(-1), [`and ${length - lines.length + 1} more`])
  })

  it("begins what there is to know of each objective with a capital, and cuts few short titles", () => {
    const few = plan({ ...twoHundred, teams: twoHundred.teams.slice(0, 15) })
    const rows = tablesOn(teamSlidesOf(few))
      .flatMap(rowsOf)
      .filter(({ length }) => length === 5)
    assert.isAbove(rows.length, 15)
    for (const [, title = "", , , words = ""] of rows) {
      assert.match(words, /^[^a-z]/)
      if (title.endsWith("…")) assert.isAbove(title.length, 30)
    }
  })

  it("has every decision, in the order of what needs attention", () => {
    const { decisions } = companyFacts(six)
    const rows = tablesOn(slidesOf(made, "company decisions")).flatMap(rowsOf)
    assert.deepStrictEqual(
      rows.map(([number, , team, words]) => [number, team, words]),
      decisions.map(({ team, words }, index) => [String(index + 1), team.name, words])
    )
  })

  it("has every objective on one slide, by team, where all of them fit", () => {
    const titles = six.teams.flatMap(({ team }) => team.objectives.map(({ title }) => title))
    const [wall, ...more] = slidesOf(made, "company wall")
    assert.isDefined(wall)
    assert.strictEqual(more.filter(({ section }) => section === "Review").length, 0)
    const lines = textsOn([wall].filter((slide) => slide !== undefined))
      .slice(1, -1)
      .flatMap((text) => text.split("\n"))
    assert.lengthOf(lines, titles.length + six.teams.filter(({ team }) => team.objectives.length > 0).length)
    const { teams } = twoHundred
    assert.isEmpty(slidesOf(plan({ ...twoHundred, teams: teams.slice(0, 50) }), "company wall"))
    assert.isAbove(
      slidesOf(plan({ ...twoHundred, teams: teams.slice(0, 50), detail: "full" }), "company wall").length,
      4
    )
  })

  it.each([
    [[2], 1, 16],
    [[1, 2, 3, 8, 13], 1, 14],
    [[1, 2, 4], 1, 12],
    [[0], 2, 12],
    [[0, 1, 2, 4, 6], 3, 12]
  ])("has the objectives of teams %j in %d columns of %d points, about equally high", (indices, count, size) => {
    const teams = indices.flatMap((index) => twoHundred.teams[index] ?? [])
    const [wall, ...more] = slidesOf(plan({ ...twoHundred, teams }), "company wall")
    const columns = (wall?.blocks ?? []).flatMap((block) => (block.kind === "text" ? [block] : [])).slice(1, -1)
    assert.isEmpty(more.filter(({ section }) => section === "Review"))
    assert.deepStrictEqual(
      columns.map((column) => [column.size, column.box.w.toFixed(2)]),
      Array.from({ length: count }, () => [size, ((bodyBox.w - 0.4 * (count - 1)) / count).toFixed(2)])
    )
    const lengths = columns.map(({ paragraphs }) => paragraphs.length)
    assert.isAtMost(Math.max(...lengths) - Math.min(...lengths), count)
    const isCut = textsOn(wall === undefined ? [] : [wall]).some((text) => text.includes("…"))
    assert.strictEqual(isCut, count === 3)
  })

  it("of one team and one objective has no slides that say the same again", () => {
    const single = plan({ ...twoHundred, teams: twoHundred.teams.slice(3, 4) })
    assert.isEmpty([...slidesOf(single, "company wall"), ...slidesOf(single, "portfolio")])
  })

  it("leaves out the reason if a title has no room for all of it", () => {
    const long = "Customer onboarding in the first year of use"
    const teams = six.teams.map((input) =>
      input.team.name === "Customer onboarding" ? { ...input, team: { ...input.team, name: long } } : input
    )
    const need = "3 of 6 objectives need attention, most of all “More trials end in a contract”"
    const titlesOf = (input: CompanyInput) => plan({ ...input, detail: "full" }).slides.map(({ title }) => title)
    assert.include(titlesOf({ ...six, teams }), `${long}: ${need}`)
    assert.include(titlesOf(six), `Customer onboarding: ${need} – 19\u00A0% done, 100\u00A0% expected`)
  })

  it("has the sums of its teams", () => {
    const [portfolio = []] = tablesOn(slidesOf(made, "portfolio")).map(rowsOf)
    assert.sameMembers(
      portfolio.map(([name]) => name?.replace("\u00a0►", "")),
      six.teams.map(({ team }) => team.name)
    )
    const [today = []] = tablesOn(slidesOf(made, "company summary")).flatMap((table) => rowsOf(table).slice(0, 1))
    const [all, ...statuses] = [1, 2, 3, 4, 5, 6, 7].map((column) =>
      portfolio.reduce((sum, row) => sum + countOf(row[column]), 0)
    )
    assert.deepStrictEqual(today.slice(1).map(Number), [...statuses, all ?? 0])
    assert.strictEqual(
      statuses.reduce((sum, count) => sum + count, 0),
      all
    )
  })

  it("names the team of each objective that needs attention or changed", () => {
    const attention = tablesOn(slidesOf(made, "company attention")).flatMap(rowsOf)
    assert.strictEqual(attention[0]?.[1]?.replace("\u00a0►", ""), "More trials end in a contract\nCustomer onboarding")
  })

  it("has the appendix if it is requested", () => {
    const full = plan({ ...six, detail: "full" })
    assert.isAbove(full.slides.length, made.slides.length)
    const { teams } = companyFacts(six)
    const withObjectives = teams.filter(({ all }) => all > 0).map(({ input }) => input.team.name)
    assert.deepStrictEqual(sectionsOf(full), ["Review", "Teams", ...withObjectives, "Appendix"])
  })

  it("says of how many teams it has no room to tell", () => {
    const many = plan(twoHundred)
    const told = tablesOn(teamSlidesOf(many))
      .flatMap(rowsOf)
      .filter(({ length }) => length === 1).length
    assert.include(
      textsOn(slidesOf(many, "portfolio")),
      `The last ${200 - told} teams in this table have no lines of their own in this deck`
    )
  })
})
