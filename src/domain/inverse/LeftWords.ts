import { rowOf } from "../../shared/EventTypes.ts"
import { truncatedLine } from "../../shared/Quoted.ts"
import type { EntityType } from "../state/State.ts"
import type { LeftCode } from "./Inverse.ts"

/** What a reason is about. */
export interface LeftSubject {
  readonly type: EntityType
  /** Its title or name; null if that is not known. */
  readonly title: string | null
  /** The field that stays, if it is one. */
  readonly field?: string
}

const nouns: Readonly<Record<string, string>> = {
  position: "position",
  placement: "place",
  definition: "definition",
  value: "value",
  principle: "link to a principle"
}

const subjectText = ({ type, title, field }: LeftSubject): string => {
  const entity = title === null ? `the ${rowOf(type).noun}` : `‘${truncatedLine(title, 60)}’`
  if (field === undefined) return entity
  const name = field.replace(/:.*/, "")
  return `the ${rowOf(type).fields[name]?.noun ?? nouns[name] ?? name} of ${entity}`
}

const reasons: Readonly<Record<LeftCode, (subject: string) => string>> = {
  changed_since: (subject) => `${subject} has been changed since.`,
  deleted_since: (subject) => `${subject} has been deleted since.`,
  brought_back_since: (subject) => `${subject} has been brought back since.`,
  needs_return: (subject) => `${subject} can be taken back once the changes before it are. Ask again.`,
  not_possible: (subject) => `${subject} cannot be as it was: a limit or a rule does not allow it now.`,
  role_required: (subject) => `Taking back ${subject} requires the admin role.`,
  not_known: (subject) => `What ${subject} was before is not known.`
}

/** The sentence for a change that stays. Who stands in the way, and when, is said beside it. */
export const leftReason = (code: LeftCode, subject: LeftSubject): string => {
  const sentence = reasons[code](subjectText(subject))
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}
