import { truncatedLine } from "../../domain/entities/Wording.ts"
import { type Change, changesBetween } from "../facts/Changes.ts"
import { changeDetail, changeHeadings, subjectNouns } from "../facts/ChangeWords.ts"
import { dateText } from "../facts/Dates.ts"
import { initiativeMarks, type Mark as Look, objectiveMarks } from "../facts/Statuses.ts"
import { changesDays, changesTitle } from "../facts/Titles.ts"
import type { DeckInput } from "../Input.ts"
import type { Block, SlidePlan } from "../Plan.ts"
import { clip } from "../text/Fit.ts"
import { remark } from "./Description.ts"
import { bodyBox } from "./Frame.ts"
import { pages } from "./Paging.ts"
import { type Row, type Section, tableFlow } from "./Rows.ts"
import { series } from "./Series.ts"
import { cell, empty, head, markColumn, markIn } from "./TableCells.ts"
import { growth, tableSlides, textWidth } from "./TableSizes.ts"

/** Inches at the smallest size. Two columns with their marks are for statuses: before and now. */
const widths = { type: 1.15, before: 1.25, now: 2.4 }

const columns =
  (size: number) =>
  (width: number): ReadonlyArray<number> => {
    const others = [widths.type, markColumn, widths.before, markColumn, widths.now].map((w) => w * growth(size))
    return [others.reduce((rest, w) => rest - w, width), ...others]
  }

const header: Row = { cells: [head("What"), head("Kind"), head("Change", { columns: 4 })], marks: [] }

/** Of the objective an initiative or a measure belongs to: its own slide has it in full. */
const withinShown = 60

/** Letters of it that are worth a line's end; with fewer it goes on in the next. */
const worthShowing = 15

/** ` of …`, where a slide is full cut at the end of the name's line. */
const ofWhole = (name: string, within: string, size: number, paged: boolean): string => {
  const of = ` of ${truncatedLine(within, withinShown)}`
  if (!paged) return of
  const [width = 0] = columns(size)(bodyBox.w)
  const line = clip(name + of, size, false, textWidth(width), 1)
  return line.startsWith(name) && line.length >= name.length + worthShowing ? line.slice(name.length) : of
}

const moved = (before: Look, now: Look, size: number): Row => ({
  cells: [empty, cell(`${before.word} →`), empty, cell(now.word)],
  marks: [markIn(2, before, size), markIn(4, now, size)]
})

const detail = (change: Change, size: number): Row => {
  switch (change.kind) {
    case "objectiveStatus":
      return moved(objectiveMarks[change.from], objectiveMarks[change.to], size)
    case "initiativeStatus":
      return moved(initiativeMarks[change.from], initiativeMarks[change.to], size)
    default:
      return { cells: [cell(changeDetail(change), { columns: 4 })], marks: [] }
  }
}

const row = (change: Change, size: number, paged: boolean): Row => {
  const { name, type, within } = change.subject
  const of = within === null ? [] : [{ text: ofWhole(name, within, size, paged), color: "muted" as const }]
  const { cells, marks } = detail(change, size)
  return {
    cells: [
      { paragraphs: [{ runs: [{ text: name }, ...of] }] },
      cell(subjectNouns[type], { color: "muted" }),
      ...cells
    ],
    marks
  }
}

const heading = (text: string): Row => ({
  cells: [{ paragraphs: [{ runs: [{ text, bold: true }] }], columns: 6 }],
  marks: []
})

const sections = (changes: ReadonlyArray<Change>, size: number, paged: boolean): ReadonlyArray<Section> =>
  [...Map.groupBy(changes, ({ kind }) => kind)].map(([kind, ofKind]) => ({
    heading: heading(changeHeadings[kind]),
    again: heading(`${changeHeadings[kind]} (continued)`),
    rows: ofKind.map((change) => row(change, size, paged))
  }))

const bodies = ({ before, date }: DeckInput, changes: ReadonlyArray<Change>): ReadonlyArray<ReadonlyArray<Block>> => {
  const period = `in the ${changesDays} days before ${dateText(date)}`
  const said = (text: string) => pages(remark(text), bodyBox, bodyBox)
  if (before === null) return said(`The team is younger than ${changesDays} days: everything in this deck is new.`)
  if (changes.length === 0) return said(`Nothing was added, removed or moved ${period}.`)
  return tableSlides((size, paged) =>
    tableFlow({
      columns: columns(size),
      size,
      header,
      sections: sections(changes, size, paged),
      alt: `Changes ${period}`
    })
  )
}

/** What has changed since `DeckInput.before`, by kind; always at least one slide. */
export const slides = (input: DeckInput): ReadonlyArray<SlidePlan> => {
  const changes = changesBetween(input.before, input.team)
  return series({
    section: "Changes",
    title: changesTitle(input, changes),
    pages: bodies(input, changes),
    notes: { first: "", others: "" }
  })
}
