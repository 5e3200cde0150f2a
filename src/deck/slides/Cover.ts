import { capitalized } from "../../shared/words/Nouns.ts"
import type { PageLink, Paragraph, SlidePlan, TextBlock } from "../DeckPlan.ts"
import { dateText, dayText, momentText } from "../facts/DeckDates.ts"
import { counted } from "../facts/DeckNumbers.ts"
import { objectiveMarks } from "../facts/StatusFacts.ts"
import type { DeckContext, DeckInput, Selection } from "../Input.ts"
import { boxOf } from "../templates/Layouts.ts"
import { clip, fit as fitText, measure, textBlock } from "../text/Fit.ts"
import { lineHeight, widthOf } from "../text/Metrics.ts"
import { teamPage } from "./PageLinks.ts"

const nameBox = boxOf("cover", "title")
/** Points; the first is the layout's. */
const nameSizes: ReadonlyArray<number> = [40, 32, 28]
const smallestName = 24
const nameLines = Math.max(1, Math.min(3, Math.floor(nameBox.h / lineHeight(smallestName))))

const factsBox = boxOf("cover", "subtitle")
/** Points; the first is the layout's. */
const factsSizes: ReadonlyArray<number> = [20, 18, 16]

const breaksNoWord = (name: string, size: number): boolean =>
  name.split(/\s+/).every((word) => widthOf(word, size, true) <= nameBox.w)

/**
 * The name as large as fits without breaking a word. If a word is too long even for the smallest size, it is broken
 * there.
 */
const nameBlock = (name: string, page: PageLink): TextBlock => {
  const fits = (size: number) => {
    const { lines, h } = measure([{ runs: [{ text: name, bold: true }] }], size, nameBox.w)
    return breaksNoWord(name, size) && lines <= nameLines && h <= nameBox.h
  }
  const size = nameSizes.find(fits) ?? smallestName
  const text = clip(name, size, true, nameBox.w, nameLines)
  const paragraphs = [{ runs: [{ text, bold: true, page }] }]
  return textBlock({ box: nameBox, paragraphs, size, anchor: "bottom", placeholder: "title" })
}

/** `1 September to 14 November 2026`. */
const periodText = ({ since, date }: DeckContext): string =>
  since === date ? dateText(date) : `${dayText(since, date)} to ${dateText(date)}`

/** `6 of 25 objectives: at risk, off track`. */
const selectionText = ({ statuses, of }: Selection, shown: number): string => {
  const which =
    statuses === null ? "selected" : statuses.map((each) => objectiveMarks[each].word.toLowerCase()).join(", ")
  return `${shown} of ${counted(of, "objective")}: ${which}`
}

/** The first slide, of a team or a company. */
export const coverSlide = (cover: {
  readonly name: string
  readonly context: DeckContext
  readonly compared: boolean
  readonly facts: ReadonlyArray<string>
  /** The page that the name links to. */
  readonly page: PageLink
}): SlidePlan => {
  const { name, context, compared, facts, page } = cover
  const block = nameBlock(name, page)
  const lines = ["Strategy review", compared ? periodText(context) : dateText(context.date), ...facts]
  const paragraphs = lines.map((text, index): Paragraph => ({ runs: [{ text, ...(index === 0 && { bold: true }) }] }))
  const { shown, size } = fitText(paragraphs, factsBox, factsSizes)
  const title = block.paragraphs[0]?.runs[0]?.text ?? name
  const moment = `As of ${momentText(context)}.`
  return {
    layout: "cover",
    title,
    section: "Review",
    blocks: [block, textBlock({ box: factsBox, paragraphs: shown, size, color: "muted", placeholder: "subtitle" })],
    notes: title === name ? moment : `${name}\n\n${moment}`
  }
}

export const slides = (input: DeckInput): ReadonlyArray<SlidePlan> => {
  const { team, before, selection } = input
  const { objectives, principles } = team
  const counts = `${counted(objectives.length, "objective")}, ${counted(principles.length, "principle")}`
  return [
    coverSlide({
      name: team.name,
      context: input,
      compared: before !== null,
      facts: [selection === null ? capitalized(counts) : selectionText(selection, objectives.length)],
      page: teamPage(team)
    })
  ]
}
