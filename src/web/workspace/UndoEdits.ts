import type { Outcome } from "../../domain/Outcome.ts"
import * as texts from "../texts/SharedTexts.ts"
import type { AppliedEdit, Drafts } from "./Drafts.ts"
import { type Field, keyOf } from "./Field.ts"
import { nounOfField } from "./FieldRows.ts"
import type { Undo } from "./Undo.ts"

/** Why the opposite edit was not applied; empty when it was applied or is not needed. */
const failureOf = (drafts: Drafts, field: Field, outcome: Outcome | undefined): string => {
  if (outcome?.status === "rejected" && outcome.conflictingServerValue === null) {
    drafts.discard(field)
    return texts.common.refused(outcome.rejectionReason ?? "")
  }
  const draft = drafts.of(field).peek()
  if (draft === undefined) return ""
  return draft.sent === undefined ? texts.undo.changedSince : texts.common.unreachableShort
}

/** Makes a listener that remembers each applied edit, to be undone by an edit based on the value it had set. */
export const makeUndoEdits = (undo: Undo, drafts: () => Drafts) => {
  const undoing = new Set<string>()
  return (field: Field, { before, after, sequenceNumber }: AppliedEdit): void => {
    const key = keyOf(field)
    if (undoing.has(key) || before === after) return
    const name = field.kind.slice(field.kind.indexOf(".") + 1)
    undo.remember({
      sequenceNumber,
      subject: texts.undo.changeOf(nounOfField(name)),
      run: async () => {
        undoing.add(key)
        const outcome = await drafts().saveValue(field, { text: after, sequenceNumber }, before)
        undoing.delete(key)
        return failureOf(drafts(), field, outcome)
      }
    })
  }
}
