import { shortened } from "../../domain/Wording.ts"
import { type Change, changesBetween } from "../facts/Changes.ts"
import { changeDetail, changeHeadings, subjectNouns } from "../facts/ChangeWords.ts"
import { dateText } from "../facts/Dates.ts"
import { initiativeMarks, objectiveMarks } from "../facts/Statuses.ts"
import { changesDays, changesTitle } from "../facts/Titles.ts"
import type { DeckInput } from "../Input.ts"
import type { SlidePlan } from "../Plan.ts"
import { remark } from "./Description.ts"
import { bodyBox } from "./Frame.ts"
import { cell, empty, head, markColumn, markIn, tableSize } from "./InCell.ts"
import { type Flow, pages } from "./Paging.ts"
import { type Mark, type Row, type Section, tableFlow } from "./Rows.ts"
import { series } from "./Series.ts"

const widths = { type: 1.15, detail: 4.2 }

const columns = (width: number): ReadonlyArray<number> => [
  markColumn,
  width - markColumn - widths.type - widths.detail,
  widths.type,
  widths.detail
]

const header: Row = { cells: [head("What", { columns: 2 }), head("Kind"), head("Change")], marks: [] }

/** Of the objective an initiative or a measure belongs to: its own slide has it in full. */
const withinShown = 60

/** A moved status shows as what it is now. */
const marks = (change: Change): ReadonlyArray<Mark> => {
  if (change.kind === "objectiveStatus") return [markIn(0, objectiveMarks[change.to])]
  return change.kind === "initiativeStatus" ? [markIn(0, initiativeMarks[change.to])] : []
}

const row = (change: Change): Row => {
  const { name, type, within } = change.subject
  const of = within === null ? [] : [{ text: ` of ${shortened(within, withinShown)}`, color: "muted" as const }]
  return {
    cells: [
      empty,
      { paragraphs: [{ runs: [{ text: name }, ...of] }] },
      cell(subjectNouns[type], { color: "muted" }),
      cell(changeDetail(change))
    ],
    marks: marks(change)
  }
}

const heading = (text: string): Row => ({
  cells: [{ paragraphs: [{ runs: [{ text, bold: true }] }], columns: 4, fill: "panel" }],
  marks: []
})

const sections = (changes: ReadonlyArray<Change>): ReadonlyArray<Section> =>
  [...Map.groupBy(changes, ({ kind }) => kind)].map(([kind, ofKind]) => ({
    heading: heading(changeHeadings[kind]),
    again: heading(`${changeHeadings[kind]} (continued)`),
    rows: ofKind.map(row)
  }))

const body = ({ before, date }: DeckInput, changes: ReadonlyArray<Change>): Flow => {
  if (before === null) {
    return remark(`The team is younger than ${changesDays} days: everything in this deck is new.`)
  }
  const table = tableFlow({
    columns,
    size: tableSize,
    header,
    sections: sections(changes),
    alt: `Changes in the ${changesDays} days before ${dateText(date)}`
  })
  return table ?? remark(`Nothing was added, removed or moved in the ${changesDays} days before ${dateText(date)}.`)
}

/** What has changed since `DeckInput.before`, by kind; always at least one slide. */
export const slides = (input: DeckInput): ReadonlyArray<SlidePlan> => {
  const changes = changesBetween(input.before, input.team)
  return series({
    section: "Changes",
    title: changesTitle(input, changes),
    pages: pages(body(input, changes), bodyBox, bodyBox),
    notes: { first: "", others: "" }
  })
}
