import { computed, type ReadonlySignal } from "@preact/signals"
import type { Outcome } from "../../../domain/Outcome.ts"
import { correctedCheckIn } from "../../../shared/ChangeSetNames.ts"
import { type EditedValue, type FieldKind, replacedBy, type ValueOf } from "../../../shared/FieldEdits.ts"
import type { ChangeSet } from "../../contract/PageApi.ts"
import { dataOf, eventTypeOf, type Field, isField, keyOf, rulesOf } from "../Field.ts"
import * as Edit from "./Edit.ts"
import { afterOutcome, afterRefusal } from "./EditAnswer.ts"
import { conflictOf, hasNothingToSave, rebasedOnShown } from "./EditConflict.ts"
import { type Entries, type Form, type Keeping, makeEntries } from "./Entries.ts"
import type { StoredForm } from "./OutboxStorage.ts"
import { holderOf, untilItsTurn } from "./Turns.ts"

type Seen<K extends FieldKind> = Edit.SeenValue<ValueOf<K>>

/** A field's new value in a change set. */
export interface FieldChange<K extends FieldKind = FieldKind> {
  readonly field: Field<K>
  readonly shown: Seen<K>
  readonly mine: ValueOf<K>
}

/** The edits of fields that the server has not confirmed. */
export interface Edits extends Omit<Entries<Field, Edit.Edit>, "of" | "change" | "send" | "isWaiting"> {
  readonly of: <K extends FieldKind>(field: Field<K>) => ReadonlySignal<Edit.Edit<ValueOf<K>> | undefined>
  /** That of the field's edit; `waiting`: no answer came to what is being saved. */
  readonly phaseOf: (field: Field) => Edit.Edit["phase"] | "waiting" | undefined
  readonly fieldsOfKind: <K extends FieldKind>(kind: K) => ReadonlyArray<Field<K>>
  /** The links of an objective that have an edit. */
  readonly linkFieldsOf: (objectiveId: string) => ReadonlyArray<Field<"objective.principle">>
  /** The values of fields of a kind that were submitted and are not confirmed. */
  readonly submittedOfKind: <K extends FieldKind>(kind: K) => ReadonlyArray<readonly [Field<K>, ValueOf<K>]>
  /** Begins an edit, or reopens the one there is. */
  readonly begin: <K extends FieldKind>(field: Field<K>, shown: Seen<K>) => void
  readonly setValue: <K extends FieldKind>(field: Field<K>, shown: Seen<K>, mine: ValueOf<K>) => void
  /** Discards what was typed; a submission that was sent continues. */
  readonly cancel: (field: Field) => void
  /** Submits the edit. One that changes nothing is discarded; one in conflict waits for the user's decision. */
  readonly save: <K extends FieldKind>(field: Field<K>, shown: Seen<K>) => Promise<Outcome | undefined>
  /** Begins an edit with a value that was chosen and is not to be saved yet. It refers to what is shown, even in a conflict. */
  readonly choose: <K extends FieldKind>(field: Field<K>, shown: Seen<K>, mine: ValueOf<K>) => void
  /** An edit in one step, such as a status chosen or a card moved. It refers to what is shown, even in a conflict. */
  readonly saveValue: <K extends FieldKind>(field: Field<K>, shown: Seen<K>, mine: ValueOf<K>) => Promise<void>
  /** Edits in one step that are one change set. Those of an entity are sent one after the other, in their order. */
  readonly saveSet: (changes: ReadonlyArray<FieldChange>, changeSet: ChangeSet) => Promise<void>
  /** Decides a conflict: submits mine, which overwrites `theirs`. */
  readonly keepMine: (field: Field, theirs: Edit.SeenValue) => void
  /** Decides a conflict: the value stays as it is to be edited, now based on `theirs`. */
  readonly continueEdit: (field: Field, theirs: Edit.SeenValue) => void
}

/** What the server has applied of an edit. */
export interface AppliedEdit {
  readonly sequenceNumber: number
  readonly changeSet: ChangeSet | undefined
  readonly value: EditedValue | undefined
}

interface Dependencies extends Keeping {
  readonly newId: () => string
  /** Resolves when the page shows what was answered: if an edit ended before, the old value would show again. */
  readonly untilShown: (teamId: string, outcome: Outcome) => Promise<void>
  readonly onApplied: (field: Field, applied: AppliedEdit) => void
}

interface StoredEdit {
  readonly field: Field
  readonly edit: Edit.Edit
}

/** Decodes a stored edit; undefined for any other shape. An edit that was unanswered is saved again. */
const readEdit: Form<Field, Edit.Edit>["read"] = ({ value }: StoredForm) => {
  const { field, edit }: Partial<StoredEdit> = Object(value)
  if (!isField(field) || edit?.mine === undefined || typeof edit.base?.sequenceNumber !== "number") return undefined
  const isKnown = edit.phase === "typing" || edit.phase === "refused"
  return { target: field, value: { ...Edit.newEdit(edit.base), ...edit, phase: isKnown ? edit.phase : "saving" } }
}

/** `isHeld`: whether a submission waits for the answer to another one. */
const formOf = (
  { newId, untilShown, onApplied }: Dependencies,
  isHeld: (sent: Edit.SentValue) => boolean
): Form<Field, Edit.Edit> => ({
  name: "edit",
  maxUnderWay: 1,
  keyOf,
  next: ({ target, value: { sent } }) =>
    sent === undefined || isHeld(sent)
      ? undefined
      : {
          key: sent.key,
          body: {
            eventType: eventTypeOf(target),
            targetId: target.entityId,
            data: dataOf(target, sent.value),
            lastSeenSequence: sent.lastSeen
          },
          ...(sent.place && { changeSet: sent.place.changeSet })
        },
  onOutcome: async ({ target, value: { sent } }, { changeSet }, outcome) => {
    await untilShown(target.teamId, outcome)
    const { sequenceNumber } = outcome
    if (outcome.status === "applied") onApplied(target, { sequenceNumber, changeSet, value: sent?.value })
  },
  answered: ({ target, value }, { key }, answer) => {
    // It was discarded meanwhile, and begun anew.
    if (value.sent?.key !== key) return value
    return answer.ok
      ? afterOutcome(value, answer.value, target, newId())
      : afterRefusal(value, answer.failure.message, newId())
  },
  stored: ({ target, value }) => ({ value: { field: target, edit: value } }),
  read: readEdit
})

const isOfKind =
  <K extends FieldKind>(kind: K) =>
  (field: Field): field is Field<K> =>
    field.kind === kind

export const makeEdits = (dependencies: Dependencies): Edits => {
  const { newId } = dependencies
  const all: Entries<Field, Edit.Edit> = makeEntries(
    formOf(dependencies, (sent) => isHeld(sent)),
    dependencies
  )
  const isHeld = (sent: Edit.SentValue | undefined): boolean => sent !== undefined && holderOf(all, sent) !== undefined
  const { change, send, isWaiting, ...entries } = all
  // The kind of an entry's field says of what type its edit's values are.
  const of = entries.of as Edits["of"]
  const fieldsOfKind: Edits["fieldsOfKind"] = (kind) => entries.targets.value.filter(isOfKind(kind))
  const linksByObjective = computed(() => Map.groupBy(fieldsOfKind("objective.principle"), ({ entityId }) => entityId))
  const noLinks: ReturnType<Edits["linkFieldsOf"]> = []
  /** What takes the place of another check-in is one change with the deletion of that. */
  const placeOf = (mine: EditedValue): Edit.PlaceInSet | undefined =>
    replacedBy(mine) === undefined
      ? undefined
      : { changeSet: { id: newId(), name: correctedCheckIn }, after: undefined }
  /** Returns whether there is something to send. */
  const submit = (field: Field, shown: Edit.SeenValue, key: string, given?: Edit.PlaceInSet): boolean => {
    const edit: Edit.Edit | undefined = entries.of(field).peek()
    if (edit === undefined || conflictOf<EditedValue>(edit, shown, rulesOf(field)) !== undefined) return false
    const next = hasNothingToSave<EditedValue>(edit, shown)
      ? undefined
      : Edit.submitted(edit, key, given ?? placeOf(edit.mine))
    change(field, () => next)
    return next !== undefined
  }
  const save: Edits["save"] = async (field, shown) => (submit(field, shown, newId()) ? send(field) : undefined)
  const choose = (field: Field, shown: Edit.SeenValue, mine: EditedValue): void =>
    change(field, (edit) => Edit.withValue(edit ? rebasedOnShown(edit, shown) : Edit.newEdit(shown), mine))
  const sendInTurn = async (field: Field): Promise<void> => {
    await untilItsTurn(entries, field)
    await send(field)
  }
  return {
    ...entries,
    of,
    phaseOf: (field) => {
      const phase = entries.of(field).value?.phase
      return phase === "saving" && isWaiting(field) ? "waiting" : phase
    },
    fieldsOfKind,
    linkFieldsOf: (objectiveId) => linksByObjective.value.get(objectiveId) ?? noLinks,
    submittedOfKind: (kind) =>
      fieldsOfKind(kind).flatMap((field) => {
        const edit = of(field).value
        return edit?.phase === "saving" ? [[field, edit.mine] as const] : []
      }),
    begin: (field, shown) => change(field, (edit) => (edit ? Edit.reopened(edit) : Edit.newEdit<EditedValue>(shown))),
    setValue: (field, shown, mine) =>
      change(field, (edit = Edit.newEdit<EditedValue>(shown)) => Edit.withValue(edit, mine)),
    cancel: (field) => change(field, (edit) => edit && Edit.cancelled(edit)),
    save,
    choose,
    saveValue: async (field, shown, mine) => {
      choose(field, shown, mine)
      await save(field, shown)
    },
    saveSet: async (changes, changeSet) => {
      const last = new Map<string, string>()
      const submitted = changes.filter(({ field, shown, mine }) => {
        const [key, after] = [newId(), last.get(field.entityId)]
        choose(field, shown, mine)
        if (!submit(field, shown, key, { changeSet, after })) return false
        last.set(field.entityId, key)
        return true
      })
      await Promise.all(submitted.map(({ field }) => sendInTurn(field)))
    },
    adopt: (stored) => {
      entries.adopt(stored)
      for (const field of entries.targets.peek()) if (isHeld(entries.of(field).peek()?.sent)) void sendInTurn(field)
    },
    keepMine: (field, theirs) => {
      change(field, (edit) => edit && Edit.submitted(Edit.rebased(edit, theirs), newId()))
      void send(field)
    },
    continueEdit: (field, theirs) => change(field, (edit) => edit && { ...Edit.rebased(edit, theirs), isMerging: true })
  }
}
