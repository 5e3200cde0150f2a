import { assert, describe, it } from "@effect/vitest"
import { plan } from "../../../src/deck/DeckPlanner.ts"
import { companyFacts } from "../../../src/deck/facts/Company.ts"
import { companies } from "../Companies.ts"
import { rowsOf, slidesOf, tablesOn, textsOn } from "./PlanText.ts"

const { six, twoHundred } = companies
const made = plan(six)

const countOf = (text: string | undefined): number => (text === "–" ? 0 : Number(text))

describe("The deck of a company", () => {
  it("has all teams together first, then each team's summary, attention and progress, those that need most first", () => {
    const { teams } = companyFacts(six)
    const withObjectives = teams.filter(({ standing }) => standing.all > 0).map(({ input }) => input.team.name)
    const sections = made.slides.map(({ section }) => section)
    assert.deepStrictEqual(
      sections.filter((section, index) => section !== sections[index - 1]),
      ["Review", ...withObjectives]
    )
    assert.deepStrictEqual(
      made.slides
        .flatMap(({ key = "", section }) => (section === "Parcel Services" ? key.split(" ").slice(1) : []))
        .filter((subject) => subject !== ""),
      ["summary", "attention", "progress"]
    )
  })

  it("leaves out the reason if a title has no room for all of it", () => {
    const long = "Customer onboarding in the first year of use"
    const teams = six.teams.map((input) =>
      input.team.name === "Customer onboarding" ? { ...input, team: { ...input.team, name: long } } : input
    )
    const longTitles = plan({ ...six, teams }).slides.map(({ title }) => title)
    const need = "3 of 6 objectives need attention, most of all “More trials end in a contract”"
    assert.include(longTitles, `${long}: ${need}`)
    const titles = made.slides.map(({ title }) => title)
    assert.include(titles, `Customer onboarding: ${need} – 19\u00A0% done, 100\u00A0% expected`)
    assert.deepStrictEqual(
      titles.filter((title) => title.includes("…")),
      []
    )
  })

  it("has the sums of its teams", () => {
    const [comparison = []] = tablesOn(slidesOf(made, "comparison")).map(rowsOf)
    assert.lengthOf(comparison, 6)
    const [today = []] = tablesOn(slidesOf(made, "company summary")).flatMap((table) => rowsOf(table).slice(0, 1))
    const sums = [2, 3, 4, 5, 6, 7].map((column) => comparison.reduce((sum, row) => sum + countOf(row[column]), 0))
    const [all, achieved, onTrack, atRisk, missed, draft] = sums
    assert.deepStrictEqual(
      [today[7], today[5], today[3], Number(today[1]) + Number(today[2]), today[6], today[4]].map(Number),
      [all, achieved, onTrack, atRisk, missed, draft]
    )
    assert.strictEqual((achieved ?? 0) + (onTrack ?? 0) + (atRisk ?? 0) + (missed ?? 0) + (draft ?? 0), all)
  })

  it("names the team of each objective that needs attention or changed", () => {
    const attention = tablesOn(slidesOf(made, "company attention")).flatMap(rowsOf)
    assert.strictEqual(attention[0]?.[1]?.replace("\u00a0►", ""), "More trials end in a contract\nCustomer onboarding")
  })

  it("has the appendix if it is requested", () => {
    const full = plan({ ...six, detail: "full" })
    assert.isAbove(full.slides.length, made.slides.length)
    assert.match(full.slides.at(-1)?.title ?? "", /^How to read/)
    assert.notMatch(made.slides.at(-1)?.title ?? "", /^How to read/)
  })

  it("says how many teams have no slides", () => {
    const many = plan(twoHundred)
    const own = new Set(many.slides.map(({ section }) => section)).size - 1
    assert.include(
      textsOn(slidesOf(many, "comparison")),
      `The last ${200 - own} teams in this table have no slides of their own in this deck`
    )
  })
})
