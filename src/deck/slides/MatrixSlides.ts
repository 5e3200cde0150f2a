import type { Principle, Team } from "../../domain/state/State.ts"
import type { Block, Cell, SlidePlan } from "../DeckPlan.ts"
import { counted } from "../facts/DeckNumbers.ts"
import { type PrincipleFacts, principleFacts } from "../facts/Principles.ts"
import { inOrder } from "../facts/Progress.ts"
import { shareText, shareTitle } from "../facts/ShareText.ts"
import { type DeckInput, maxDetailed } from "../Input.ts"
import { inLine } from "../text/Direction.ts"
import { clip, fit as fitText } from "../text/Fit.ts"
import { paragraphsOf } from "../text/MarkdownRuns.ts"
import { lineHeight } from "../text/Metrics.ts"
import { series } from "./ContentSlide.ts"
import { matrixTables, maxColumns } from "./MatrixTable.ts"
import { principlePage } from "./PageLinks.ts"
import { subjectKey } from "./SlideIds.ts"
import { cell, fitting, type Room } from "./TableCells.ts"
import type { Column } from "./TableFlow.ts"
import { tableSlides, usesRoom } from "./TableSizes.ts"

/** `All 12 objectives serve a principle; 7 of 8 principles are served`. */
const titleOf = ({ team, selection }: DeckInput, { served, unlinked }: PrincipleFacts): string => {
  const [all, principles] = [team.objectives.length, team.principles.length]
  const which = principles === 1 ? "the principle" : "a principle"
  const words = { one: "objective", many: "objectives", is: `serves ${which}`, are: `serve ${which}` }
  const objectives = shareTitle(all - unlinked.length, all, words)
  if (principles === 1) return objectives
  const by = selection === null ? "" : " by them"
  const share = { one: "principle", many: "principles", is: `is served${by}`, are: `are served${by}` }
  return `${objectives}; ${shareText(served.length, principles, share)}`
}

/** Which objective serves which principle: rows paged, headers repeated; none for many of either. */
const matrixPages = ({ team, ...input }: DeckInput, facts: PrincipleFacts): ReadonlyArray<ReadonlyArray<Block>> => {
  const { length } = facts.served
  if (length === 0 || length > maxColumns || team.objectives.length > maxDetailed) return []
  const objectives = inOrder(team.objectives, input).map(({ objective }) => objective)
  return matrixTables({ team, objectives, ...facts })
}

const descriptionLines = 4
const servingLines = 5

/** A principle's title, and the beginning of its description. */
const principleCell = (team: Team, principle: Principle, { size, width }: Room): Cell => {
  const text = clip(principle.title, size, true, width, 2)
  const title = { runs: [{ text, bold: true, page: principlePage(team, principle) }] }
  const box = { w: width, h: descriptionLines * lineHeight(size) }
  return { paragraphs: [title, ...fitText(paragraphsOf(principle.description), box, [size]).shown] }
}

/** Each principle with its description, and the objectives that serve it. */
const listPages = ({ team }: DeckInput): ReadonlyArray<ReadonlyArray<Block>> => {
  const columns: ReadonlyArray<Column<Principle>> = [
    { head: "Principle", share: 0.4, cellOf: (principle, room) => principleCell(team, principle, room) },
    {
      head: "Served by",
      share: 0.6,
      cellOf: ({ id }, room) => {
        const serving = team.objectives.filter(({ principleIds }) => principleIds.includes(id))
        if (serving.length === 0) return cell("No objective yet", { color: "muted" })
        return cell(fitting(serving.map(({ title }) => inLine(title)).join(" · "), room))
      }
    }
  ]
  const alt = `${counted(team.principles.length, "principle")} with the objectives that serve them`
  return tableSlides({ columns, rows: team.principles, lines: [servingLines], alt })
}

/** The principles as a matrix with the objectives, or as a list where that would say little or be too large. */
export const slides = (input: DeckInput): ReadonlyArray<SlidePlan> => {
  const { principles, objectives } = input.team
  if (principles.length === 0) return []
  const facts = principleFacts(input)
  const matrix = matrixPages(input, facts)
  const isTold = matrix.some(([table]) => table !== undefined && usesRoom([table]))
  return series({
    layout: "table",
    key: subjectKey(input, "principles"),
    section: "Appendix",
    title:
      objectives.length === 0
        ? `${counted(principles.length, "principle")} to guide the team, no objectives yet`
        : titleOf(input, facts),
    pages: isTold ? matrix : listPages(input)
  })
}
