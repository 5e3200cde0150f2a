import type { EntityType } from "../Entities.ts"
import { rowOf } from "../EventTypes.ts"
import { fieldNoun, quote } from "./Nouns.ts"

/** Why a change stays that was to be taken back. */
export const leftCodes = [
  "changed_since",
  "deleted_since",
  "brought_back_since",
  "later_check_in",
  "needs_return",
  "not_possible",
  "role_required",
  "not_known",
  "too_many"
] as const
export type LeftCode = (typeof leftCodes)[number]

/** What stays. */
export interface LeftSubject {
  readonly type: EntityType
  /** Its title or name; null if that is not known. */
  readonly title: string | null
  /** The field that stays, if it is one. */
  readonly field?: string
}

const subjectText = ({ type, title, field }: LeftSubject): string => {
  const entity = title === null ? `the ${rowOf(type).noun}` : quote(title)
  return field === undefined ? entity : `the ${fieldNoun(type, field)} of ${entity}`
}

const reasons: Readonly<Record<LeftCode, (subject: string) => string>> = {
  changed_since: (subject) => `${subject} has been changed since.`,
  deleted_since: (subject) => `${subject} has been deleted since.`,
  brought_back_since: (subject) => `${subject} has been brought back since.`,
  later_check_in: (subject) => `${subject} can only come back once the later one of the same day is deleted.`,
  needs_return: (subject) => `${subject} can be taken back once the changes before it are. Ask again.`,
  not_possible: (subject) => `${subject} cannot be as it was: a limit or a rule does not allow it now.`,
  role_required: (subject) => `Taking back ${subject} requires the admin role.`,
  not_known: (subject) => `What ${subject} was before is not known.`,
  too_many: () =>
    "This change set is too large to be taken back at once. Take back its events one by one, the latest first."
}

/** The sentence for a change that stays. Who stands in the way, and when, is said beside it. */
export const leftReason = (code: LeftCode, subject: LeftSubject): string => {
  const sentence = reasons[code](subjectText(subject))
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}
