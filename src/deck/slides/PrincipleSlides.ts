import type { Team } from "../../domain/state/State.ts"
import { worstFirst } from "../../shared/Statuses.ts"
import type { Cell, SlidePlan } from "../DeckPlan.ts"
import { averagePercent } from "../facts/AveragePercent.ts"
import { counted, percentText } from "../facts/DeckNumbers.ts"
import { principleLabel } from "../facts/Matrix.ts"
import { type PrincipleFacts, type PrincipleRow, principleFacts } from "../facts/Principles.ts"
import { shareTitle } from "../facts/ShareText.ts"
import { principleNotes } from "../facts/SpeakerNotes.ts"
import { objectiveMarks } from "../facts/StatusFacts.ts"
import type { DeckInput } from "../Input.ts"
import { inLine } from "../text/Direction.ts"
import { clip } from "../text/Fit.ts"
import { bodyBox, series, titleAround } from "./ContentSlide.ts"
import { objectivePage, principlePage } from "./PageLinks.ts"
import { objectiveKey, subjectKey } from "./SlideIds.ts"
import { linkTo } from "./SlideLinks.ts"
import { plainSection, type Row, type Section, tableFlow } from "./SlideRows.ts"
import { cell, headingRow, numberCell, remarkRow, runsCell, statusHeads, tableSize } from "./TableCells.ts"
import { growth, statusWidths, type TableRequest, tableSlides, textWidth } from "./TableSizes.ts"

const maxSlides = { full: 4, board: 2 }
const columnCount = worstFirst.length + 4

/** Inches at the smallest size. */
const fixed = { label: 0.55, all: 1.1, average: 0.95 }

const labelCell = (index: number): Cell => runsCell([{ text: principleLabel(index), bold: true, color: "accent" }])

/** How a title is shown in a table. */
interface Shown {
  readonly team: Team
  readonly title: (text: string) => string
  /** In a row without figures. */
  readonly wide: (text: string) => string
}

const servedRow = ({ principle, index, objectives, counts }: PrincipleRow, { team, title }: Shown): Row => [
  labelCell(index),
  runsCell([{ text: title(principle.title), page: principlePage(team, principle) }]),
  numberCell(objectives.length),
  ...worstFirst.map((status) => numberCell(counts[status])),
  cell(percentText(averagePercent(objectives.map(({ objective }) => objective))), { align: "end" })
]

const unservedSection = ({ unserved }: PrincipleFacts, { team, wide }: Shown): ReadonlyArray<Section> =>
  unserved.length === 0
    ? []
    : [
        {
          heading: headingRow(`Principles that no objective serves (${unserved.length})`, columnCount),
          again: headingRow("Principles that no objective serves", columnCount, " continued"),
          rows: unserved.map(
            ({ principle, index }): Row => [
              labelCell(index),
              runsCell([{ text: wide(principle.title), page: principlePage(team, principle) }], {
                columns: columnCount - 1
              })
            ]
          )
        }
      ]

const unlinkedSection = ({ unlinked }: PrincipleFacts, { team, wide }: Shown): ReadonlyArray<Section> =>
  unlinked.length === 0
    ? []
    : [
        {
          heading: headingRow(`Objectives that serve no principle (${unlinked.length})`, columnCount),
          again: headingRow("Objectives that serve no principle", columnCount, " continued"),
          rows: unlinked.map(({ objective }): Row => {
            const { glyph, color } = objectiveMarks[objective.status]
            const page = objectivePage(team, objective)
            const name = [{ text: wide(objective.title), page }, linkTo(objectiveKey(objective.id))]
            return [runsCell([{ text: `${glyph}\u00A0`, color }, ...name], { columns: columnCount })]
          })
        }
      ]

const limited = (sections: ReadonlyArray<Section>, limit: number): ReadonlyArray<Section> => {
  let room = limit
  return sections.flatMap((section) => {
    const rows = section.rows.slice(0, room)
    room -= rows.length
    return rows.length === 0 ? [] : [{ ...section, rows }]
  })
}

const sizeOf = (sections: ReadonlyArray<Section>): number => sections.reduce((sum, { rows }) => sum + rows.length, 0)

/** Whether all titles stand in full on two lines. */
const isWhole = ({ served }: PrincipleFacts, width: number, size: number): boolean =>
  served.every(({ principle: { title } }) => clip(title, size, false, textWidth(width), 2) === title)

const tableOf = (team: Team, facts: PrincipleFacts, { size, paged, limit }: TableRequest) => {
  const by = growth(size)
  const others = [fixed.all * by, ...statusWidths(size), fixed.average * by]
  const label = fixed.label * by
  const name = bodyBox.w - label - others.reduce((sum, width) => sum + width, 0)
  // The widest label and the marks before and after an objective take less than two labels.
  const wide = textWidth(bodyBox.w - 2 * label)
  const shownAs: Shown = {
    team,
    title: (text) => clip(text, size, false, textWidth(name), paged ? 1 : 2),
    wide: (text) => clip(text, size, false, wide, 1)
  }
  if (size > tableSize && !isWhole(facts, name, size)) return null
  const all: ReadonlyArray<Section> = [
    ...(facts.served.length === 0 ? [] : plainSection(facts.served.map((row) => servedRow(row, shownAs)))),
    ...unservedSection(facts, shownAs),
    ...unlinkedSection(facts, shownAs)
  ]
  const shown = limited(all, limit)
  const left = sizeOf(all) - sizeOf(shown)
  return tableFlow({
    columns: () => [label, name, ...others],
    size,
    header: [
      cell("Principle", { columns: 2 }),
      cell("Objectives", { align: "center" }),
      ...statusHeads,
      cell("Average", { align: "end" })
    ],
    sections:
      left === 0 ? shown : [...shown, ...plainSection([remarkRow(`and ${counted(left, "more line")}`, columnCount)])],
    alt: `Objectives by status for ${counted(facts.served.length + facts.unserved.length, "principle")}`
  })
}

const servedText = (served: number, all: number): string =>
  shareTitle(served, all, { one: "principle", many: "principles", is: "is served", are: "are served" })

const titleOf = ({ team, selection }: DeckInput, { served, unserved, unlinked }: PrincipleFacts): string => {
  const all = team.principles.length
  const serve =
    unlinked.length === 0
      ? ""
      : `; ${counted(unlinked.length, "objective")} ${unlinked.length === 1 ? "serves" : "serve"} none`
  if (selection !== null) {
    const objectives = team.objectives.length === 1 ? "this objective" : `these ${team.objectives.length} objectives`
    return `${servedText(served.length, all)} by ${objectives}${serve}`
  }
  const [only] = served
  if (all === 1 && only !== undefined) {
    return `The only principle is served by ${counted(only.objectives.length, "objective")}${serve}`
  }
  if (served.length === 0) return `${servedText(0, all)} by an objective`
  const [first, ...others] = unserved
  const share = servedText(served.length, all)
  if (first === undefined) return `${share}${serve}`
  if (others.length > 0) return `${share}; no objective serves the other ${unserved.length}${serve}`
  return titleAround([first.principle.title], (name = "") => `${share}; no objective serves “${inLine(name)}”${serve}`)
}

/** The objectives of each principle by status; principles that no objective serves, objectives that serve none. */
export const slides = (input: DeckInput): ReadonlyArray<SlidePlan> => {
  if (input.team.principles.length === 0) return []
  const facts = principleFacts(input)
  return series({
    layout: "table",
    key: subjectKey(input, "principles"),
    section: "Review",
    title: titleOf(input, facts),
    pages: tableSlides((request) => tableOf(input.team, facts, request), { maxSlides: maxSlides[input.detail] }),
    notes: input.notes ? input.team.principles.map((principle) => principleNotes(input, principle)).join("\n\n") : ""
  })
}
