import { assert, describe, it } from "@effect/vitest"
import type { DeckPlan } from "../../../src/deck/DeckPlan.ts"
import { plan } from "../../../src/deck/DeckPlanner.ts"
import { lineScale } from "../../../src/deck/draw/LineCharts.ts"
import { asksOf, maxAsks } from "../../../src/deck/facts/asks/Asks.ts"
import { companyFacts, inNeedFirst } from "../../../src/deck/facts/Company.ts"
import { percentText, pointsText } from "../../../src/deck/facts/DeckNumbers.ts"
import { paceOf } from "../../../src/deck/facts/PaceFacts.ts"
import { inOrder } from "../../../src/deck/facts/Progress.ts"
import { type CompanyInput, teamInputs } from "../../../src/deck/Input.ts"
import { changesOf } from "../../../src/deck/slides/ChangesSlides.ts"
import { bodyBox } from "../../../src/deck/slides/ContentSlide.ts"
import { companyReview } from "../../../src/deck/slides/Review.ts"
import { meanPercent } from "../../../src/shared/Percent.ts"
import { companies } from "../Companies.ts"
import { rowsOf, slidesOf, tablesOn, textsOn, titleOf } from "./PlanText.ts"

const { six, twoHundred } = companies
const made = plan(six)

const sectionsOf = ({ slides }: DeckPlan) =>
  slides.map(({ section }) => section).filter((section, index, all) => section !== all[index - 1])

const teamSlidesOf = ({ slides }: DeckPlan) => slides.filter(({ section }) => section === "Teams")

const countOf = (text: string | undefined): number => (text === "–" ? 0 : Number(text))

describe("The deck of a company", () => {
  it("has all teams together first, then a slide for each, in their order, and how to read them", () => {
    assert.deepStrictEqual(sectionsOf(made), ["Review", "Teams", "Appendix"])
    const withObjectives = companyFacts(six).teams.filter(({ all }) => all > 0)
    assert.deepStrictEqual(
      teamSlidesOf(made).map(({ key }) => key),
      withObjectives.map(({ input }) => `${input.team.id} summary`)
    )
    for (const [index, { input, all }] of withObjectives.entries()) {
      const [, table] = tablesOn(teamSlidesOf(made).slice(index, index + 1))
      assert.isDefined(table)
      const rows = rowsOf(table)
      const told = rows
        .filter(({ length }) => length > 1)
        .map(([, title = ""]) => title.replaceAll("\n", " ").replace("\u00a0►", ""))
      const worst = inOrder(input.team.objectives, input).map(({ objective }) => objective.title)
      for (const [row, title] of told.entries()) assert.isTrue(worst[row]?.startsWith(title.replace(/…$/, "")), title)
      const left = all - told.length
      assert.deepStrictEqual(
        rows.filter(({ length }) => length === 1),
        left === 0 ? [] : [[`and ${left} more ${left === 1 ? "objective" : "objectives"}`]]
      )
    }
  })

  it.each([
    [10, 22],
    [11, 13],
    [50, 14]
  ])("of %d teams has at most %d slides", (teams, most) => {
    const made = plan({ ...twoHundred, teams: twoHundred.teams.slice(0, teams) })
    assert.isAtMost(made.slides.length, most)
    assert.lengthOf(teamSlidesOf(made), teams === 10 ? teams : 0)
  })

  it("says in its summary how many changes have no room there", () => {
    const three = { ...twoHundred, teams: [1, 6, 11].flatMap((at) => twoHundred.teams[at] ?? []) }
    const tables = tablesOn(slidesOf(plan(three), "company summary"))
    const lines = tables.filter(({ alt }) => alt.startsWith("What changed")).flatMap(rowsOf)
    const { length } = changesOf(companyReview(three, teamInputs(three)))
    assert.deepStrictEqual(lines.at(-1), [`and ${length - lines.length + 1} more changes`])
  })

  it("asks first about the worst of all teams, and names each one's team", () => {
    const asks = asksOf(companyFacts(six).teams.map(({ input }) => input))
    const rows = tablesOn(slidesOf(made, "company asks")).flatMap(rowsOf)
    assert.deepStrictEqual(
      rows.slice(0, maxAsks).map(([, title]) => title?.replace("\u00a0►", "")),
      asks.slice(0, maxAsks).map(({ input, attention }) => `${attention.objective.title}\n${input.team.name}`)
    )
    assert.deepStrictEqual(rows.slice(maxAsks), [[`and ${asks.length - maxAsks} more objectives, less far off`]])
  })

  it("has every objective on one slide, by team, or on two that are about equally high", () => {
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
    const two = slidesOf(plan({ ...twoHundred, teams: teams.slice(0, 8) }), "company wall").slice(0, 2)
    const counts = two.map(({ blocks }) =>
      blocks.slice(1, -1).map((block) => (block.kind === "text" ? block.paragraphs.length : 0))
    )
    assert.deepStrictEqual(
      counts.map(({ length }) => length),
      [2, 2]
    )
    assert.isAtMost(Math.max(...counts.flat()) - Math.min(...counts.flat()), 4)
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
    const lines = textsOn(wall === undefined ? [] : [wall]).flatMap((text) => text.split("\n"))
    const cut = lines.filter((line) => line.includes("…")).length
    if (count === 3) assert.isAbove(cut, 1)
    else assert.isAtMost(cut, 1)
  })

  it("of one team and one objective has no slides that say the same again", () => {
    const single = plan({ ...twoHundred, teams: twoHundred.teams.slice(3, 4) })
    assert.isEmpty([...slidesOf(single, "company wall"), ...slidesOf(single, "portfolio")])
  })

  it("has the sums of its teams", () => {
    const [portfolio = []] = tablesOn(slidesOf(made, "portfolio")).map(rowsOf)
    const rows = portfolio.filter(({ length }) => length > 1)
    assert.deepStrictEqual(
      rows.map(([name]) => name?.replace("\u00a0►", "").replace("\n", " ")),
      companyFacts(six)
        .teams.toSorted(inNeedFirst)
        .map(({ input }) => input.team.name)
    )
    const [today = []] = tablesOn(slidesOf(made, "company summary")).flatMap((table) => rowsOf(table).slice(0, 1))
    const [missed = 0, offTrack = 0, , , , , all] = today.slice(1).map(Number)
    const [sum, bad] = [1, 2].map((column) => rows.reduce((total, row) => total + countOf(row[column]), 0))
    assert.deepStrictEqual([sum, bad], [all, missed + offTrack])
  })

  it("shows done, expected and the gap of each team over the same objectives, the largest gap first", () => {
    const { teams } = companyFacts(six)
    const rows = tablesOn(slidesOf(made, "portfolio")).flatMap(rowsOf)
    const gaps: Array<number> = []
    for (const { input, schedule } of teams.toSorted(inNeedFirst)) {
      const counted = input.team.objectives.filter(
        ({ status, dueDate, progress }) =>
          dueDate !== null && progress.length > 0 && !["draft", "achieved", "missed"].includes(status)
      )
      assert.strictEqual(schedule?.of ?? 0, counted.length)
      const [, , , done, expected, gap, behind] = rows[gaps.length] ?? []
      if (schedule === null) assert.deepStrictEqual([done, expected, gap, behind], ["–", "–", "–", "–"])
      else {
        const paces = counted.map((objective) => paceOf(objective, six.date))
        const mean = (of: "percent" | "expected") => meanPercent(paces.map((pace) => pace[of] ?? 0)) ?? 0
        assert.deepStrictEqual([done, expected], [percentText(mean("percent")), percentText(mean("expected"))])
        assert.strictEqual(gap, pointsText(mean("percent") - mean("expected")))
        assert.strictEqual(behind, `${paces.filter((pace) => (pace.gap ?? 0) > 0).length} of ${counted.length}`)
      }
      gaps.push(schedule?.gap ?? Number.NEGATIVE_INFINITY)
    }
    assert.deepStrictEqual(
      gaps,
      gaps.toSorted((one, other) => (one < other ? 1 : one > other ? -1 : 0))
    )
    const [worst] = teams.toSorted(inNeedFirst)
    assert.match(titleOf(made, "portfolio"), /teams? (is|are) 20 points or more behind schedule/)
    assert.include(titleOf(made, "portfolio"), `“${worst?.input.team.name}”, by ${worst?.schedule?.gap} points`)
  })

  it("shows the last weeks of few teams over one scale", () => {
    const three = { ...twoHundred, teams: [0, 1, 4].flatMap((at) => twoHundred.teams[at] ?? []) }
    const chartsOf = (input: CompanyInput) =>
      slidesOf(plan(input), "portfolio").flatMap(({ blocks }) => blocks.filter((block) => block.kind === "chart"))
    const charts = chartsOf(three)
    assert.isAbove(charts.length, 1)
    assert.lengthOf(new Set(charts.map((chart) => JSON.stringify(lineScale(chart)))), 1)
    const { teams } = companyFacts(three)
    const lasts = charts.map(({ lines }) => lines.map(({ points }) => points.at(-1)?.value))
    const schedules = teams.toSorted(inNeedFirst).flatMap(({ schedule }) => schedule ?? [])
    for (const last of lasts)
      assert.isTrue(schedules.some(({ done, expected }) => last[0] === done && last[1] === expected))
    assert.isEmpty(chartsOf({ ...twoHundred, teams: twoHundred.teams.slice(0, 5) }))
  })

  it("is called by the company's name, where it has one", () => {
    const named = plan({ ...six, companyName: "Northwind" })
    assert.strictEqual(named.title, "Northwind – Strategy review")
    assert.match(named.footer, /^Northwind · /)
    assert.strictEqual(named.slides[0]?.title, "Northwind")
    assert.strictEqual(made.slides[0]?.title, "Strategy of 6 teams")
  })

  it("has the appendix if it is requested", () => {
    const full = plan({ ...six, detail: "full" })
    assert.isAbove(full.slides.length, made.slides.length)
    const { teams } = companyFacts(six)
    const withObjectives = teams.filter(({ all }) => all > 0).map(({ input }) => input.team.name)
    assert.deepStrictEqual(sectionsOf(full), ["Review", "Teams", "Housekeeping", ...withObjectives, "Appendix"])
  })

  it("has the table of a team's objectives in the appendix only where the team's slide leaves some out", () => {
    const full = plan({ ...six, detail: "full" })
    const repeated = companyFacts(six).teams.map(({ input: { team } }) => {
      const rows = tablesOn(slidesOf(full, `${team.id} summary`).slice(0, 1)).flatMap(rowsOf)
      return [rows.some(({ length }) => length === 1), slidesOf(full, `${team.id} progress`).length > 0]
    })
    assert.isTrue(repeated.every(([isCut, isRepeated]) => isCut || !isRepeated))
    assert.isTrue(repeated.some(([isCut, isRepeated]) => isCut && isRepeated))
    assert.isTrue(repeated.some(([isCut]) => !isCut))
  })
})
