import type { Outcome } from "../../domain/Outcome.ts"

/** A field's value with the log position it was seen at. */
export interface Seen {
  readonly text: string
  readonly sequenceNumber: number
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
  /** Of the submission under way or waiting: sent again it happens once. */
  readonly submission: string
  /** What the server found there instead, on a rejected save. */
  readonly found: Seen | undefined
  readonly reason: string
}

export interface Conflict {
  readonly before: string
  readonly theirs: Seen
  readonly mine: string
}

export const begin = (base: Seen, mine = base.text): Draft => ({
  phase: "typing",
  base,
  mine,
  submission: "",
  found: undefined,
  reason: ""
})

export const typed = (draft: Draft, mine: string): Draft => ({ ...draft, mine, phase: "typing", reason: "" })

export const saving = (draft: Draft, submission: string): Draft => ({
  ...draft,
  phase: "saving",
  submission,
  reason: ""
})

/** As the server compares: without the blanks around it. */
const same = (left: string, right: string): boolean => left.trim() === right.trim()

const latest = (draft: Draft, shown: Seen): Seen =>
  draft.found !== undefined && draft.found.sequenceNumber > shown.sequenceNumber ? draft.found : shown

/** Nothing to save: it says what stands there, or what stood there when the edit began. */
export const isIdle = (draft: Draft, shown: Seen): boolean =>
  same(draft.mine, latest(draft, shown).text) || (draft.found === undefined && same(draft.mine, draft.base.text))

/**
 * Whether somebody else changed the field since the edit began: `shown` is what the page has of the server now. While a
 * save is under way the server's answer decides, not the page.
 */
export const conflictOf = (draft: Draft, shown: Seen, isWatched: boolean): Conflict | undefined => {
  if (draft.phase === "saving") return undefined
  if (!isWatched && draft.found === undefined) return undefined
  const theirs = isWatched ? latest(draft, shown) : (draft.found ?? shown)
  if (same(theirs.text, draft.mine)) return undefined
  if (draft.found === undefined && same(theirs.text, draft.base.text)) return undefined
  return { before: draft.base.text, theirs, mine: draft.mine }
}

/** From here on mine stands against theirs, knowingly. */
export const rebased = (draft: Draft, theirs: Seen): Draft => ({
  ...draft,
  phase: "typing",
  reason: "",
  found: undefined,
  base: {
    text: theirs.text,
    sequenceNumber: Math.max(theirs.sequenceNumber, draft.found?.sequenceNumber ?? 0, draft.base.sequenceNumber)
  }
})

/** What to do about the answer to a save: it is done, to be sent anew against what stands there, or still somebody's. */
export type Next = { readonly done: true } | { readonly done: false; readonly draft: Draft; readonly again: boolean }

/** `draft` is the one that was sent; what was typed since is kept by the caller. */
export const answered = (draft: Draft, outcome: Outcome): Next => {
  if (outcome.status !== "rejected") return { done: true }
  if (outcome.conflictingServerValue === null) {
    return { done: false, again: false, draft: { ...draft, phase: "refused", reason: outcome.rejectionReason ?? "" } }
  }
  const found = { text: outcome.conflictingServerValue, sequenceNumber: outcome.sequenceNumber }
  // Changed and changed back: what was edited is what stands there.
  if (same(found.text, draft.base.text)) return { done: false, again: true, draft: rebased(draft, found) }
  return { done: false, again: false, draft: { ...draft, phase: "typing", found } }
}
