import type { EntityType } from "../Entities.ts"
import { fieldOfEvent, madeOrDeleted } from "./EventFields.ts"
import type { EffectCode } from "./Facts.ts"
import { entityText, fieldNoun, withArticle } from "./Nouns.ts"
import { partText, type SaidEvent, subjectOf, subjectText, valueAfter, valueSentence } from "./ValueSentences.ts"

const linkText = (event: SaidEvent): string => {
  const principle = entityText("principle", subjectOf(event).principle?.title ?? null)
  return valueAfter(event, "linked") === "true"
    ? `linked ${principle} to ${subjectText(event)}`
    : `unlinked ${principle} from ${subjectText(event)}`
}

/** What an event tried to do, without its values. */
const attemptText = (event: SaidEvent): string => {
  const { eventType, data } = event
  const [created, deleted] = [madeOrDeleted(eventType, "create"), madeOrDeleted(eventType, "delete")]
  if (created !== undefined)
    return `tried to ${Object.hasOwn(data, "asOf") ? "bring back" : "create"} ${withArticle(created)}`
  const edited = fieldOfEvent(event)
  // The entity of a rejected event is its target, which may be of another type.
  const subject = (type: EntityType) => (event.entityType === type ? subjectText(event) : withArticle(type))
  if (deleted !== undefined) return `tried to delete ${subject(deleted)}`
  if (edited === undefined) return "tried to restore an earlier state"
  return `tried to change the ${fieldNoun(edited.type, edited.field)} of ${subject(edited.type)}`
}

/** What an event did whose sentence has no values. */
const ownText = (event: SaidEvent): string => {
  const { eventType, data } = event
  if (madeOrDeleted(eventType, "create") !== undefined) {
    return `${Object.hasOwn(data, "asOf") ? "brought back" : "created"} ${subjectText(event)}${partText(event, "in")}`
  }
  return madeOrDeleted(eventType, "delete") === undefined
    ? linkText(event)
    : `deleted ${subjectText(event)}${partText(event, "in")}`
}

const effectTexts: { readonly [C in EffectCode]?: (event: SaidEvent) => string } = {
  deleted_with: (event) => `removed this by deleting ${subjectText(event)}`,
  unlinked_by_deletion: (event) => `unlinked this by deleting ${subjectText(event)}`,
  ungrouped: (event) => `ungrouped this by deleting ${subjectText(event)}`,
  linked: (event) => `linked this to ${subjectText(event)}`,
  unlinked: (event) => `unlinked this from ${subjectText(event)}`,
  returned_with: (event) => `brought this back with ${subjectText(event)}`,
  linked_by_return: (event) => `linked this again by bringing back ${subjectText(event)}`,
  supported: (event) => `made ${subjectText(event)} support this`,
  unsupported: (event) => `made ${subjectText(event)} no longer support this`,
  parent_deleted: (event) => `left this without a parent by deleting ${subjectText(event)}`,
  supports_by_return: (event) => `made this support ${subjectText(event)} again by bringing it back`,
  grouped_by_return: (event) => `grouped this again by bringing back ${subjectText(event)}`
}

/** What an event did, as the end of a sentence that begins with who did it. */
export const eventText = (event: SaidEvent): string => {
  const { effect, status } = event
  const text = effect === null ? undefined : effectTexts[effect]?.(event)
  if (text !== undefined) return text
  return status === "rejected" ? attemptText(event) : (valueSentence(event) ?? ownText(event))
}
