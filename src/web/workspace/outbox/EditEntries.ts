import { type ReadonlySignal, type Signal, signal } from "@preact/signals"
import type { Outcome } from "../../../domain/Outcome.ts"
import { dataOf, eventTypeOf, type Field, keyOf } from "../Field.ts"
import { type Edit, resubmitted, unanswered } from "./Edit.ts"
import { afterOutcome, afterRefusal } from "./EditAnswer.ts"
import type { OutboxStorage } from "./OutboxStorage.ts"
import type { Lane } from "./SendLoop.ts"

/** The edit of one field, if there is one, and its submissions, which are sent one after the other. */
export interface EditEntry {
  readonly field: Field
  readonly edit: Signal<Edit | undefined>
  readonly lane: Lane
  /** Of the last submission that was answered. */
  outcome: Outcome | undefined
}

export interface EditEntries {
  readonly fields: ReadonlySignal<ReadonlyArray<Field>>
  readonly of: (field: Field) => EditEntry
  /** Replaces the edit; the change is stored. */
  readonly put: (entry: EditEntry, next: Edit | undefined) => void
}

export interface EditsDependencies {
  readonly storage: OutboxStorage
  readonly newId: () => string
  /** Resolves when the page shows what was answered: if an edit ended before, the old value would show again. */
  readonly untilShown: (teamId: string, outcome: Outcome) => Promise<void>
  readonly onApplied: (field: Field, sequenceNumber: number) => void
}

export const makeEditEntries = ({ storage, newId, untilShown, onApplied }: EditsDependencies): EditEntries => {
  const entries = new Map<string, EditEntry>()
  const fields = signal<ReadonlyArray<Field>>([])
  const put: EditEntries["put"] = ({ field, edit }, next) => {
    const before = edit.peek()
    edit.value = next
    if ((before === undefined) !== (next === undefined)) {
      const others = fields.peek().filter((other) => keyOf(other) !== keyOf(field))
      fields.value = next === undefined ? others : [...others, field]
    }
    storage.put(`edit ${keyOf(field)}`, next && { field, edit: next })
  }
  const makeEntry = (field: Field): EditEntry => {
    const edit = signal<Edit | undefined>(undefined)
    const next: Lane["next"] = () => {
      const now = edit.peek()
      if (now?.sent === undefined) return undefined
      put(entry, resubmitted(now))
      const { value, lastSeen, key } = now.sent
      const body = { eventType: eventTypeOf(field), targetId: field.entityId, data: dataOf(field, value) }
      return { key, body: { ...body, lastSeenSequence: lastSeen } }
    }
    const onOutcome = async (outcome: Outcome): Promise<void> => {
      entry.outcome = outcome
      await untilShown(field.teamId, outcome)
      if (outcome.status === "applied") onApplied(field, outcome.sequenceNumber)
    }
    const onAnswer: Lane["onAnswer"] = async ({ key }, answer) => {
      entry.outcome = undefined
      if (answer.ok) await onOutcome(answer.value)
      const now = edit.peek()
      // It was discarded meanwhile, and perhaps begun anew.
      if (now?.sent?.key !== key) return
      if (answer.ok) put(entry, afterOutcome(now, answer.value, field, newId()))
      else put(entry, afterRefusal(now, answer.failure.message, newId()))
    }
    const onNoAnswer = (): void => {
      entry.outcome = undefined
      const now = edit.peek()
      if (now?.sent !== undefined) put(entry, unanswered(now))
    }
    const entry: EditEntry = { field, edit, lane: { next, onAnswer, onNoAnswer }, outcome: undefined }
    return entry
  }
  return {
    fields,
    put,
    of: (field) => {
      const key = keyOf(field)
      const entry = entries.get(key) ?? makeEntry(field)
      entries.set(key, entry)
      return entry
    }
  }
}
