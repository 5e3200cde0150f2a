import { composed } from "../texts/Composed.ts"

/** A field's value with the log position it was seen at. */
export interface Seen {
  readonly text: string
  readonly sequenceNumber: number
}

/** A submission whose answer is not known: it may have happened or not. Sent again as it is, it happens once. */
export interface Sent {
  readonly text: string
  readonly lastSeen: number
  readonly key: string
}

/**
 * What somebody makes of a field and the server does not have yet. `typing`: it is theirs to finish; `saving`: on its
 * way; `waiting`: it could not be sent, and will be; `refused`: the server said no, in words.
 */
export interface Draft {
  readonly phase: "typing" | "saving" | "waiting" | "refused"
  /** What stood there when the edit began, or was last agreed on. */
  readonly base: Seen
  readonly mine: string
  /** Settled before anything else is sent: what was typed since would be in conflict with it. */
  readonly sent: Sent | undefined
  /** What was typed since is to be saved as well. */
  readonly wanted: boolean
  /** What the server found there instead, on a rejected save. */
  readonly found: Seen | undefined
  readonly reason: string
}

export interface Conflict {
  readonly before: string
  readonly theirs: Seen
  readonly mine: string
}

/** `watched`: another value on the page is a conflict. `whole`: the server's text of a value is all there is to it. */
export interface Rules {
  readonly watched: boolean
  readonly whole: boolean
}

/** As the server keeps a text. */
const kept = (text: string): string => composed(text.replaceAll(/\r\n?|[\u2028\u2029]/g, "\n"))

export const same = (left: string, right: string): boolean => left === right || kept(left) === kept(right)

export const begin = (base: Seen): Draft => ({
  phase: "typing",
  base,
  mine: base.text,
  sent: undefined,
  wanted: false,
  found: undefined,
  reason: ""
})

/** Somebody goes on typing; a refusal stays in sight until they do. */
export const reopened = (draft: Draft): Draft => (draft.phase === "refused" ? draft : { ...draft, phase: "typing" })

export const typed = (draft: Draft, mine: string): Draft => ({
  ...draft,
  mine,
  phase: "typing",
  wanted: false,
  reason: ""
})

/** To be saved, under `key` if it is a submission of its own; one without an answer goes first. */
export const asked = (draft: Draft, key: string): Draft => ({
  ...draft,
  phase: "saving",
  reason: "",
  sent: draft.sent ?? { text: draft.mine, lastSeen: draft.base.sequenceNumber, key },
  wanted: draft.sent !== undefined && (draft.wanted || !same(draft.mine, draft.sent.text))
})

/** On its way once more. */
export const resent = (draft: Draft): Draft => (draft.phase === "waiting" ? { ...draft, phase: "saving" } : draft)

/** No answer: what is being typed is left alone. */
export const unanswered = (draft: Draft): Draft => (draft.phase === "saving" ? { ...draft, phase: "waiting" } : draft)

/** What was typed is given up, but for what may have been saved already. */
export const cancelled = (draft: Draft): Draft | undefined =>
  draft.sent === undefined ? undefined : { ...draft, mine: draft.sent.text, phase: "waiting", wanted: false }

/** What is known last to stand there: the page, a rejected save or an applied one may be ahead of the others. */
const latest = ({ found, base }: Draft, shown: Seen): Seen => {
  const known = found === undefined || found.sequenceNumber <= shown.sequenceNumber ? shown : found
  return known.sequenceNumber < base.sequenceNumber ? base : known
}

/** Nothing to save: it says what stands there, or what stood there when the edit began. */
export const isIdle = (draft: Draft, shown: Seen): boolean =>
  draft.sent === undefined &&
  (same(draft.mine, latest(draft, shown).text) || (draft.found === undefined && same(draft.mine, draft.base.text)))

/**
 * Whether somebody else changed the field since the edit began: `shown` is what the page has of the server now. While a
 * submission has no answer the server decides, not the page.
 */
export const conflictOf = (draft: Draft, shown: Seen, { watched, whole }: Rules): Conflict | undefined => {
  const { found, base, mine } = draft
  if (draft.sent !== undefined || (!watched && found === undefined)) return undefined
  const theirs = whole ? (watched ? latest(draft, shown) : (found ?? shown)) : shown
  if (same(theirs.text, mine)) return undefined
  const isNews = theirs.sequenceNumber >= base.sequenceNumber && !same(theirs.text, base.text)
  if (found === undefined && (!isNews || same(mine, base.text))) return undefined
  return { before: base.text, theirs, mine }
}

/** From here on mine stands against theirs, knowingly; the server tells of what came after them. */
export const rebased = (draft: Draft, theirs: Seen): Draft => ({
  ...draft,
  phase: "typing",
  reason: "",
  found: undefined,
  base: theirs
})

/** An act is made of what is shown: what stood there when the draft began is past. */
export const renewed = (draft: Draft, shown: Seen): Draft =>
  draft.sent === undefined ? rebased(draft, latest(draft, shown)) : draft
