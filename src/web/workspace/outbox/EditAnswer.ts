import type { Outcome } from "../../../domain/Outcome.ts"
import { type Field, nameOf, nounOf, rulesOf, valueOf } from "../Field.ts"
import { type Edit, sameValue, submitted } from "./Edit.ts"

const settled = (edit: Edit): Edit => ({ ...edit, sent: undefined, found: undefined })

/** The edit that remains for a value typed since the submission; undefined if none was typed and nobody is typing. */
const continued = (edit: Edit, next: Edit, key: string): Edit | undefined => {
  const isSame = edit.sent === undefined || sameValue(edit.mine, edit.sent.value)
  if (edit.phase === "saving" && !isSame) return submitted(next, key)
  // A field that is being typed in keeps its edit: without it, the next change by others would replace the text.
  return isSame && edit.phase !== "typing" ? undefined : { ...next, phase: "typing" }
}

/** The edit after the server refused its submission for a reason that repeating it does not change. */
export const afterRefusal = (edit: Edit, reason: string, key: string): Edit => {
  const next = settled(edit)
  return continued(edit, next, key) ?? { ...next, phase: "refused", reason }
}

/** The reason with what people call the field instead of its name in the API. */
const inWords = (reason: string, field: Field): string =>
  reason.startsWith(`${nameOf(field)} `) ? `The ${nounOf(field)}${reason.slice(nameOf(field).length)}` : reason

/**
 * The edit after `outcome` answered its submission; undefined when everything is saved. Its value may have changed since
 * it was sent. `key` is the idempotency key of the submission that follows, if one does.
 */
export const afterOutcome = (edit: Edit, outcome: Outcome, field: Field, key: string): Edit | undefined => {
  const { sent, base } = edit
  if (sent === undefined) return edit
  if (outcome.status !== "rejected") {
    const sequenceNumber = Math.max(outcome.sequenceNumber, sent.lastSeen)
    return continued(edit, { ...settled(edit), base: { value: sent.value, sequenceNumber } }, key)
  }
  if (outcome.conflictingServerValue === null)
    return afterRefusal(edit, inWords(outcome.rejectionReason ?? "", field), key)
  const found = { value: valueOf(field, outcome.conflictingServerValue), sequenceNumber: outcome.sequenceNumber }
  // The value was changed and changed back: the user has seen the value that would be overwritten.
  if (rulesOf(field).answerIsComplete && sameValue(found.value, base.value)) {
    return { ...edit, base: found, sent: { ...sent, lastSeen: found.sequenceNumber, key } }
  }
  return { ...settled(edit), phase: "typing", found }
}
