import type { Outcome } from "../../domain/Outcome.ts"
import { type ConflictRules, type Draft, sameText, submitted } from "./Draft.ts"

export interface AfterAnswer {
  /** Undefined when everything is saved. */
  readonly draft: Draft | undefined
  /** Whether the draft's `sent` is to be submitted right away. */
  readonly sendsAgain: boolean
}

const settled = (draft: Draft): Draft => ({ ...draft, sent: undefined, wanted: false, found: undefined })

/** The draft that remains for text typed since the submission; undefined if none was typed and nobody is typing. */
const continued = (draft: Draft, next: Draft, key: string): AfterAnswer | undefined => {
  const isSame = draft.sent === undefined || sameText(draft.mine, draft.sent.text)
  if (draft.wanted && !isSame) return { draft: submitted(next, key), sendsAgain: true }
  // A field that is being typed in keeps its draft: without it, the next change by others would replace the text.
  return isSame && draft.phase !== "typing" ? undefined : { draft: { ...next, phase: "typing" }, sendsAgain: false }
}

/** The draft after the server refused its submission for a reason that repeating it does not change. */
export const afterRefusal = (draft: Draft, reason: string, key: string): AfterAnswer => {
  const next = settled(draft)
  return continued(draft, next, key) ?? { draft: { ...next, phase: "refused", reason }, sendsAgain: false }
}

/**
 * The draft after `outcome` answered its submission. The text may have changed since it was sent. `key` is the
 * idempotency key of the submission that follows, if one does.
 */
export const afterOutcome = (
  draft: Draft,
  outcome: Outcome,
  { textIsComplete }: Pick<ConflictRules, "textIsComplete">,
  key: string
): AfterAnswer => {
  const { sent, base } = draft
  if (sent === undefined) return { draft, sendsAgain: false }
  if (outcome.status !== "rejected") {
    const sequenceNumber = Math.max(outcome.sequenceNumber, sent.lastSeen)
    const next = { ...settled(draft), base: { text: sent.text, sequenceNumber } }
    return continued(draft, next, key) ?? { draft: undefined, sendsAgain: false }
  }
  if (outcome.conflictingServerValue === null) return afterRefusal(draft, outcome.rejectionReason ?? "", key)
  const found = { text: outcome.conflictingServerValue, sequenceNumber: outcome.sequenceNumber }
  // The value was changed and changed back: the user has seen the value that would be overwritten.
  if (textIsComplete && sameText(found.text, base.text)) {
    return {
      draft: { ...draft, base: found, sent: { ...sent, lastSeen: found.sequenceNumber, key } },
      sendsAgain: true
    }
  }
  return { draft: { ...settled(draft), phase: "typing", found }, sendsAgain: false }
}
