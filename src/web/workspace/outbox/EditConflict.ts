import type { EditedValue } from "../../../shared/FieldEdits.ts"
import { type Edit, rebased, type SeenValue, sameValue } from "./Edit.ts"

export interface Conflict<V extends EditedValue = EditedValue> {
  readonly before: V
  readonly theirs: SeenValue<V>
  readonly mine: V
}

export interface ConflictRules {
  /** Whether another value on the page already is a conflict, before the server rejects anything. */
  readonly changeIsConflict: boolean
  /** Whether the conflicting value the server answers with is the field's whole value. */
  readonly answerIsComplete: boolean
}

/** The newest known server value: the page's, the one a rejection brought, or the one last agreed on. */
const latestKnown = <V extends EditedValue>({ found, base }: Edit<V>, shown: SeenValue<V>): SeenValue<V> => {
  const known = found === undefined || found.sequenceNumber <= shown.sequenceNumber ? shown : found
  return known.sequenceNumber < base.sequenceNumber ? base : known
}

/** The page's value once it is another one; before, what a rejection says of it: nobody can overwrite that, since the rest of it is unseen. */
const knownInPart = <V extends EditedValue>({ found, base }: Edit<V>, shown: SeenValue<V>): SeenValue<V> => {
  const isChanged = shown.sequenceNumber > base.sequenceNumber && !sameValue(shown.value, base.value)
  return found === undefined || isChanged ? shown : { ...found, sequenceNumber: shown.sequenceNumber }
}

/** Whether the value equals the server's value, or the value the edit began with. */
export const hasNothingToSave = <V extends EditedValue>(edit: Edit<V>, shown: SeenValue<V>): boolean =>
  edit.sent === undefined &&
  (sameValue(edit.mine, latestKnown(edit, shown).value) ||
    (edit.found === undefined && sameValue(edit.mine, edit.base.value)))

/**
 * The conflict with a change somebody else made since the edit began, if there is one. `shown` is the server's value as
 * the page knows it. While a submission is pending the server decides, not the page.
 */
export const conflictOf = <V extends EditedValue>(
  edit: Edit<V>,
  shown: SeenValue<V>,
  { changeIsConflict, answerIsComplete }: ConflictRules
): Conflict<V> | undefined => {
  const { found, base, mine } = edit
  if (edit.sent !== undefined || (!changeIsConflict && found === undefined)) return undefined
  const known = changeIsConflict ? latestKnown(edit, shown) : (found ?? shown)
  const theirs = answerIsComplete ? known : knownInPart(edit, shown)
  if (sameValue(theirs.value, mine)) return undefined
  const isNewer = theirs.sequenceNumber >= base.sequenceNumber && !sameValue(theirs.value, base.value)
  if (found === undefined && (!isNewer || sameValue(mine, base.value))) return undefined
  return { before: base.value, theirs, mine }
}

/** An edit in one step, such as choosing a status, which refers to what is shown now and not to its base. */
export const rebasedOnShown = <V extends EditedValue>(edit: Edit<V>, shown: SeenValue<V>): Edit<V> =>
  edit.sent === undefined ? rebased(edit, latestKnown(edit, shown)) : edit
