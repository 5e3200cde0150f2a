import type { Outcome } from "../../domain/Outcome.ts"
import { asked, type Draft, type Rules, same } from "./Draft.ts"

/** What an answer leaves of a draft: none when all is saved. `again`: what it has sent now is to be sent, without asking. */
export interface Next {
  readonly draft: Draft | undefined
  readonly again: boolean
}

const settled = (draft: Draft): Draft => ({ ...draft, sent: undefined, wanted: false, found: undefined })

/** What was typed since the submission goes on by itself; undefined when nothing was, and nobody is typing. */
const onward = (draft: Draft, next: Draft, key: string): Next | undefined => {
  const isSame = draft.sent === undefined || same(draft.mine, draft.sent.text)
  if (draft.wanted && !isSame) return { draft: asked(next, key), again: true }
  // Under the hands of somebody a field keeps its draft, or the next change by others would move the text.
  return isSame && draft.phase !== "typing" ? undefined : { draft: { ...next, phase: "typing" }, again: false }
}

/** The server said no, for a reason that trying again does not change. */
export const refused = (draft: Draft, reason: string, key: string): Next => {
  const next = settled(draft)
  return onward(draft, next, key) ?? { draft: { ...next, phase: "refused", reason }, again: false }
}

/**
 * What an answer to `draft.sent` makes of the draft as it is now: it may have been typed on since. `key` is for a
 * submission that follows from it.
 */
export const answered = (draft: Draft, outcome: Outcome, { whole }: Pick<Rules, "whole">, key: string): Next => {
  const { sent, base } = draft
  if (sent === undefined) return { draft, again: false }
  if (outcome.status !== "rejected") {
    const sequenceNumber = Math.max(outcome.sequenceNumber, sent.lastSeen)
    const next = { ...settled(draft), base: { text: sent.text, sequenceNumber } }
    return onward(draft, next, key) ?? { draft: undefined, again: false }
  }
  if (outcome.conflictingServerValue === null) return refused(draft, outcome.rejectionReason ?? "", key)
  const found = { text: outcome.conflictingServerValue, sequenceNumber: outcome.sequenceNumber }
  // Changed and changed back: what was edited is what stands there.
  if (whole && same(found.text, base.text)) {
    return { draft: { ...draft, base: found, sent: { ...sent, lastSeen: found.sequenceNumber, key } }, again: true }
  }
  return { draft: { ...settled(draft), phase: "typing", found }, again: false }
}
