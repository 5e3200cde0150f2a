import type { Team } from "../../domain/state/State.ts"
import type { DeckInput } from "../Input.ts"
import { type Attention, attentionOf } from "./Attention.ts"
import { sinceText } from "./DeckDates.ts"
import { counted, percentText } from "./DeckNumbers.ts"
import { type Message, messageKinds, messagesOf, messageWords } from "./Messages.ts"
import { principleFacts } from "./Principles.ts"
import { measuredRows, progressSummary } from "./Progress.ts"
import { behindScheduleText } from "./ShareText.ts"

/** The slides that a finding can lead to. */
export type Subject = "decisions" | "attention" | "progress" | "overTime" | "changes" | "principles"

export interface Finding {
  readonly subject: Subject
  /** What stands in large letters before the words: `6`, `54 %`. */
  readonly number: string
  /** The words after the number: `of 25 objectives need attention`. */
  readonly words: string
}

/** A question to those who decide, about an objective or a principle. */
export interface Decision {
  readonly team: Team
  readonly type: "objective" | "principle"
  readonly id: string
  readonly title: string
  readonly words: string
}

/** The most findings in a summary. */
export const maxFindings = 5

type Finder = (input: DeckInput, attentions: ReadonlyArray<Attention>) => ReadonlyArray<Finding>

const attention: Finder = ({ team }, attentions) => {
  const count = attentions.length
  if (count === 0) return []
  const need = count === 1 ? "needs" : "need"
  return [
    {
      subject: "attention",
      number: String(count),
      words: `of ${counted(team.objectives.length, "objective")} ${need} attention`
    }
  ]
}

const contradictions: Finder = (_, attentions) => {
  const said = attentions.filter(({ reasons }) => reasons.some(({ kind }) => kind === "contradicted"))
  const onTrack = said.filter(({ objective }) => objective.status === "on_track").length
  if (onTrack === 0) return []
  const marked = onTrack === 1 ? "objective marked on track is" : "objectives marked on track are"
  return [{ subject: "attention", number: String(onTrack), words: `${marked} far behind schedule` }]
}

const progress: Finder = (input) => {
  const { average, measured, behind, scheduled } = progressSummary(measuredRows(input.team.objectives, input))
  if (average === null) return []
  const schedule = scheduled === 0 ? "" : `; ${behindScheduleText(behind, scheduled)}`
  return [
    {
      subject: "progress",
      number: percentText(average),
      words: `average progress of ${counted(measured, "measured objective")}, drafts left out${schedule}`
    }
  ]
}

interface KindCount {
  readonly count: number
  readonly word: string
}

/** How many messages there are of each kind, in the order of kinds. */
const kindCounts = (messages: ReadonlyArray<Message>): ReadonlyArray<KindCount> =>
  messageKinds.flatMap((kind) => {
    const count = messages.filter((message) => message.kind === kind).length
    return count === 0 ? [] : [{ count, word: messageWords[kind].toLowerCase() }]
  })

const countsText = (counts: ReadonlyArray<KindCount>): ReadonlyArray<string> =>
  counts.map(({ count, word }) => `${count} ${word}`)

/** `2 achieved, 3 slipped` */
export const messageCounts = (messages: ReadonlyArray<Message>): string => countsText(kindCounts(messages)).join(", ")

const changes: Finder = (input) => {
  const [first, ...others] = kindCounts(messagesOf(input))
  if (first === undefined) return []
  const words = `${[first.word, ...countsText(others)].join(", ")} since ${sinceText(input)}`
  return [{ subject: "changes", number: String(first.count), words }]
}

const principles: Finder = (input) => {
  const { unserved, unlinked } = principleFacts(input)
  const first = unserved.length > 0
  if (!first && unlinked.length === 0) return []
  const none = `${unserved.length === 1 ? "principle" : "principles"} that no objective serves`
  const free = `${unlinked.length === 1 ? "objective serves" : "objectives serve"} no principle`
  const more = first && unlinked.length > 0 ? `; ${unlinked.length} ${free}` : ""
  return [
    {
      subject: "principles",
      number: String(first ? unserved.length : unlinked.length),
      words: first ? none + more : free
    }
  ]
}

/** The findings, the most important first, at most `maxFindings`. */
export const findingsOf = (input: DeckInput): ReadonlyArray<Finding> => {
  const attentions = attentionOf(input.team.objectives, input)
  return [attention, contradictions, progress, changes, principles]
    .flatMap((find) => find(input, attentions))
    .slice(0, maxFindings)
}

const questionOn = ({ reasons }: Attention): string | undefined => {
  const overdue = reasons.find(({ kind }) => kind === "overdue")
  if (overdue !== undefined) return `${overdue.words}: move the date or close it?`
  if (reasons[0].kind === "off_track") return "Off track: fix it, change it or drop it?"
  return reasons[0].kind === "contradicted" ? `${reasons[0].words}: is the status right?` : undefined
}

/** What somebody has to decide about an objective that needs attention. */
export const attentionDecisions = (team: Team, attention: Attention): ReadonlyArray<Decision> => {
  const { id, title } = attention.objective
  const words = questionOn(attention)
  return words === undefined ? [] : [{ team, type: "objective", id, title, words }]
}

export const principleDecisions = (input: DeckInput): ReadonlyArray<Decision> =>
  principleFacts(input).unserved.map(({ principle: { id, title } }) => ({
    team: input.team,
    type: "principle",
    id,
    title,
    words: "No objective serves this principle: is one missing?"
  }))

/** What somebody has to decide, in the order of what needs attention. */
export const decisionsOf = (input: DeckInput): ReadonlyArray<Decision> => [
  ...attentionOf(input.team.objectives, input).flatMap((attention) => attentionDecisions(input.team, attention)),
  ...principleDecisions(input)
]
