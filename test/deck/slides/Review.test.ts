import { assert, describe, it } from "@effect/vitest"
import type { BarChart, SlidePlan } from "../../../src/deck/DeckPlan.ts"
import { barScale } from "../../../src/deck/DeckPlan.ts"
import { plan } from "../../../src/deck/DeckPlanner.ts"
import { asksOf, housekeepingOf, maxAsks } from "../../../src/deck/facts/asks/Asks.ts"
import { outcomesOf } from "../../../src/deck/facts/asks/LastAsks.ts"
import { findingsOf } from "../../../src/deck/facts/Findings.ts"
import { messagesOf } from "../../../src/deck/facts/Messages.ts"
import { measuredRows } from "../../../src/deck/facts/Progress.ts"
import { initiativeMarks, objectiveMarks } from "../../../src/deck/facts/StatusFacts.ts"
import type { DeckInput } from "../../../src/deck/Input.ts"
import * as Cover from "../../../src/deck/slides/Cover.ts"
import { whyText } from "../facts/ExampleTeams.ts"
import { planned } from "../Planned.ts"
import { inputs } from "../Teams.ts"
import { fillOf } from "./Fill.ts"
import { rowsOf, runsOn, slidesOf, tablesOn, textOf, textsOn, titleOf } from "./PlanText.ts"

const { quarter, sample, large } = inputs
const made = plan(quarter)

const plain = (text: string): string => text.replaceAll(/[\u00a0\n]/g, " ").replace(/ ►/g, "")

const barsOn = (slides: ReadonlyArray<SlidePlan>): ReadonlyArray<BarChart> =>
  slides.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === "chart" && block.chart === "bar" ? [block] : []))
  )

const named = (name: string): DeckInput => ({ ...sample, team: { ...sample.team, name } })

const nameSize = (name: string): number | undefined =>
  Cover.slides(named(name))[0]?.blocks.flatMap((block) =>
    block.kind === "text" && block.placeholder === "title" ? [block.size] : []
  )[0]

describe("The cover", () => {
  it("names the team and the period, and has the event's number only in the notes", () => {
    const [cover] = Cover.slides(quarter)
    assert.deepStrictEqual(textsOn(Cover.slides(quarter)), [
      "Parcel Services",
      "Strategy review\n1 September to 14 November 2026\n25 objectives, 8 principles"
    ])
    assert.strictEqual(cover?.notes, "As of event 4,711, 14 November 2026.")
    const selected = { ...quarter, selection: { statuses: ["at_risk", "off_track"] as const, of: 40 } }
    assert.include(textsOn(Cover.slides(selected))[1] ?? "", "25 of 40 objectives: at risk, off track")
  })

  it("names a single day as one", () => {
    const [, words = ""] = textsOn(Cover.slides({ ...quarter, since: quarter.date }))
    assert.match(words, /^Strategy review\n14 November 2026\n/)
  })

  it("shows short names large, long names smaller, and only what fits", () => {
    assert.deepStrictEqual([nameSize("North"), nameSize("W".repeat(100))], [40, 24])
    const [cover] = Cover.slides(named("W".repeat(100)))
    assert.isTrue(cover?.notes.startsWith("W".repeat(100)))
  })
})

describe("The summary", () => {
  const summary = slidesOf(made, " summary")
  const [strip, findings, changes] = tablesOn(summary).map(rowsOf)

  it("counts each status, on its day and on the day compared with", () => {
    assert.deepStrictEqual(strip, [
      ["14 November", "2", "2", "3", "3", "12", "3", "25"],
      ["1 September", "0", "0", "1", "0", "17", "0", "18"]
    ])
  })

  it("has findings, each with a number and a link to its slide", () => {
    assert.isTrue(findings !== undefined && findings.length >= 3 && findings.length <= 6)
    assert.deepStrictEqual(
      findings?.map(([number = ""]) => /^\d+/.test(number)),
      findings?.map(() => true)
    )
    const table = tablesOn(summary).slice(1, 2)
    const runs = table.flatMap(({ rows }) =>
      rows.flat().flatMap(({ paragraphs }) => paragraphs.flatMap(({ runs }) => runs))
    )
    const ends = new Set(runs.flatMap(({ link }) => link?.split(" ").at(-1) ?? []))
    assert.sameMembers([...ends], ["asks", "attention", "progress", "principles"])
  })

  it("has every change that it has room for, and says how many there are besides", () => {
    const messages = messagesOf(quarter)
    const [last = [""], ...told] = (changes ?? []).toReversed()
    assert.strictEqual(told.length + Number(/^and (\d+) more changes$/.exec(last[0] ?? "")?.[1] ?? 0), messages.length)
    assert.isNotEmpty(slidesOf(made, " changes"))
  })

  it("makes a slide of changes only where it has no room for them", () => {
    const [objective] = quarter.team.objectives.filter(({ status }) => status === "on_track")
    assert(objective !== undefined)
    const before = {
      ...quarter.team,
      objectives: quarter.team.objectives.map((each) =>
        each === objective ? { ...each, status: "at_risk" as const } : each
      )
    }
    const few = plan({ ...quarter, before })
    const [, , told] = tablesOn(slidesOf(few, " summary")).map(rowsOf)
    assert.deepStrictEqual(
      told?.map((row) => row.map(plain)),
      [["Recovered", objective.title, "On track, was at risk"]]
    )
    assert.isEmpty(slidesOf(few, " changes"))
  })
})

describe("What has to be decided", () => {
  const asks = asksOf([quarter])
  const rows = tablesOn(slidesOf(made, " asks")).flatMap(rowsOf)

  it("is on one slide, by damage, with what is known and room for a proposal", () => {
    assert.lengthOf(slidesOf(made, " asks"), 1)
    assert.deepStrictEqual(
      rows.map(([, title = ""]) => plain(title)),
      asks.slice(0, maxAsks).map(({ attention }) => attention.objective.title)
    )
    assert.isTrue(rows.every((row) => row.length === 7 && row.at(-1) === ""))
  })

  it("proves its title: the first row says the same reason", () => {
    const [, reason = ""] = plain(titleOf(made, " asks")).split(" – ")
    assert.isTrue(
      plain(rows[0]?.[5] ?? "")
        .toLowerCase()
        .startsWith(reason.toLowerCase()),
      reason
    )
  })

  it("is counted where there is more than has room", () => {
    const all = asksOf([large])
    const last = tablesOn(slidesOf(planned(large), " asks"))
      .flatMap(rowsOf)
      .at(-1)
    assert.deepStrictEqual(last, [`and ${all.length - maxAsks} more objectives, less far off`])
    assert.match(titleOf(planned(large), " asks"), new RegExp(`^${all.length} objectives need a decision, first`))
  })

  it("has no slide where nothing has to be decided", () => {
    const objectives = quarter.team.objectives.map((each) => ({ ...each, status: "on_track" as const }))
    assert.isEmpty(slidesOf(plan({ ...quarter, team: { ...quarter.team, objectives } }), " asks"))
  })
})

describe("What the last deck asked", () => {
  it("is on a slide with what came of it, in the order in which it was asked", () => {
    const { before } = quarter
    assert(before !== null)
    const off = { ...before, objectives: before.objectives.map((each) => ({ ...each, status: "off_track" as const })) }
    const told = plan({ ...quarter, before: off, lastDeck: 40 })
    const rows = tablesOn(slidesOf(told, " lastAsks")).flatMap(rowsOf)
    const outcomes = outcomesOf([{ ...quarter, before: off, lastDeck: 40 }])
    assert.lengthOf(rows, maxAsks)
    for (const [index, [title = "", , , , came = ""]] of rows.entries()) {
      const { ask, now, words } = outcomes[index] ?? assert.fail("as many rows as outcomes")
      assert.strictEqual(plain(title), (now ?? ask.attention.objective).title)
      assert.isTrue(plain(came).startsWith(plain(words)), came)
    }
    assert.match(titleOf(told, " lastAsks"), /^What we asked on 1 September about 5 objectives: \d/)
    assert.isEmpty(slidesOf(made, " lastAsks"))
  })
})

describe("The housekeeping", () => {
  it("is what else needs attention, worst first, with the reason by the rules before the team's last note", () => {
    const rows = tablesOn(slidesOf(made, " attention")).flatMap(rowsOf)
    assert.deepStrictEqual(
      rows.filter(({ length }) => length > 1).map(([, title = "", why = ""]) => [plain(title), plain(why)]),
      housekeepingOf([quarter]).map(({ attention }) => [attention.objective.title, plain(whyText(attention))])
    )
    const [principles = [""]] = rows.filter(({ length }) => length === 1)
    assert.deepStrictEqual(principles, ["No objective serves the principle “Regulated customers can say yes”"])
  })

  it("names the day compared with only where something was there then", () => {
    const heads = (input: DeckInput) =>
      tablesOn(slidesOf(plan(input), " attention")).map(({ rows: [head = []] }) =>
        plain(textOf(head[3]?.paragraphs ?? []))
      )
    assert.deepStrictEqual(heads(quarter), ["Progress, since 1 September"])
    assert.deepStrictEqual(heads({ ...quarter, before: null }), ["Progress"])
  })

  it("says how many more there are if it has no room for all", () => {
    const rows = tablesOn(slidesOf(planned(large, "board"), " attention").slice(0, 1)).flatMap(rowsOf)
    const left = rows.filter(({ length }) => length === 1).map(([text = ""]) => text)
    assert.match(left[0] ?? "", /^and \d+ more objectives/)
    const lines = rows.filter(({ length }) => length > 1).length
    assert.strictEqual(lines + Number(/\d+/.exec(left[0] ?? "")?.[0]), housekeepingOf([large]).length)
  })
})

describe("A small team's deck", () => {
  it("has at most six slides, none of which is nearly empty", () => {
    const { team, before } = quarter
    for (const detail of ["full", "board"] as const) {
      for (const from of [0, 4, 8, 12]) {
        const objectives = team.objectives.slice(from, from + 2)
        const input = { ...quarter, detail, before, lastDeck: 40, team: { ...team, objectives } }
        const { slides } = plan(input)
        assert.isAtMost(slides.length, 6)
        for (const slide of slides.slice(1)) assert.isAbove(fillOf(slide), 1 / 3, slide.title)
      }
    }
  })
})

describe("The progress slides", () => {
  const bars = barsOn(slidesOf(made, " progress"))

  it("have every measured objective once, in the deck's order, in its status' colour, with the expected pace", () => {
    const rows = measuredRows(quarter.team.objectives, quarter)
    assert.deepStrictEqual(
      bars.flatMap(({ categories }) => categories.map(({ name }) => name)),
      rows.map(({ objective }) => objective.title)
    )
    for (const { series, expected, categories } of bars) {
      for (const [index, { name }] of categories.entries()) {
        const row = rows.find(({ objective }) => objective.title === name)
        const shown = series.filter(({ values }) => values[index] !== null)
        assert.deepStrictEqual(
          shown.map((each) => [each.name, each.color, each.values[index]]),
          row === undefined
            ? []
            : [
                [
                  objectiveMarks[row.objective.status].word,
                  objectiveMarks[row.objective.status].color,
                  row.pace.percent
                ]
              ]
        )
        assert.strictEqual(expected?.values[index], row?.pace.expected)
      }
    }
  })

  it("have the same scale on every slide of every deck", () => {
    const all = Object.values(inputs).flatMap((input) => barsOn(slidesOf(plan(input), " progress")))
    assert.isAbove(all.length, 6)
    assert.deepStrictEqual([...new Set(all.map(({ max, unit, box }) => `${max} ${unit} ${box.w}`))].length, 1)
    assert.isTrue(all.every(({ box, categories }) => box.h >= categories.length * barScale.pitch.least))
  })
})

describe("Over time", () => {
  it("says nothing of a pace where no measure has one", () => {
    const { team } = quarter
    const objectives = team.objectives.map((each) => ({ ...each, dueDate: null }))
    const title = titleOf(plan({ ...quarter, team: { ...team, objectives } }), " overTime trends")
    assert.match(plain(title), /^Of 6 headline measures, \d moved towards their targets since 1 September$/)
  })

  it("says that no measure moved in words", () => {
    const title = titleOf(plan({ ...quarter, since: quarter.date }), " overTime trends")
    assert.match(plain(title), /; none moved towards its target since 14 November$/)
  })

  it("has lines for what needs attention first, then for the headline measures", () => {
    const charts = slidesOf(made, " trends").flatMap(({ blocks }) => blocks.filter((block) => block.kind === "chart"))
    assert.lengthOf(charts, 6)
    assert.match(charts[0]?.alt ?? "", /^Updates done by operations: from 0/)
  })
})

describe("What changed", () => {
  it("is shown as messages, each once, on at most two slides", () => {
    const slides = slidesOf(made, " changes")
    const rows = tablesOn(slides)
      .flatMap(rowsOf)
      .filter(({ length }) => length > 1)
    assert.isAtMost(slides.length, 2)
    assert.deepStrictEqual(
      rows.map(([, title = ""]) => plain(title)),
      messagesOf(quarter).map(({ title }) => title)
    )
  })

  it("links to the slide of each living objective, also to a shared one", () => {
    const there = new Set<string>(quarter.team.objectives.map(({ id }) => id))
    const links = runsOn(slidesOf(made, " changes")).filter(({ link }) => link !== undefined)
    assert.lengthOf(links, messagesOf(quarter).filter(({ id }) => there.has(id)).length)
  })
})

describe("The principles", () => {
  it("have names as long as their rows are wide", () => {
    const long = "A title that takes much more room than the narrow column of the principles' names has"
    const { team } = quarter
    const objectives = team.objectives.map((each) => ({ ...each, title: long, principleIds: [] }))
    const principles = team.principles.map((each) => ({ ...each, title: long }))
    const input = { ...quarter, team: { ...team, objectives, principles } }
    const rows = tablesOn(slidesOf(plan(input), " principles")).flatMap(rowsOf)
    const [unserved, unlinked] = [
      rows.filter(([label]) => label === "P1"),
      rows.filter(([name]) => name?.includes("A title"))
    ]
    assert.deepStrictEqual(unserved, [["P1", long]])
    assert.isNotEmpty(unlinked)
    assert.isTrue(unlinked.every(([name]) => name?.includes(long)))
  })

  it("are not said to be served by none because the deck has only some objectives", () => {
    const { team } = quarter
    const objectives = team.objectives.filter(({ status }) => status === "at_risk")
    const selection = { statuses: ["at_risk"] as const, of: team.objectives.length }
    const input = { ...quarter, team: { ...team, objectives }, selection }
    assert.strictEqual(titleOf(plan(input), " principles"), "4 of 8 principles are served by these 3 objectives")
    assert.notInclude(textsOn(plan(input).slides).join("\n"), "Principles that no objective serves")
    assert.notInclude(
      findingsOf([input])
        .map(({ words }) => words)
        .join(),
      "principle"
    )
    assert.notInclude(textsOn(plan(input).slides).join("\n"), "No objective serves")
  })

  it("have their objectives by status, which add up", () => {
    const rows = tablesOn(slidesOf(made, " principles"))
      .flatMap(rowsOf)
      .filter(({ length }) => length > 3)
    assert.lengthOf(rows, 7)
    for (const [, , all, ...counts] of rows) {
      const sum = counts.slice(0, 6).reduce((total, count) => total + (count === "–" ? 0 : Number(count)), 0)
      assert.strictEqual(sum, Number(all))
    }
  })
})

describe("The matrix", () => {
  it("has the sample's titles in full", () => {
    const texts = textsOn(slidesOf(plan(sample), " matrix"))
      .map(plain)
      .join("\n")
    const { principles, objectives } = sample.team
    for (const { title } of [...principles, ...objectives]) assert.include(texts, title)
  })
})

describe("The legend", () => {
  it("explains every status", () => {
    const texts = textsOn(made.slides.slice(-1)).map(plain)
    for (const { word, glyph } of Object.values({ ...objectiveMarks, ...initiativeMarks })) {
      assert.include(texts, `${glyph} ${word}`)
    }
  })
})
