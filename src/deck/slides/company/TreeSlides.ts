import type { Objective } from "../../../domain/state/State.ts"
import type { Cell, SlidePlan } from "../../DeckPlan.ts"
import { badOf, type CompanyFacts, type OfTeam } from "../../facts/Company.ts"
import { type Branch, companyTree } from "../../facts/CompanyTree.ts"
import { counted } from "../../facts/DeckNumbers.ts"
import { objectiveMarks } from "../../facts/StatusFacts.ts"
import { inLine } from "../../text/Direction.ts"
import { series, titleAround } from "../ContentSlide.ts"
import { companyKey } from "../SlideIds.ts"
import {
  dash,
  markCell,
  numberCell,
  objectiveCell,
  progressCell,
  type Room,
  remark,
  twoLineCell
} from "../TableCells.ts"
import { type Column, tableSize } from "../TableFlow.ts"
import { tableSlides, usesRoom } from "../TableSizes.ts"

/** An objective, and below it its owner and its team. */
const ownedCell = ({ team, of }: OfTeam<Objective>, room: Room, isBold = false): Cell => {
  const below = `${of.owner === "" ? "No owner" : inLine(of.owner)} · ${inLine(team.name)}`
  return objectiveCell(of, team, room, { below, isBold })
}

/** An objective that supports none, or one right below it. */
interface Line {
  readonly branch: Branch
  readonly isTop: boolean
}

/** One below another takes a line less. */
const titleCell = ({ branch, isTop }: Line, room: Room): Cell =>
  isTop ? ownedCell(branch, room, true) : objectiveCell(branch.of, branch.team, { ...room, lines: room.lines - 1 })

const columns: ReadonlyArray<Column<Line>> = [
  { head: "Objective", share: 0.52, cellOf: titleCell },
  { head: "Status", width: 1.2, cellOf: ({ branch }) => markCell(objectiveMarks[branch.of.status]) },
  {
    head: "Progress",
    width: 2.05,
    cellOf: ({ branch }) => progressCell({ objective: branch.of, pace: branch.pace })
  },
  {
    head: "Below it",
    width: 1.3,
    cellOf: ({ branch: { below } }) =>
      below.objectives === 0
        ? dash
        : twoLineCell([{ text: counted(below.objectives, "objective") }], counted(below.teams, "team"), "ink")
  },
  {
    ...{ head: "Off track, missed", width: 1, align: "center" },
    cellOf: ({ branch: { below } }) => numberCell(badOf(below.counts))
  },
  {
    ...{ head: "At risk", width: 0.8, align: "center" },
    cellOf: ({ branch: { below } }) => numberCell(below.counts.at_risk)
  },
  {
    head: "Needs attention most below it",
    share: 0.48,
    cellOf: ({ branch: { below } }, room) =>
      below.worst === undefined ? dash : ownedCell({ team: below.worst.team, of: below.worst.of.objective }, room)
  }
]

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
    if (parts === "") return `Nothing below the ${branches.length} topmost objectives is off track or at risk`
    return `${name} has the most at stake: of ${all} below it, ${parts}`
  })
}

/** What the company's topmost objectives rest on; no slide where no objective supports another, or hardly any. */
export const treeSlides = (facts: CompanyFacts): ReadonlyArray<SlidePlan> => {
  const { branches, alone } = companyTree(facts)
  const rows = branches.map((branch): Line => ({ branch, isTop: true }))
  const others = `${counted(alone, "more objective")} neither ${alone === 1 ? "supports another nor is" : "support others nor are"} supported`
  const pages = tableSlides(
    {
      ...{ columns, rows, remarks: alone === 0 ? [] : [remark(others)] },
      wholeRows: rows.flatMap((top) => [top, ...top.branch.next.map((branch): Line => ({ branch, isTop: false }))]),
      // Larger text makes the columns of titles too narrow.
      ...{ lines: [3, 2], pagedLines: 3, maxSize: tableSize },
      more: (left) => `and ${counted(left, "more objective")} that others support`,
      alt: `${counted(rows.length, "objective")} that others support, and what stands below`
    },
    { maxSlides: 2 }
  )
  if (!pages.some(usesRoom)) return []
  const title = titleOf(branches)
  return series({ layout: "table", key: companyKey("tree"), section: "Review", title, pages })
}
