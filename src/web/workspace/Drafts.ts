import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals"
import type { Outcome } from "../../domain/Outcome.ts"
import type { FieldKind } from "../../shared/FieldEdits.ts"
import { retryDelayMs } from "../live/RetryDelay.ts"
import * as Draft from "./Draft.ts"
import { afterOutcome, afterRefusal } from "./DraftAnswers.ts"
import type { DraftStorage, StoredDraft } from "./DraftStorage.ts"
import { type Field, keyOf, rulesOf } from "./Field.ts"
import type { Lifetime } from "./Lifetime.ts"
import { moved } from "./Order.ts"
import type { Answer, Submissions } from "./Submissions.ts"

/** One user's edits that the server has not confirmed. They are stored in the browser and survive a reload. */
export interface Drafts {
  readonly of: (field: Field) => ReadonlySignal<Draft.Draft | undefined>
  /** The fields that have a draft. Changes when a draft begins or ends, not while its text is typed. */
  readonly fields: ReadonlySignal<ReadonlyArray<Field>>
  /** The links of an objective that have a draft. */
  readonly linkFieldsOf: (objectiveId: string) => ReadonlyArray<Field>
  /** The order including moves that were submitted and are not confirmed. */
  readonly withPendingMoves: (
    kind: FieldKind,
    teamId: string,
    ids: ReadonlySignal<ReadonlyArray<string>>
  ) => ReadonlySignal<ReadonlyArray<string>>
  /** Drafts that closed tabs left, of fields that have another draft here. */
  readonly leftovers: ReadonlySignal<ReadonlyArray<StoredDraft>>
  readonly dismissLeftover: (leftover: StoredDraft) => void
  /** Begins a draft, or reopens the one there is. */
  readonly beginEdit: (field: Field, shown: Draft.SeenValue) => void
  readonly setText: (field: Field, shown: Draft.SeenValue, mine: string) => void
  readonly discard: (field: Field) => void
  /** Discards what was typed; a submission that was sent continues. */
  readonly cancel: (field: Field) => void
  /** Submits the draft. One that changes nothing is discarded; one in conflict waits for the user's decision. */
  readonly save: (field: Field, shown: Draft.SeenValue) => Promise<Outcome | undefined>
  /** An edit in one step, such as a status chosen or a card moved. It refers to what is shown, even in a conflict. */
  readonly saveValue: (field: Field, shown: Draft.SeenValue, mine: string) => Promise<Outcome | undefined>
  /** Decides a conflict: submits mine, which overwrites `theirs`. */
  readonly keepMine: (field: Field, theirs: Draft.SeenValue) => Promise<Outcome | undefined>
  /** Decides a conflict: the text stays as it is to be edited, now based on `theirs`. */
  readonly continueEdit: (field: Field, theirs: Draft.SeenValue) => void
  /** Repeats all unanswered submissions under their idempotency keys, so those that arrived are not applied twice. */
  readonly retry: () => void
  /** Takes over the drafts that closed tabs left, and submits those that were sent. */
  readonly adoptStored: () => Promise<void>
}

interface Entry {
  readonly field: Field
  readonly draft: Signal<Draft.Draft | undefined>
  /** The submissions of the field in progress, one after the other. */
  running: Promise<Outcome | undefined> | undefined
}

/** Delays before unanswered submissions are repeated, by the number of attempts that failed. */
const retryDelaysMs = [1000, 2000, 4000, 8000, 15_000]

/** Whether the draft was submitted and is not confirmed. */
export const isSubmitted = (draft: Draft.Draft | undefined): draft is Draft.Draft =>
  draft?.phase === "saving" || draft?.phase === "waiting"

const derivedFrom = (
  fields: ReadonlySignal<ReadonlyArray<Field>>,
  of: Drafts["of"]
): Pick<Drafts, "linkFieldsOf" | "withPendingMoves"> => {
  const none: ReadonlyArray<Field> = []
  const linksByObjective = computed(() =>
    Map.groupBy(
      fields.value.filter(({ kind }) => kind === "objective.principle"),
      ({ entityId }) => entityId
    )
  )
  return {
    linkFieldsOf: (objectiveId) => linksByObjective.value.get(objectiveId) ?? none,
    withPendingMoves: (kind, teamId, ids) =>
      computed(() =>
        fields.value
          .filter((field) => field.kind === kind && field.teamId === teamId)
          .reduce((order, field) => {
            const draft = of(field).value
            return isSubmitted(draft) ? moved(order, field.entityId, Number(draft.mine)) : order
          }, ids.value)
      )
  }
}

/** The drafts by field; each change is stored. */
const makeEntries = (storage: DraftStorage) => {
  const entries = new Map<string, Entry>()
  const fields = signal<ReadonlyArray<Field>>([])
  return {
    fields,
    all: () => entries.values(),
    of: (field: Field): Entry => {
      const key = keyOf(field)
      const entry = entries.get(key) ?? { field, draft: signal(undefined), running: undefined }
      entries.set(key, entry)
      return entry
    },
    put: ({ field, draft }: Entry, next: Draft.Draft | undefined): void => {
      const before = draft.peek()
      draft.value = next
      if ((before === undefined) !== (next === undefined)) {
        const others = fields.peek().filter((other) => keyOf(other) !== keyOf(field))
        fields.value = next === undefined ? others : [...others, field]
      }
      storage.put(field, next)
    }
  }
}

type Entries = ReturnType<typeof makeEntries>

/** The whole text of a field before and after an edit that was applied. */
export interface AppliedEdit {
  readonly before: string
  readonly after: string
  readonly sequenceNumber: number
}

interface Dependencies {
  readonly submit: Submissions["submitDraft"]
  readonly storage: DraftStorage
  readonly lifetime: Lifetime
  readonly newId: () => string
  readonly isSignedIn: () => boolean
  readonly onApplied: (field: Field, edit: AppliedEdit) => void
}

/** Submits drafts, one submission of a field at a time, and repeats those that were not answered. */
const makeSender = (entries: Entries, { submit, lifetime, newId, isSignedIn, onApplied }: Dependencies) => {
  let failures = 0
  let cancelRetry = (): void => undefined

  const retry = (): void => {
    cancelRetry()
    if (!isSignedIn()) return
    for (const entry of entries.all()) {
      const draft = entry.draft.peek()
      if (draft?.sent === undefined || entry.running !== undefined) continue
      entries.put(entry, Draft.resubmitted(draft))
      void send(entry)
    }
  }

  const onNoAnswer = (entry: Entry): void => {
    const draft = entry.draft.peek()
    if (draft?.sent !== undefined) entries.put(entry, Draft.unanswered(draft))
    cancelRetry()
    cancelRetry = lifetime.after(retryDelayMs(failures++, retryDelaysMs), retry)
  }

  const onAnswer = (
    { field, draft }: Entry,
    answer: Exclude<Answer, { kind: "none" }>,
    sent: Draft.PendingSubmission
  ) => {
    failures = 0
    const now = draft.peek()
    if (answer.kind === "outcome" && answer.outcome.status === "applied") {
      const { previousValue, sequenceNumber } = answer.outcome
      const before = (rulesOf(field).textIsComplete ? previousValue : null) ?? now?.base.text ?? ""
      onApplied(field, { before, after: sent.text, sequenceNumber })
    }
    // The draft was discarded meanwhile, and perhaps begun anew.
    if (now?.sent?.key !== sent.key) return undefined
    return answer.kind === "outcome"
      ? afterOutcome(now, answer.outcome, rulesOf(field), newId())
      : afterRefusal(now, answer.reason, newId())
  }

  /** Continues until nothing is left to send, or an answer does not come. */
  const run = async (entry: Entry): Promise<Outcome | undefined> => {
    let outcome: Outcome | undefined
    for (;;) {
      const sent = entry.draft.peek()?.sent
      if (sent === undefined) return outcome
      const answer = await submit(entry.field, sent)
      if (answer.kind === "none") {
        onNoAnswer(entry)
        return undefined
      }
      outcome = answer.kind === "outcome" ? answer.outcome : undefined
      const next = onAnswer(entry, answer, sent)
      if (next !== undefined) entries.put(entry, next.draft)
    }
  }

  const send = (entry: Entry): Promise<Outcome | undefined> => {
    entry.running ??= run(entry).finally(() => {
      entry.running = undefined
    })
    return entry.running
  }

  return { retry, send }
}

type Edits = Pick<
  Drafts,
  "beginEdit" | "setText" | "discard" | "cancel" | "save" | "saveValue" | "keepMine" | "continueEdit"
>

const makeEdits = (
  entries: Entries,
  send: (entry: Entry) => Promise<Outcome | undefined>,
  newId: () => string
): Edits => {
  /** Replaces the draft of a field by what `next` makes of it. */
  const change = (field: Field, next: (draft: Draft.Draft | undefined, entry: Entry) => Draft.Draft | undefined) => {
    const entry = entries.of(field)
    entries.put(entry, next(entry.draft.peek(), entry))
    return entry
  }
  const discard: Edits["discard"] = (field) => void change(field, () => undefined)
  const save: Edits["save"] = async (field, shown) => {
    const draft = entries.of(field).draft.peek()
    if (draft === undefined || Draft.conflictOf(draft, shown, rulesOf(field)) !== undefined) return undefined
    if (!Draft.hasNothingToSave(draft, shown)) return send(change(field, () => Draft.submitted(draft, newId())))
    discard(field)
    return undefined
  }
  return {
    beginEdit: (field, shown) => change(field, (draft) => (draft ? Draft.reopened(draft) : Draft.newDraft(shown))),
    setText: (field, shown, mine) => change(field, (draft = Draft.newDraft(shown)) => Draft.withText(draft, mine)),
    discard,
    cancel: (field) =>
      change(field, (draft, { running }) => {
        const rest = draft && Draft.cancelled(draft)
        return rest && running ? Draft.resubmitted(rest) : rest
      }),
    save,
    saveValue: (field, shown, mine) => {
      change(field, (draft) => Draft.withText(draft ? Draft.rebasedOnShown(draft, shown) : Draft.newDraft(shown), mine))
      return save(field, shown)
    },
    keepMine: (field, theirs) =>
      send(change(field, (draft) => draft && Draft.submitted(Draft.rebased(draft, theirs), newId()))),
    continueEdit: (field, theirs) => change(field, (draft) => draft && Draft.rebased(draft, theirs))
  }
}

export const makeDrafts = (dependencies: Dependencies): Drafts => {
  const { storage, lifetime, newId } = dependencies
  const entries = makeEntries(storage)
  const leftovers = signal<ReadonlyArray<StoredDraft>>([])
  const { retry, send } = makeSender(entries, dependencies)
  const of: Drafts["of"] = (field) => entries.of(field).draft
  return {
    of,
    fields: entries.fields,
    ...derivedFrom(entries.fields, of),
    leftovers,
    dismissLeftover: (leftover) => {
      storage.remove(leftover)
      leftovers.value = leftovers.peek().filter((other) => other !== leftover)
    },
    ...makeEdits(entries, send, newId),
    retry,
    adoptStored: async () => {
      for (const found of storage.leftByClosedTabs()) {
        const stored = await lifetime.within(found)
        if (stored === undefined) continue
        const entry = entries.of(stored.field)
        if (entry.draft.peek() !== undefined) {
          leftovers.value = [...leftovers.peek(), stored]
          continue
        }
        storage.remove(stored)
        entries.put(entry, stored.draft)
        retry()
      }
    }
  }
}
