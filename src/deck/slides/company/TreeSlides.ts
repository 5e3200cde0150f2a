import type { Objective } from "../../../domain/state/State.ts"
import type { Cell, SlidePlan } from "../../DeckPlan.ts"
import { badOf, type CompanyFacts, type OfTeam } from "../../facts/Company.ts"
import { type Branch, type CompanyTree, companyTree } from "../../facts/CompanyTree.ts"
import { counted } from "../../facts/DeckNumbers.ts"
import { objectiveMarks } from "../../facts/StatusFacts.ts"
import { inLine } from "../../text/Direction.ts"
import { clip } from "../../text/Fit.ts"
import { bodyBox, series, titleAround } from "../ContentSlide.ts"
import { objectivePage } from "../PageLinks.ts"
import { companyKey, objectiveKey } from "../SlideIds.ts"
import { arrowWidth, linkTo } from "../SlideLinks.ts"
import { type Row, tableFlow } from "../SlideRows.ts"
import { cell, markCell, numberCell, progressCell, remarkRow } from "../TableCells.ts"
import { growth, type TableRequest, tableSlides, textWidth, usesRoom } from "../TableSizes.ts"

const center = { align: "center" } as const

const header: Row = [
  cell("Objective"),
  cell("Status"),
  cell("Progress"),
  cell("Below it"),
  cell("Off track, missed", center),
  cell("At risk", center),
  cell("Needs attention most below it")
]

/** Inches of the columns from the status to what is at risk, at the smallest size. */
const middle = [1.2, 2.05, 1.3, 1, 0.8]

/** Of what is left. */
const titleShare = 0.52

const maxSlides = 2

/** Points: larger text makes the columns of titles too narrow. */
const maxSize = 12

const titleLines = 2

type Named = OfTeam<Pick<Objective, "id" | "title" | "owner">>

/** An objective, and below it its owner and its team. */
const objectiveCell = ({ team, of }: Named, size: number, width: number, isTop = false): Cell => {
  const room = textWidth(width) - arrowWidth(size)
  const whose = `${of.owner === "" ? "No owner" : inLine(of.owner)} · ${inLine(team.name)}`
  const name = clip(of.title, size, isTop, room, titleLines)
  const title = { text: name, page: objectivePage(team, of), ...(isTop && { bold: true }) }
  return {
    paragraphs: [
      { runs: [title, linkTo(objectiveKey(of.id))] },
      { runs: [{ text: clip(whose, size, false, room, 1), color: "muted" }] }
    ]
  }
}

const belowCells = ({ below }: Branch): ReadonlyArray<Cell> =>
  below.objectives === 0
    ? [cell("–", { color: "muted" }), numberCell(0), numberCell(0)]
    : [
        {
          paragraphs: [counted(below.objectives, "objective"), counted(below.teams, "team")].map((text) => ({
            runs: [{ text }]
          }))
        },
        numberCell(badOf(below.counts)),
        numberCell(below.counts.at_risk)
      ]

/** The topmost objectives, and on a single slide those right below each. */
const tableOf = ({ branches, alone }: CompanyTree, { size, paged, limit }: TableRequest) => {
  if (size > maxSize) return null
  const widths = middle.map((width) => width * growth(size))
  const free = bodyBox.w - widths.reduce((sum, width) => sum + width, 0)
  const [titleWidth, worstWidth] = [free * titleShare, free * (1 - titleShare)]
  const rowOf = (branch: Branch, isTop: boolean): Row => {
    const { of, below } = branch
    const { worst } = below
    return [
      objectiveCell(branch, size, titleWidth, isTop),
      markCell(objectiveMarks[of.status]),
      progressCell({ objective: of, pace: branch.pace }),
      ...belowCells(branch),
      worst === undefined
        ? cell("–", { color: "muted" })
        : objectiveCell({ team: worst.team, of: worst.of.objective }, size, worstWidth)
    ]
  }
  const shown = branches.slice(0, limit)
  const left = branches.length - shown.length
  const remarks = [
    ...(left === 0 ? [] : [`and ${counted(left, "more objective")} that others support`]),
    ...(alone === 0
      ? []
      : [
          `${counted(alone, "more objective")} neither ${alone === 1 ? "supports another nor is" : "support others nor are"} supported`
        ])
  ]
  return tableFlow({
    columns: () => [titleWidth, ...widths, worstWidth],
    size,
    header,
    rows: [
      ...shown.flatMap((top) => [rowOf(top, true), ...(paged ? [] : top.next.map((next) => rowOf(next, false)))]),
      ...remarks.map((remark) => remarkRow(remark, header.length))
    ],
    alt: `${counted(branches.length, "objective")} that others support, and what stands below`
  })
}

/** The objective with most that is off track or missed below it, then with most at risk. */
const mostAtStake = (branches: ReadonlyArray<Branch>): Branch | undefined => {
  const risk = ({ below: { counts } }: Branch) => counts.at_risk
  return branches.toSorted(
    (one, other) => badOf(other.below.counts) - badOf(one.below.counts) || risk(other) - risk(one)
  )[0]
}

const is = (count: number, what: string): ReadonlyArray<string> =>
  count === 0 ? [] : [`${count} ${count === 1 ? "is" : "are"} ${what}`]

/** `“Grow” has the most at stake: of 9 objectives below it, 2 are off track or missed, 1 is at risk`. */
const titleOf = (branches: ReadonlyArray<Branch>): string => {
  const worst = mostAtStake(branches)
  if (worst === undefined) return ""
  const { counts, objectives } = worst.below
  const parts = [...is(badOf(counts), "off track or missed"), ...is(counts.at_risk, "at risk")].join(", ")
  const all = counted(objectives, "objective")
  return titleAround([worst.of.title], (title = "") => {
    const name = `“${inLine(title)}”`
    if (branches.length === 1)
      return `Of ${all} below ${name}, ${parts === "" ? "none is off track or at risk" : parts}`
    if (parts === "") return `Below the ${branches.length} topmost objectives nothing is off track or at risk`
    return `${name} has the most at stake: of ${all} below it, ${parts}`
  })
}

/** What the company's topmost objectives rest on; no slide where no objective supports another, or hardly any. */
export const treeSlides = (facts: CompanyFacts): ReadonlyArray<SlidePlan> => {
  const tree = companyTree(facts)
  const pages = tableSlides((request) => tableOf(tree, request), { maxSlides })
  if (!pages.some(usesRoom)) return []
  return series({
    layout: "table",
    key: companyKey("tree"),
    section: "Review",
    title: titleOf(tree.branches),
    pages
  })
}
