import { capitalized } from "../../../shared/words/Nouns.ts"
import type { SlidePlan } from "../../DeckPlan.ts"
import { type Attention, ruleText } from "../../facts/Attention.ts"
import type { TeamRow } from "../../facts/Company.ts"
import { counted } from "../../facts/DeckNumbers.ts"
import { messageWords } from "../../facts/Messages.ts"
import { inOrder, type ProgressRow } from "../../facts/Progress.ts"
import { objectiveMarks } from "../../facts/StatusFacts.ts"
import { thenAndNow, worstText } from "../../facts/Worst.ts"
import { clip } from "../../text/Fit.ts"
import { about, bodyBox, contentSlide, titleAround } from "../ContentSlide.ts"
import { standingWords } from "../objective/ObjectiveSlideTexts.ts"
import { objectivePage, teamPage } from "../PageLinks.ts"
import { below, take } from "../Paging.ts"
import { objectiveKey, subjectKey } from "../SlideIds.ts"
import { arrowWidth, linkTo } from "../SlideLinks.ts"
import { plainSection, type Row, tableFlow } from "../SlideRows.ts"
import { standingStrip } from "../Summary.ts"
import { cell, changeCell, foundRuns, markCell, progressCell, remarkRow, runsCell } from "../TableCells.ts"
import { growth, tableSlides, textWidth } from "../TableSizes.ts"

/** An objective of a team and why it is told. */
interface Telling {
  readonly row: ProgressRow
  readonly attention: Attention | undefined
  readonly words: string
}

/** What needs attention, the worst first; then what changed; then the team's order. */
const tellingOf = ({ input, attentions, messages }: TeamRow): ReadonlyArray<Telling> => {
  const rows = new Map<string, ProgressRow>(inOrder(input.team.objectives, input).map((row) => [row.objective.id, row]))
  const changed = new Map(messages.map((message) => [message.id, message]))
  const ids = new Set<string>([
    ...attentions.map(({ objective }) => objective.id),
    ...messages.map(({ id }) => id),
    ...rows.keys()
  ])
  const attended = new Map<string, Attention>(attentions.map((attention) => [attention.objective.id, attention]))
  return [...ids]
    .flatMap((id) => rows.get(id) ?? [])
    .map((row) => {
      const attention = attended.get(row.objective.id)
      const message = changed.get(row.objective.id)
      const change =
        message === undefined ? capitalized(standingWords(row)) : `${messageWords[message.kind]}: ${message.words}`
      return { row, attention, words: attention === undefined ? change : ruleText(attention) }
    })
}

/** Inches at the smallest size. */
const fixed = { status: 1.2, progress: 2.05, change: 1.1 }
/** Of what is left. */
const titleShare = 0.38

/** Lines of a title and of its reason. */
const maxLines = 3

const columnsFor = (size: number): ReadonlyArray<number> => {
  const [status = 0, progress = 0, change = 0] = [fixed.status, fixed.progress, fixed.change].map(
    (w) => w * growth(size)
  )
  const free = bodyBox.w - status - progress - change
  return [status, free * titleShare, progress, change, free * (1 - titleShare)]
}

const rowOf = ({ team }: TeamRow["input"], { row, attention, words }: Telling, size: number): Row => {
  const { objective } = row
  const [, titleWidth = 0, , , whyWidth = 0] = columnsFor(size)
  const title = clip(objective.title, size, false, textWidth(titleWidth) - arrowWidth(size), maxLines)
  return [
    markCell(objectiveMarks[objective.status]),
    runsCell([{ text: title, page: objectivePage(team, objective) }, linkTo(objectiveKey(objective.id))]),
    progressCell(row),
    changeCell(row.change),
    runsCell(
      attention === undefined
        ? [{ text: clip(words, size, false, textWidth(whyWidth), maxLines) }]
        : foundRuns(words, attention.note)
    )
  ]
}

const header: Row = [cell("Status"), cell("Objective"), cell("Progress"), cell("Change"), cell("What to know")]

/** A team's slide in a company's deck: how its objectives stand, and as many as fit, those that tell most first. */
export const teamSlide = (team: TeamRow): SlidePlan => {
  const { input } = team
  const compared = thenAndNow(input)
  const strip = take(standingStrip(compared, input.date), bodyBox)
  const telling = tellingOf(team)
  const [table = []] = tableSlides(
    ({ size, limit }) => {
      const rows = telling.slice(0, limit).map((each) => rowOf(input, each, size))
      const left = telling.length - rows.length
      const remark = left === 0 ? [] : [remarkRow(`and ${counted(left, "more objective")}`, header.length)]
      return tableFlow({
        columns: () => columnsFor(size),
        size,
        header,
        sections: plainSection([...rows, ...remark]),
        alt: `The objectives of ${input.team.name} that tell most`
      })
    },
    { box: below(bodyBox, strip.height), maxSlides: 1 }
  )
  return contentSlide({
    layout: "titleOnly",
    key: subjectKey(input, "summary"),
    section: "Teams",
    title: titleAround([input.team.name], (name = "") => about(name, worstText(compared))),
    blocks: [...strip.blocks, ...table],
    notes: "",
    page: teamPage(input.team)
  })
}
