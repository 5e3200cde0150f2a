import { computed, type ReadonlySignal, signal } from "@preact/signals"
import type { Outcome } from "../../../domain/Outcome.ts"
import type { EditedValue, FieldKind, ValueOf } from "../../../shared/FieldEdits.ts"
import { type Field, rulesOf } from "../Field.ts"
import { moved } from "../Order.ts"
import * as Edit from "./Edit.ts"
import { conflictOf, hasNothingToSave, rebasedOnShown } from "./EditConflict.ts"
import { type EditEntry, type EditsDependencies, makeEditEntries } from "./EditEntries.ts"
import type { StoredEntry } from "./OutboxStorage.ts"
import type { SendLoop } from "./SendLoop.ts"
import { readEdit, type StoredEdit } from "./StoredEdit.ts"

/** An edit that a closed tab left, of a field that has another one here. */
export interface Leftover extends StoredEdit {
  readonly forget: () => void
}

type Seen<K extends FieldKind> = Edit.SeenValue<ValueOf<K>>

/** The edits of fields that the server has not confirmed. */
export interface Edits {
  readonly of: <K extends FieldKind>(field: Field<K>) => ReadonlySignal<Edit.Edit<ValueOf<K>> | undefined>
  /** The fields that have an edit. Changes when an edit begins or ends, not while its text is typed. */
  readonly fields: ReadonlySignal<ReadonlyArray<Field>>
  readonly fieldsOfKind: <K extends FieldKind>(kind: K) => ReadonlyArray<Field<K>>
  /** The links of an objective that have an edit. */
  readonly linkFieldsOf: (objectiveId: string) => ReadonlyArray<Field<"objective.principle">>
  /** The order including moves that were submitted and are not confirmed. */
  readonly withPendingMoves: (
    kind: "principle.position" | "objective.position",
    teamId: string,
    ids: ReadonlySignal<ReadonlyArray<string>>
  ) => ReadonlySignal<ReadonlyArray<string>>
  /** Begins an edit, or reopens the one there is. */
  readonly begin: <K extends FieldKind>(field: Field<K>, shown: Seen<K>) => void
  readonly setValue: <K extends FieldKind>(field: Field<K>, shown: Seen<K>, mine: ValueOf<K>) => void
  readonly discard: (field: Field) => void
  /** Discards what was typed; a submission that was sent continues. */
  readonly cancel: (field: Field) => void
  /** Submits the edit. One that changes nothing is discarded; one in conflict waits for the user's decision. */
  readonly save: <K extends FieldKind>(field: Field<K>, shown: Seen<K>) => Promise<Outcome | undefined>
  /** An edit in one step, such as a status chosen or a card moved. It refers to what is shown, even in a conflict. */
  readonly saveValue: <K extends FieldKind>(field: Field<K>, shown: Seen<K>, mine: ValueOf<K>) => Promise<void>
  /** Decides a conflict: submits mine, which overwrites `theirs`. */
  readonly keepMine: (field: Field, theirs: Edit.SeenValue) => void
  /** Decides a conflict: the value stays as it is to be edited, now based on `theirs`. */
  readonly continueEdit: (field: Field, theirs: Edit.SeenValue) => void
  readonly leftovers: ReadonlySignal<ReadonlyArray<Leftover>>
  readonly dismissLeftover: (leftover: Leftover) => void
  /** Takes over what a closed tab left, and submits it if it was sent. */
  readonly adopt: (stored: StoredEntry) => void
}

const isOfKind =
  <K extends FieldKind>(kind: K) =>
  (field: Field): field is Field<K> =>
    field.kind === kind

/** What views derive from the edits. */
const derivedFrom = (
  fields: Edits["fields"],
  of: Edits["of"]
): Pick<Edits, "fieldsOfKind" | "linkFieldsOf" | "withPendingMoves"> => {
  const fieldsOfKind: Edits["fieldsOfKind"] = (kind) => fields.value.filter(isOfKind(kind))
  const linksByObjective = computed(() => Map.groupBy(fieldsOfKind("objective.principle"), ({ entityId }) => entityId))
  const none: ReturnType<Edits["linkFieldsOf"]> = []
  return {
    fieldsOfKind,
    linkFieldsOf: (objectiveId) => linksByObjective.value.get(objectiveId) ?? none,
    withPendingMoves: (kind, teamId, ids) =>
      computed(() =>
        fieldsOfKind(kind)
          .filter((field) => field.teamId === teamId)
          .reduce((order, field) => {
            const edit = of(field).value
            return Edit.isSubmitted(edit) ? moved(order, field.entityId, edit.mine) : order
          }, ids.value)
      )
  }
}

export const makeEdits = (loop: SendLoop, dependencies: EditsDependencies): Edits => {
  const { newId } = dependencies
  const entries = makeEditEntries(dependencies)
  const leftovers = signal<ReadonlyArray<Leftover>>([])
  // The kind of an entry's field says of what type its edit's values are.
  const of: Edits["of"] = <K extends FieldKind>(field: Field<K>) =>
    entries.of(field).edit as ReadonlySignal<Edit.Edit | undefined> as ReadonlySignal<Edit.Edit<ValueOf<K>> | undefined>
  /** Replaces the edit of a field by what `next` makes of it. */
  const change = (field: Field, next: (edit: Edit.Edit | undefined, entry: EditEntry) => Edit.Edit | undefined) => {
    const entry = entries.of(field)
    entries.put(entry, next(entry.edit.peek(), entry))
    return entry
  }
  const send = async (entry: EditEntry): Promise<Outcome | undefined> => {
    await loop.run(entry.lane)
    return entry.outcome
  }
  const discard: Edits["discard"] = (field) => void change(field, () => undefined)
  const save: Edits["save"] = async (field, shown) => {
    const edit: Edit.Edit | undefined = entries.of(field).edit.peek()
    if (edit === undefined || conflictOf<EditedValue>(edit, shown, rulesOf(field)) !== undefined) return undefined
    if (!hasNothingToSave<EditedValue>(edit, shown)) return send(change(field, () => Edit.submitted(edit, newId())))
    discard(field)
    return undefined
  }
  return {
    of,
    fields: entries.fields,
    ...derivedFrom(entries.fields, of),
    begin: (field, shown) => change(field, (edit) => (edit ? Edit.reopened(edit) : Edit.newEdit<EditedValue>(shown))),
    setValue: (field, shown, mine) =>
      change(field, (edit = Edit.newEdit<EditedValue>(shown)) => Edit.withValue(edit, mine)),
    discard,
    cancel: (field) =>
      change(field, (edit, { lane }) => {
        const rest = edit && Edit.cancelled(edit)
        return rest && loop.isRunning(lane) ? Edit.resubmitted(rest) : rest
      }),
    save,
    saveValue: async (field, shown, mine) => {
      change(field, (edit) =>
        Edit.withValue(edit ? rebasedOnShown(edit, shown) : Edit.newEdit<EditedValue>(shown), mine)
      )
      await save(field, shown)
    },
    keepMine: (field, theirs) =>
      void send(change(field, (edit) => edit && Edit.submitted(Edit.rebased(edit, theirs), newId()))),
    continueEdit: (field, theirs) => change(field, (edit) => edit && Edit.rebased(edit, theirs)),
    leftovers,
    dismissLeftover: (leftover) => {
      leftover.forget()
      leftovers.value = leftovers.peek().filter((other) => other !== leftover)
    },
    adopt: ({ value, forget }) => {
      const stored = readEdit(value)
      if (stored === undefined) return forget()
      const entry = entries.of(stored.field)
      if (entry.edit.peek() !== undefined) {
        leftovers.value = [...leftovers.peek(), { ...stored, forget }]
        return
      }
      forget()
      entries.put(entry, stored.edit)
      void loop.run(entry.lane)
    }
  }
}
