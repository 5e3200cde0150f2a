import { assert, describe, it } from "@effect/vitest"
import { plan } from "../../../src/deck/DeckPlanner.ts"
import { asksOf, housekeepingOf, maxAsks } from "../../../src/deck/facts/asks/Asks.ts"
import { outcomesOf } from "../../../src/deck/facts/asks/LastAsks.ts"
import { percentText } from "../../../src/deck/facts/DeckNumbers.ts"
import { findingsOf } from "../../../src/deck/facts/Findings.ts"
import { messagesOf } from "../../../src/deck/facts/Messages.ts"
import { principleFacts } from "../../../src/deck/facts/Principles.ts"
import { inOrder, progressSummary } from "../../../src/deck/facts/Progress.ts"
import { initiativeMarks, objectiveMarks } from "../../../src/deck/facts/StatusFacts.ts"
import { headlines } from "../../../src/deck/facts/TrendFacts.ts"
import type { DeckInput } from "../../../src/deck/Input.ts"
import * as Cover from "../../../src/deck/slides/Cover.ts"
import type { Objective } from "../../../src/domain/state/State.ts"
import { whyText } from "../facts/ExampleTeams.ts"
import { planned } from "../Planned.ts"
import { inputs } from "../Teams.ts"
import { fillOf } from "./Fill.ts"
import { rowsOf, runsOn, slidesOf, tablesOn, textOf, textsOn, titleOf } from "./PlanText.ts"

const { quarter, sample, large } = inputs
const made = plan(quarter)

const plain = (text: string): string => text.replaceAll(/[\u00a0\n]/g, " ").replace(/ ►/g, "")

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
      "Strategy review\n1\u00A0September to 14 November 2026\n25 objectives, 8 principles"
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
      ["14\u00A0November", "2", "2", "3", "3", "12", "3", "25"],
      ["1\u00A0September", "0", "0", "1", "0", "17", "0", "18"]
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
    assert.match(plain(titleOf(told, " lastAsks")), /^What came of 5 objectives we asked about on 1 September: \d/)
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
    const rows = tablesOn(slidesOf(planned(large), " attention")).flatMap(rowsOf)
    const left = rows.flatMap(([text = "", ...others]) =>
      others.length === 0 && text.startsWith("and ") ? [text] : []
    )
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

  it("names every principle and objective, however many there are of one", () => {
    const { team } = quarter
    const [first] = team.principles
    if (first === undefined) return assert.fail("no principle")
    for (const [objectiveCount, principleCount] of [
      [0, 2],
      [1, 1],
      [2, 2],
      [2, 80],
      [3, 2],
      [25, 80]
    ] as const) {
      const principles = Array.from({ length: principleCount }, (_, at) => ({
        ...first,
        ...{ id: `p${at}` as typeof first.id, title: `Principle ${at}` }
      }))
      const objectives = team.objectives.slice(0, objectiveCount)
      const told = plain(
        textsOn(plan({ ...quarter, detail: "full", team: { ...team, principles, objectives } }).slides).join("\n")
      )
      for (const { title } of [...principles, ...objectives]) assert.include(told, plain(title))
    }
  })
})

describe("The table of progress", () => {
  const tables = tablesOn(slidesOf(made, " progress"))
  const heads = (input: DeckInput) =>
    tablesOn(slidesOf(plan(input), " progress"))[0]?.rows[0]?.map(({ paragraphs }) => textOf(paragraphs))

  it("has every objective once, in the deck's order, with its status, and what is expected", () => {
    const rows = inOrder(quarter.team.objectives, quarter)
    assert.deepStrictEqual(
      tables
        .flatMap(rowsOf)
        .map(([status = "", title = "", progress = "", expected]) => [
          plain(status),
          plain(title),
          /[^█▌]*$/.exec(plain(progress))?.[0].trim(),
          plain(expected ?? "")
        ]),
      rows.map(({ objective: { status, title }, pace: { percent, expected } }) => [
        `${objectiveMarks[status].glyph} ${objectiveMarks[status].word}`,
        title,
        percent === null ? "Not measured" : plain(percentText(percent)),
        plain(percentText(expected))
      ])
    )
  })

  it("draws bars in the statuses' colours, with a tick at what is expected", () => {
    const bars = tables.flatMap(({ rows }) => rows.slice(1).flatMap(([, , progress]) => progress?.paragraphs ?? []))
    const colors = bars.map(({ runs }) => runs.flatMap(({ text, color }) => (text.includes("█") ? [color] : [])))
    const wanted = inOrder(quarter.team.objectives, quarter)
    for (const [at, { objective, pace }] of wanted.entries()) {
      if ((pace.percent ?? 0) > 0 && (pace.percent ?? 0) < 100)
        assert.deepStrictEqual(
          [...new Set(colors[at])],
          [objectiveMarks[objective.status].color, "faint"],
          objective.title
        )
      const ticks = bars[at]?.runs.filter(({ color }) => color === "ink").length
      assert.strictEqual(ticks, pace.percent !== null && pace.expected !== null ? 1 : 0, objective.title)
    }
  })

  it("has columns only for what some objective has", () => {
    assert.deepStrictEqual(heads(quarter), [
      ...["Status", "Objective", "Progress", "Expected", "Change", "At this rate", "Due"]
    ])
    const objectives = quarter.team.objectives.map((each, at) => ({
      ...each,
      owner: at === 0 ? "Priya Raman" : "",
      dueDate: null
    }))
    const owned = { ...quarter, before: null, team: { ...quarter.team, objectives } }
    assert.deepStrictEqual(heads(owned), ["Status", "Objective", "Owner", "Progress"])
  })

  it("is in a board's deck only if it fills a third of a slide", () => {
    const board = (count: number) => {
      const objectives = quarter.team.objectives.slice(0, count)
      const all = slidesOf(plan({ ...quarter, detail: "board", team: { ...quarter.team, objectives } }), " progress")
      return all.some(({ key }) => key?.endsWith(" progress"))
    }
    assert.deepStrictEqual([2, 8].map(board), [false, true])
  })
})

describe("The headline measures", () => {
  const titleWith = (change: (objective: Objective) => Partial<Objective>) => {
    const { team } = quarter
    const objectives = team.objectives.map((each) => ({ ...each, ...change(each) }))
    return plain(titleOf(plan({ ...quarter, team: { ...team, objectives } }), " trends"))
  }

  it("are those furthest behind of all open objectives, in charts with what is expected and where they lead", () => {
    const charts = slidesOf(made, " trends").flatMap(({ blocks }) => blocks.filter((block) => block.kind === "chart"))
    const furthest = headlines(inOrder(quarter.team.objectives, quarter), quarter.date).slice(0, 6)
    assert.lengthOf(furthest, 6)
    assert.deepStrictEqual(
      charts.map(({ lines: [line] }) => line?.points),
      furthest.map(({ points }) => points)
    )
    const names = new Set(charts.flatMap(({ lines }) => lines.map(({ name }) => name)))
    assert.sameMembers([...names], ["Measured", "At this rate", "Target", "Expected"])
  })

  it("say so where nothing is due, and count no closed objective as behind", () => {
    assert.match(
      titleWith(() => ({ dueDate: null })),
      /^6 of \d+ open objectives with check-ins, the least done first: none has a due date$/
    )
    const { behind, scheduled } = progressSummary(inOrder(quarter.team.objectives, quarter))
    assert.isTrue(plain(titleOf(made, " trends")).startsWith(`${behind} of ${scheduled} open objectives`))
    const first = titleWith(({ status }) => (status === "at_risk" ? { status: "achieved" } : {}))
    assert.isFalse(first.startsWith(`${behind} of ${scheduled}`))
  })

  it("have no slide for fewer than three charts", () => {
    const closed = (count: number) => {
      let left = count
      return titleWith(({ status, progress }) =>
        status === "draft" || progress.length === 0 || status === "achieved" || status === "missed" || left-- > 0
          ? {}
          : { status: "missed" }
      )
    }
    assert.deepStrictEqual(
      [2, 12].map((count) => closed(count) === ""),
      [true, false]
    )
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

  it("links to the slide of each objective that has one", () => {
    const keys = new Set(made.slides.map(({ key }) => key))
    const there = new Set<string>(
      quarter.team.objectives.flatMap(({ id }) => (keys.has(`objective ${id}`) ? [id] : []))
    )
    const links = runsOn(slidesOf(made, " changes")).filter(({ link }) => link !== undefined)
    assert.lengthOf(links, messagesOf(quarter).filter(({ id }) => there.has(id)).length)
  })
})

describe("The matrix", () => {
  it("has the sample's titles in full", () => {
    const texts = textsOn(slidesOf(plan(sample), " principles"))
      .map(plain)
      .join("\n")
    const { principles, objectives } = sample.team
    for (const { title } of [...principles, ...objectives]) assert.include(texts, title)
  })

  it("has a column for each principle that is served, no slide without a link, and names the others below", () => {
    const { team } = quarter
    const principles = team.principles.slice(0, 5)
    const known = new Set(principles.map(({ id }) => id))
    const objectives = team.objectives.map((each) => ({
      ...each,
      principleIds: each.principleIds.filter((id) => known.has(id) && id !== principles[4]?.id)
    }))
    const input = { ...quarter, team: { ...team, principles, objectives } }
    const { served, unserved } = principleFacts(input)
    assert.isNotEmpty(unserved)
    const slides = slidesOf(plan(input), " principles")
    const dots = tablesOn(slides).map(({ rows }) =>
      rows.slice(1).reduce((sum, row) => sum + row.filter((cell) => textOf(cell.paragraphs) === "●").length, 0)
    )
    assert.isNotEmpty(dots)
    assert.isTrue(dots.every((count) => count > 0))
    assert.strictEqual(
      dots.reduce((sum, count) => sum + count, 0),
      objectives.reduce((sum, { principleIds }) => sum + principleIds.length, 0)
    )
    assert.isTrue(textsOn(slides).some((text) => text.includes("No objective serves P5")))
    for (const { rows } of tablesOn(slides)) assert.lengthOf(rows[0]?.slice(2) ?? [], served.length)
  })

  it("gives way to a list of the principles where more are served than it has columns", () => {
    const { served } = principleFacts(quarter)
    assert.isAbove(served.length, 6)
    const tables = tablesOn(slidesOf(plan(quarter), " principles"))
    assert.isNotEmpty(tables)
    for (const { rows } of tables) {
      assert.deepStrictEqual(
        rows[0]?.map(({ paragraphs }) => textOf(paragraphs)),
        ["Principle", "Served by"]
      )
    }
    assert.strictEqual(
      tables.reduce((sum, { rows }) => sum + rows.length - 1, 0),
      quarter.team.principles.length
    )
  })

  it("does not say that none serves a principle because the deck has only some objectives", () => {
    const { team } = quarter
    const objectives = team.objectives.filter(
      ({ status, principleIds }) => status === "on_track" && principleIds.length > 0
    )
    const selection = { statuses: ["on_track"] as const, of: team.objectives.length }
    const input = { ...quarter, team: { ...team, objectives }, selection }
    assert.match(titleOf(plan(input), " principles"), /; \d of 8 principles are served by them$/)
    assert.notInclude(textsOn(plan(input).slides).join("\n"), "No objective serves P")
    assert.notInclude(
      findingsOf([input])
        .map(({ words }) => words)
        .join(),
      "principle"
    )
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
