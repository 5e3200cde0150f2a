import { assert, describe, it } from "@effect/vitest"
import type { Run, SlidePlan } from "../../src/deck/DeckPlan.ts"
import { numberText } from "../../src/deck/facts/DeckNumbers.ts"
import { atThisRate } from "../../src/deck/facts/ForecastFacts.ts"
import { objectiveMarks } from "../../src/deck/facts/StatusFacts.ts"
import type { DeckInput } from "../../src/deck/Input.ts"
import type { Progress, Team } from "../../src/domain/state/State.ts"
import { teamOverview } from "../../src/domain/views/Overview.ts"
import { teamChanges } from "../../src/domain/views/OverviewChanges.ts"
import { standingOf, teamTrend } from "../../src/domain/views/Trend.ts"
import { objectivesView } from "../../src/domain/views/Views.ts"
import { utcDays } from "../../src/shared/Days.ts"
import { meanPercent } from "../../src/shared/Percent.ts"
import { objectiveStatuses } from "../../src/shared/Statuses.ts"
import { planned } from "./Planned.ts"
import { textOf } from "./slides/PlanText.ts"
import { inputs } from "./Teams.ts"

/** A paragraph or a row of a table. */
interface Line {
  readonly text: string
  readonly cells: ReadonlyArray<string>
  /** The only objective that it is about; undefined where there is none, or several. */
  readonly objectiveId: string | undefined
}

const objectivePath = /\/objectives\/([\da-f-]{36})/
const idIn = (path = ""): string | undefined => objectivePath.exec(path)?.[1]

const linesOn = (slide: SlidePlan): ReadonlyArray<Line> => {
  const lineOf = (cells: ReadonlyArray<string>, runs: ReadonlyArray<Run>): Line => {
    const ids = new Set(runs.flatMap(({ page }) => idIn(page?.path) ?? []))
    const plain = cells.map((cell) => cell.replaceAll("\u00A0", " "))
    return { text: plain.join(" | "), cells: plain, objectiveId: ids.size === 1 ? [...ids][0] : idIn(slide.page?.path) }
  }
  const lines = slide.blocks.flatMap((block) => {
    if (block.kind === "text") return block.paragraphs.map((each) => lineOf([textOf([each])], each.runs))
    if (block.kind !== "table") return []
    return block.rows.map((row) =>
      lineOf(
        row.map(({ paragraphs }) => textOf(paragraphs)),
        row.flatMap(({ paragraphs }) => paragraphs.flatMap(({ runs }) => runs))
      )
    )
  })
  return [...lines, lineOf([slide.title], [])]
}

/** What the API's views say of a team on a day. */
const viewsOf = (team: Team, date: string) => ({
  ...teamOverview(team, date, utcDays),
  views: objectivesView(team).objectives,
  /** Of the trend's last column. */
  average: teamTrend([{ date, sequenceNumber: 1, standings: new Map([[team.id, standingOf(team)]]) }], team.id)
    .percent[0]
})

const number = /[\d,]+(?:\.\d+)?/g
const numbersIn = (text: string): ReadonlyArray<number> =>
  (text.match(number) ?? []).map((digits) => Number(digits.replaceAll(",", "")))

/** The per cents of progress that an objective may have on a slide, and the numbers that people wrote about it. */
const ofObjective = ({ team, date }: DeckInput): ReadonlyMap<string, ReadonlySet<number>> => {
  const { objectives, views } = viewsOf(team, date)
  return new Map(
    team.objectives.map((objective, index) => {
      const [row, view] = [objectives[index], views[index]]
      const progress = [row?.percent, row?.expectedPercent, ...(view?.progress.map(({ percent }) => percent) ?? [])]
      const told = objective.progress.flatMap((measure) => [
        ...[measure.start, measure.target, ...measure.checkIns.map(({ value }) => value)].map(numberText),
        ...measure.checkIns.map(({ note }) => note),
        ...[measure.name, measure.unit, atThisRate(objective, measure, date)?.text ?? ""]
      ])
      const texts = [
        objective.title,
        objective.description,
        ...objective.initiatives.map(({ title }) => title),
        ...told
      ]
      return [objective.id, new Set([...progress.flatMap((each) => each ?? []), ...numbersIn(texts.join("\n"))])]
    })
  )
}

/** The per cents of several objectives together: the team's, then and now, and those of each principle. */
const ofTeam = ({ team, before, date, since }: DeckInput): ReadonlySet<number> => {
  const { objectives, average } = viewsOf(team, date)
  const expected = meanPercent(objectives.flatMap(({ expectedPercent }) => expectedPercent ?? []))
  const ofPrinciples = team.principles.map(({ id }) =>
    meanPercent(
      objectives.flatMap(({ principleIds, status, percent }) =>
        principleIds.includes(id) && status !== "draft" ? (percent ?? []) : []
      )
    )
  )
  const then = before === null ? null : viewsOf(before, since).average
  return new Set([average, then, expected, ...ofPrinciples].flatMap((each) => each ?? []))
}

/** How many objectives have a status, had it, or came to it since. */
const countsOf = ({ team, before, date, since }: DeckInput, status: (typeof objectiveStatuses)[number]) => {
  const then = before === null ? undefined : viewsOf(before, since).team.counts.byStatus[status]
  const moved = teamChanges(before ?? undefined, team)?.statusChanges.filter(({ to }) => to === status).length
  return [viewsOf(team, date).team.counts.byStatus[status], then, moved]
}

/** How to read the deck is told by an example. */
const isOfTeam = ({ title }: SlidePlan): boolean => !title.startsWith("How to read")

/** Each figure of a deck that the views do not have, with its line. */
const wrongFigures = (input: DeckInput, deck = planned(input)): ReadonlyArray<string> => {
  const [own, shared] = [ofObjective(input), ofTeam(input)]
  const anybody = new Set([...shared, ...[...own.values()].flatMap((numbers) => [...numbers])])
  const lines = deck.slides.filter(isOfTeam).flatMap(linesOn)
  const percents = lines.flatMap(({ text, objectiveId }) => {
    const allowed = (objectiveId === undefined ? undefined : own.get(objectiveId)) ?? anybody
    return [...text.matchAll(/([\d,.]*\d) ?%/g)]
      .filter(([, digits = ""]) => !numbersIn(digits).every((each) => allowed.has(each)))
      .map(([found]) => `${found} in: ${text}`)
  })
  const counts = objectiveStatuses.flatMap((status) => {
    const pattern = new RegExp(`(\\d+) ${objectiveMarks[status].word}`, "gi")
    return lines.flatMap(({ text, objectiveId }) =>
      objectiveId !== undefined
        ? []
        : [...text.matchAll(pattern)]
            .filter(([, digits]) => !countsOf(input, status).includes(Number(digits)))
            .map(([found]) => `${found} in: ${text}`)
    )
  })
  const values = lines.flatMap(({ text, cells, objectiveId }) => {
    const measures = viewsOf(input.team, input.date).views.find(({ id }) => id === objectiveId)?.progress ?? []
    return measures
      .filter(({ name, value }) => cells.includes(name) && cells.length > 1 && !text.includes(numberText(value)))
      .map(({ name, value }) => `${name} is not at ${value} in: ${text}`)
  })
  return [...percents, ...counts, ...values]
}

/** With links, which tell of which objective a row is. */
const linked = (input: DeckInput): DeckInput => ({ ...input, pageUrl: "https://strategy.example/" })

describe("The figures of a deck", () => {
  it.each(["sample", "quarter"] as const)("are those of the API's views: %s", (name) => {
    for (const detail of ["full", "board"] as const) {
      assert.deepStrictEqual(wrongFigures({ ...linked(inputs[name]), detail }), [])
    }
  })

  it("are found where they differ: the deck of a team whose measures are elsewhere", () => {
    const input = linked(inputs.quarter)
    const elsewhere = (each: Progress) => ({ ...each, value: each.start + (each.target - each.start) * 0.37 })
    const moved = input.team.objectives.map((each) => ({ ...each, progress: each.progress.map(elsewhere) }))
    const found = wrongFigures(input, planned({ ...input, team: { ...input.team, objectives: moved } }))
    const measured = moved.filter(({ progress }) => progress.length > 0)
    assert.isAbove(found.filter((fault) => fault.startsWith("37 %")).length, measured.length)
  })
})
