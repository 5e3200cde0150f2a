import type { Initiative, Objective } from "../../domain/state/State.ts"
import { counted } from "../facts/Numbers.ts"
import { initiativeMarks } from "../facts/Statuses.ts"
import type { Flow } from "./Paging.ts"
import { type Row, type Section, tableFlow } from "./Rows.ts"
import { cell, empty, head, markColumn, markIn } from "./TableCells.ts"
import { growth } from "./TableSizes.ts"

/** Inches at the smallest size. */
const wordColumn = 0.95

const columns =
  (size: number) =>
  (width: number): ReadonlyArray<number> => {
    const [mark, word] = [markColumn * growth(size), wordColumn * growth(size)]
    return [mark, width - mark - word, word]
  }

const header: Row = { cells: [head("Initiatives", { columns: 2 }), head("State")], marks: [] }

const row = ({ title, status }: Initiative, size: number): Row => {
  const mark = initiativeMarks[status]
  return { cells: [empty, cell(title), cell(mark.word, { color: "muted" })], marks: [markIn(0, mark, size)] }
}

const heading = (name: string, more: string): Row => ({
  cells: [
    {
      paragraphs: [
        { runs: [{ text: name, bold: true }, ...(more === "" ? [] : [{ text: more, color: "muted" as const }])] }
      ],
      columns: 3
    }
  ],
  marks: []
})

const section = (name: string, initiatives: ReadonlyArray<Initiative>, size: number): Section => ({
  heading: heading(name, ""),
  again: heading(name, " (continued)"),
  rows:
    initiatives.length === 0
      ? [{ cells: [empty, cell("No initiatives yet", { color: "muted", columns: 2 })], marks: [] }]
      : initiatives.map((initiative) => row(initiative, size))
})

/** An objective's initiatives by group, then those in no group; null without any of them and without groups. */
export const initiativeTable = ({ groups, initiatives }: Objective, size: number): Flow | null => {
  const known = new Set(groups.map(({ id }) => id))
  const byGroup = Map.groupBy(initiatives, ({ groupId }) => (groupId !== null && known.has(groupId) ? groupId : null))
  const ungrouped = byGroup.get(null) ?? []
  const grouped = groups.map(({ id, name }) => section(name, byGroup.get(id) ?? [], size))
  const plain: Section = { heading: null, again: null, rows: ungrouped.map((initiative) => row(initiative, size)) }
  const others = ungrouped.length === 0 ? [] : [groups.length === 0 ? plain : section("In no group", ungrouped, size)]
  return tableFlow({
    columns: columns(size),
    size,
    header,
    sections: [...grouped, ...others],
    alt: `${counted(initiatives.length, "initiative")}${groups.length === 0 ? "" : ` in ${counted(groups.length, "group")}`}`
  })
}
