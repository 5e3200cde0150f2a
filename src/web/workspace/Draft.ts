import { normalized } from "../../shared/NormalizedText.ts"

/** A field's value with the log position it was seen at. */
export interface SeenValue {
  readonly text: string
  readonly sequenceNumber: number
}

/** A submission without an answer yet. It is repeated unchanged under its idempotency key, so it is applied once. */
export interface PendingSubmission {
  readonly text: string
  readonly lastSeen: number
  /** The idempotency key. */
  readonly key: string
}

/**
 * An edit of a field that the server has not confirmed; it is kept as JSON in the browser's storage. `typing`: the user
 * is not done with it. `saving`: it was sent. `waiting`: no answer came, it will be sent again. `refused`: the server
 * rejected it, `reason` says why.
 */
export interface Draft {
  readonly phase: "typing" | "saving" | "waiting" | "refused"
  /** The value the edit is based on; conflicts are judged against it. */
  readonly base: SeenValue
  /** What the user typed or chose. */
  readonly mine: string
  /** Must be answered before anything else is sent: a later submission would be in conflict with it. */
  readonly sent: PendingSubmission | undefined
  /** Whether `mine` is to be submitted as well once `sent` is answered. */
  readonly wanted: boolean
  /** The server's value, when it rejected the submission as a conflict. */
  readonly found: SeenValue | undefined
  readonly reason: string
}

export interface Conflict {
  readonly before: string
  readonly theirs: SeenValue
  readonly mine: string
}

export interface ConflictRules {
  /** Whether another value on the page already is a conflict, before the server rejects anything. */
  readonly changeIsConflict: boolean
  /** Whether the conflicting value the server answers with is the field's whole text. */
  readonly textIsComplete: boolean
}

/** The form in which the server stores a text. */
const stored = (text: string): string => normalized(text.replaceAll(/\r\n?|[\u2028\u2029]/g, "\n"))

/** Whether the server stores both texts alike. */
export const sameText = (left: string, right: string): boolean => left === right || stored(left) === stored(right)

export const newDraft = (base: SeenValue): Draft => ({
  phase: "typing",
  base,
  mine: base.text,
  sent: undefined,
  wanted: false,
  found: undefined,
  reason: ""
})

/** The field is opened for typing again. A refusal stays visible until the text changes. */
export const reopened = (draft: Draft): Draft => (draft.phase === "refused" ? draft : { ...draft, phase: "typing" })

export const withText = (draft: Draft, mine: string): Draft => ({
  ...draft,
  mine,
  phase: "typing",
  wanted: false,
  reason: ""
})

/** Submits the text under `key`, or after the pending submission, which keeps its own key. */
export const submitted = (draft: Draft, key: string): Draft => ({
  ...draft,
  phase: "saving",
  reason: "",
  sent: draft.sent ?? { text: draft.mine, lastSeen: draft.base.sequenceNumber, key },
  wanted: draft.sent !== undefined && (draft.wanted || !sameText(draft.mine, draft.sent.text))
})

export const resubmitted = (draft: Draft): Draft => (draft.phase === "waiting" ? { ...draft, phase: "saving" } : draft)

/** No answer came. A text that is being typed meanwhile stays in phase `typing`. */
export const unanswered = (draft: Draft): Draft => (draft.phase === "saving" ? { ...draft, phase: "waiting" } : draft)

/** Discards what was typed, except for a pending submission: the server may have applied it already. */
export const cancelled = (draft: Draft): Draft | undefined =>
  draft.sent === undefined ? undefined : { ...draft, mine: draft.sent.text, phase: "waiting", wanted: false }

/** The newest known server value: the page's, the one a rejection brought, or the one last agreed on. */
const latestKnown = ({ found, base }: Draft, shown: SeenValue): SeenValue => {
  const known = found === undefined || found.sequenceNumber <= shown.sequenceNumber ? shown : found
  return known.sequenceNumber < base.sequenceNumber ? base : known
}

/** Whether the text equals the server's value, or the value the edit began with. */
export const hasNothingToSave = (draft: Draft, shown: SeenValue): boolean =>
  draft.sent === undefined &&
  (sameText(draft.mine, latestKnown(draft, shown).text) ||
    (draft.found === undefined && sameText(draft.mine, draft.base.text)))

/**
 * The conflict with a change somebody else made since the edit began, if there is one. `shown` is the server's value as
 * the page knows it. While a submission is pending the server decides, not the page.
 */
export const conflictOf = (
  draft: Draft,
  shown: SeenValue,
  { changeIsConflict, textIsComplete }: ConflictRules
): Conflict | undefined => {
  const { found, base, mine } = draft
  if (draft.sent !== undefined || (!changeIsConflict && found === undefined)) return undefined
  const theirs = textIsComplete ? (changeIsConflict ? latestKnown(draft, shown) : (found ?? shown)) : shown
  if (sameText(theirs.text, mine)) return undefined
  const isNewer = theirs.sequenceNumber >= base.sequenceNumber && !sameText(theirs.text, base.text)
  if (found === undefined && (!isNewer || sameText(mine, base.text))) return undefined
  return { before: base.text, theirs, mine }
}

/** Bases the edit on `theirs`, which the user has seen: the next submission overwrites that value and nothing newer. */
export const rebased = (draft: Draft, theirs: SeenValue): Draft => ({
  ...draft,
  phase: "typing",
  reason: "",
  found: undefined,
  base: theirs
})

/**
 * The draft of an edit in one step, such as choosing a status, which refers to what is shown now and not to its base.
 */
export const rebasedOnShown = (draft: Draft, shown: SeenValue): Draft =>
  draft.sent === undefined ? rebased(draft, latestKnown(draft, shown)) : draft
