import { truncatedLine } from "../../shared/Quoted.ts"
import type { DeckInput } from "../Input.ts"
import { inLine } from "../text/Direction.ts"
import { type Attention, kindCounts } from "./Attention.ts"
import { asksOf, housekeepingOf, isAsk } from "./asks/Asks.ts"
import { outcomesOf, outcomesText } from "./asks/LastAsks.ts"
import { sinceText } from "./DeckDates.ts"
import { counted, countsByKind, percentText } from "./DeckNumbers.ts"
import { type Message, messageWords } from "./Messages.ts"
import { principleFacts, unservedTitles } from "./Principles.ts"
import { measuredRows, progressSummary } from "./Progress.ts"

/** The slides that a finding can lead to. */
export type Subject = "asks" | "lastAsks" | "attention" | "progress" | "changes" | "principles"

export interface Finding {
  readonly subject: Subject
  /** What stands in large letters before the words: `6`, `54 %`. */
  readonly number: string
  /** The words after the number: `objectives need a decision`. */
  readonly words: string
}

/** The most findings in a summary of one team. */
export const maxFindings = 6

/** Finds something about one team, or about several together. */
type Finder = (inputs: ReadonlyArray<DeckInput>) => ReadonlyArray<Finding>

const quotedTitle = ({ objective: { title } }: Attention): string => `“${inLine(truncatedLine(title, 60))}”`

const asks: Finder = (inputs) => {
  const all = asksOf(inputs).map(({ attention }) => attention)
  const [only, ...others] = all
  if (only === undefined) return [{ subject: "asks", number: "No", words: "objective needs a decision" }]
  const words =
    others.length === 0
      ? `objective needs a decision: ${quotedTitle(only)}`
      : `objectives need a decision: ${kindCounts(all)}`
  return [{ subject: "asks", number: String(all.length), words }]
}

const lastAsks: Finder = (inputs) => {
  const [first] = inputs
  if (first === undefined || first.lastDeck === null) return []
  const outcomes = outcomesOf(inputs)
  const were = outcomes.length === 1 ? "objective was" : "objectives were"
  const came = outcomes.length === 0 ? "" : `: ${outcomesText(outcomes)}`
  return [
    { subject: "lastAsks", number: String(outcomes.length), words: `${were} asked about on ${sinceText(first)}${came}` }
  ]
}

/** So few objectives that need attention are named in the summary, which has no slide behind it then. */
export const maxNamed = 2

const housekeeping: Finder = (inputs) => {
  const lines = housekeepingOf(inputs).filter(({ attention }) => !isAsk(attention))
  if (lines.length === 0) return []
  const need = lines.length === 1 ? "objective needs attention" : "objectives need attention"
  const more = asksOf(inputs).length === 0 ? "" : "more "
  const names = lines.map(({ attention }) => {
    const [{ words }] = attention.reasons
    return `${quotedTitle(attention)}: ${words.replace(/^./u, (letter) => letter.toLowerCase())}`
  })
  const named = lines.length > maxNamed ? "" : `. ${names.join(". ")}`
  return [{ subject: "attention", number: String(lines.length), words: more + need + named }]
}

const contradictions: Finder = (inputs) => {
  const lines = housekeepingOf(inputs)
  const said = lines.filter(({ attention }) => attention.reasons.some(({ kind }) => kind === "contradicted"))
  const onTrack = said.filter(({ attention }) => attention.objective.status === "on_track").length
  if (onTrack === 0 || lines.length <= maxNamed) return []
  const marked = onTrack === 1 ? "objective marked on track is" : "objectives marked on track are"
  return [{ subject: "attention", number: String(onTrack), words: `${marked} far behind schedule` }]
}

const progress: Finder = (inputs) => {
  const rows = inputs.flatMap((input) => measuredRows(input.team.objectives, input))
  const { average, measured, behind, scheduled } = progressSummary(rows)
  if (average === null) return []
  const late = `${behind === 0 ? "none" : behind} ${behind === 1 || behind === 0 ? "is" : "are"} behind schedule`
  return [
    {
      subject: "progress",
      number: percentText(average),
      words: `average progress of ${counted(measured, "measured objective")}${scheduled === 0 ? "" : `; ${late}`}`
    }
  ]
}

const principles: Finder = (inputs) => {
  const unserved = unservedTitles(inputs).length
  const unlinked = inputs.flatMap((input) => principleFacts(input).unlinked).length
  const none = `${unserved === 1 ? "principle" : "principles"} that no objective serves`
  const free = `${unlinked === 1 ? "objective serves" : "objectives serve"} no principle`
  if (unserved > 0) {
    const more = unlinked === 0 ? "" : `; ${unlinked} ${free}`
    return [{ subject: "principles", number: String(unserved), words: none + more }]
  }
  return unlinked === 0 ? [] : [{ subject: "principles", number: String(unlinked), words: free }]
}

/** The findings about one team, or about several together: the most important first. None without objectives. */
export const findingsOf = (inputs: ReadonlyArray<DeckInput>): ReadonlyArray<Finding> =>
  inputs.every(({ team }) => team.objectives.length === 0)
    ? []
    : [asks, lastAsks, housekeeping, contradictions, progress, principles].flatMap((find) => find(inputs))

/** `2 achieved, 3 slipped`: how many messages there are of each kind. */
export const messageCounts = (messages: ReadonlyArray<Message>): string =>
  countsByKind(
    messages.map(({ kind }) => kind),
    messageWords
  ).toLowerCase()
