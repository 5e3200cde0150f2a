import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals"
import type { Outcome } from "../../domain/Outcome.ts"
import { pauseAfter } from "../live/Backoff.ts"
import * as Answer from "./Answer.ts"
import * as Draft from "./Draft.ts"
import type { DraftStorage, KeptDraft } from "./DraftStorage.ts"
import { type Field, type FieldKind, keyOf, rulesOf } from "./Field.ts"
import type { Lifetime } from "./Lifetime.ts"
import { moved } from "./Order.ts"
import type { Submissions } from "./Submissions.ts"

/** What one user edits and the server does not have yet: it comes back with its user, after a reload too. */
export interface Drafts {
  readonly of: (field: Field) => ReadonlySignal<Draft.Draft | undefined>
  /** The fields somebody has a draft of; changes when one begins or ends, not while it is typed. */
  readonly open: ReadonlySignal<ReadonlyArray<Field>>
  /** The links of an objective somebody is about to make or to undo. */
  readonly linksOf: (objectiveId: string) => ReadonlyArray<Field>
  /** The order with the moves in it that are on their way to the server. */
  readonly withMoves: (
    kind: FieldKind,
    teamId: string,
    ids: ReadonlySignal<ReadonlyArray<string>>
  ) => ReadonlySignal<ReadonlyArray<string>>
  /** Kept by tabs that are gone, of fields that have another draft here. */
  readonly leftovers: ReadonlySignal<ReadonlyArray<KeptDraft>>
  readonly dismissLeftover: (leftover: KeptDraft) => void
  /** Somebody begins to edit, or goes on with what they had. */
  readonly begin: (field: Field, shown: Draft.Seen) => void
  readonly type: (field: Field, shown: Draft.Seen, mine: string) => void
  readonly discard: (field: Field) => void
  /** Escape: what was typed is given up; a save that is under way is not. */
  readonly cancel: (field: Field) => void
  /** Sends what was typed; an edit that says what stands there ends, one in conflict stays, until it is decided. */
  readonly save: (field: Field, shown: Draft.Seen) => Promise<Outcome | undefined>
  /** An edit that is one act: a status chosen, a date picked, a card moved. It is made of what is shown, conflict or not. */
  readonly set: (field: Field, shown: Draft.Seen, mine: string) => Promise<Outcome | undefined>
  /** Mine, in spite of theirs. */
  readonly keepMine: (field: Field, theirs: Draft.Seen) => Promise<Outcome | undefined>
  /** Goes on with mine, knowing theirs. */
  readonly editOn: (field: Field, theirs: Draft.Seen) => void
  /** Sends again what had no answer, under the same key each: what did arrive does not happen twice. */
  readonly retry: () => void
  /** Takes up what was kept. */
  readonly adopt: () => Promise<void>
}

interface Entry {
  readonly field: Field
  readonly draft: Signal<Draft.Draft | undefined>
  /** Submissions under way, one after the other. */
  running: Promise<Outcome | undefined> | undefined
}

/** Milliseconds before what had no answer is sent again, by how often there was none. */
const pauses = [1000, 2000, 4000, 8000, 15_000]

const isOnItsWay = (phase: string | undefined): boolean => phase === "saving" || phase === "waiting"

/** What is derived from the drafts that are open. */
const derived = (
  open: ReadonlySignal<ReadonlyArray<Field>>,
  of: Drafts["of"]
): Pick<Drafts, "linksOf" | "withMoves"> => {
  const none: ReadonlyArray<Field> = []
  const linksByObjective = computed(() =>
    Map.groupBy(
      open.value.filter(({ kind }) => kind === "objective.principle"),
      ({ entityId }) => entityId
    )
  )
  return {
    linksOf: (objectiveId) => linksByObjective.value.get(objectiveId) ?? none,
    withMoves: (kind, teamId, ids) =>
      computed(() =>
        open.value
          .filter((field) => field.kind === kind && field.teamId === teamId)
          .reduce((order, field) => {
            const draft = of(field).value
            return draft !== undefined && isOnItsWay(draft.phase)
              ? moved(order, field.entityId, Number(draft.mine))
              : order
          }, ids.value)
      )
  }
}

interface Needs {
  readonly submit: Submissions["ofDraft"]
  readonly storage: DraftStorage
  readonly lifetime: Lifetime
  readonly newId: () => string
  readonly isSignedIn: () => boolean
  readonly onApplied: (field: Field) => void
}

export const makeDrafts = ({ submit, storage, lifetime, newId, isSignedIn, onApplied }: Needs): Drafts => {
  const entries = new Map<string, Entry>()
  const open = signal<ReadonlyArray<Field>>([])
  const leftovers = signal<ReadonlyArray<KeptDraft>>([])
  let failures = 0
  let cancelRetry = (): void => undefined

  const entryOf = (field: Field): Entry => {
    const key = keyOf(field)
    const entry = entries.get(key) ?? { field, draft: signal(undefined), running: undefined }
    entries.set(key, entry)
    return entry
  }

  const put = ({ field, draft }: Entry, next: Draft.Draft | undefined): void => {
    const before = draft.peek()
    draft.value = next
    if ((before === undefined) !== (next === undefined)) {
      const others = open.peek().filter((other) => keyOf(other) !== keyOf(field))
      open.value = next === undefined ? others : [...others, field]
    }
    storage.keep(field, next)
  }

  const of: Drafts["of"] = (field) => entryOf(field).draft

  const retry = (): void => {
    cancelRetry()
    if (!isSignedIn()) return
    for (const entry of entries.values()) {
      const draft = entry.draft.peek()
      if (draft?.sent === undefined || entry.running !== undefined) continue
      put(entry, Draft.resent(draft))
      void send(entry)
    }
  }

  /** Until nothing is left to send, or there is no answer. */
  const run = async (entry: Entry): Promise<Outcome | undefined> => {
    let outcome: Outcome | undefined
    for (;;) {
      const sent = entry.draft.peek()?.sent
      if (sent === undefined) return outcome
      const answer = await submit(entry.field, sent)
      const now = entry.draft.peek()
      if (answer.kind === "none") {
        if (now?.sent !== undefined) put(entry, Draft.unanswered(now))
        cancelRetry()
        cancelRetry = lifetime.after(pauseAfter(failures++, pauses), retry)
        return undefined
      }
      failures = 0
      outcome = answer.kind === "outcome" ? answer.outcome : undefined
      if (outcome?.status === "applied") onApplied(entry.field)
      // Discarded meanwhile, and perhaps begun anew.
      if (now?.sent?.key !== sent.key) continue
      const next =
        answer.kind === "outcome"
          ? Answer.answered(now, answer.outcome, rulesOf(entry.field), newId())
          : Answer.refused(now, answer.reason, newId())
      put(entry, next.draft)
    }
  }

  const send = (entry: Entry): Promise<Outcome | undefined> => {
    entry.running ??= run(entry).finally(() => {
      entry.running = undefined
    })
    return entry.running
  }

  const discard = (field: Field): void => put(entryOf(field), undefined)

  const save: Drafts["save"] = async (field, shown) => {
    const entry = entryOf(field)
    const draft = entry.draft.peek()
    if (draft === undefined || Draft.conflictOf(draft, shown, rulesOf(field)) !== undefined) return undefined
    if (Draft.isIdle(draft, shown)) {
      discard(field)
      return undefined
    }
    put(entry, Draft.asked(draft, newId()))
    return send(entry)
  }

  return {
    of,
    open,
    ...derived(open, of),
    leftovers,
    dismissLeftover: (leftover) => {
      storage.forget(leftover)
      leftovers.value = leftovers.peek().filter((other) => other !== leftover)
    },
    begin: (field, shown) => {
      const entry = entryOf(field)
      const draft = entry.draft.peek()
      put(entry, draft === undefined ? Draft.begin(shown) : Draft.reopened(draft))
    },
    type: (field, shown, mine) => {
      const entry = entryOf(field)
      put(entry, Draft.typed(entry.draft.peek() ?? Draft.begin(shown), mine))
    },
    discard,
    cancel: (field) => {
      const entry = entryOf(field)
      const left = Draft.cancelled(entry.draft.peek() ?? Draft.begin({ text: "", sequenceNumber: 0 }))
      put(entry, left !== undefined && entry.running !== undefined ? Draft.resent(left) : left)
    },
    save,
    set: (field, shown, mine) => {
      const entry = entryOf(field)
      const draft = entry.draft.peek()
      put(entry, Draft.typed(draft === undefined ? Draft.begin(shown) : Draft.renewed(draft, shown), mine))
      return save(field, shown)
    },
    keepMine: async (field, theirs) => {
      const entry = entryOf(field)
      const draft = entry.draft.peek()
      if (draft === undefined) return undefined
      put(entry, Draft.asked(Draft.rebased(draft, theirs), newId()))
      return send(entry)
    },
    editOn: (field, theirs) => {
      const entry = entryOf(field)
      const draft = entry.draft.peek()
      if (draft !== undefined) put(entry, Draft.rebased(draft, theirs))
    },
    retry,
    adopt: async () => {
      const others: Array<KeptDraft> = []
      for (const kept of await lifetime.within(storage.kept())) {
        const entry = entryOf(kept.field)
        if (entry.draft.peek() !== undefined) {
          others.push(kept)
          continue
        }
        storage.forget(kept)
        put(entry, kept.draft)
      }
      leftovers.value = others
      retry()
    }
  }
}
