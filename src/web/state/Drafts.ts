import { type ReadonlySignal, type Signal, signal } from "@preact/signals"
import type { Outcome } from "../../domain/Outcome.ts"
import * as Answer from "../model/Answer.ts"
import { pauseAfter } from "../model/Backoff.ts"
import * as Draft from "../model/Draft.ts"
import { type Field, keyOf, rulesOf } from "../model/Field.ts"
import { claimTab, forget, type KeptDraft, keep, keptDrafts } from "./DraftStorage.ts"
import { unflash } from "./Flashes.ts"
import { onWho, who } from "./Session.ts"
import { submitDraft } from "./Submitting.ts"

interface Entry {
  readonly field: Field
  readonly draft: Signal<Draft.Draft | undefined>
  /** Submissions under way, one after the other. */
  running: Promise<Outcome | undefined> | undefined
}

/** Milliseconds before what had no answer is sent again, by how often there was none. */
const pauses = [1000, 2000, 4000, 8000, 15_000]

const entries = new Map<string, Entry>()

let owner: string | undefined
let failures = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** The fields somebody has a draft of; changes when one begins or ends, not while it is typed. */
export const open: Signal<ReadonlyArray<Field>> = signal([])

/** Kept by tabs that are gone, of fields that have another draft here. */
export const leftovers: Signal<ReadonlyArray<KeptDraft>> = signal([])

const entryOf = (field: Field): Entry => {
  const key = keyOf(field)
  let entry = entries.get(key)
  if (entry === undefined) {
    entry = { field, draft: signal(undefined), running: undefined }
    entries.set(key, entry)
  }
  return entry
}

/** Of a user who has left: its draft waits in storage for them. */
const isLeft = (entry: Entry): boolean => entries.get(keyOf(entry.field)) !== entry

const put = (entry: Entry, next: Draft.Draft | undefined): void => {
  const { field, draft } = entry
  if (isLeft(entry)) return
  const before = draft.peek()
  draft.value = next
  if ((before === undefined) !== (next === undefined)) {
    const others = open.peek().filter((other) => keyOf(other) !== keyOf(field))
    open.value = next === undefined ? others : [...others, field]
  }
  if (owner !== undefined) keep(owner, field, next)
}

export const draftOf = (field: Field): ReadonlySignal<Draft.Draft | undefined> => entryOf(field).draft

/** Somebody begins to edit, or goes on with what they had. */
export const begin = (field: Field, shown: Draft.Seen): void => {
  const entry = entryOf(field)
  const draft = entry.draft.peek()
  put(entry, draft === undefined ? Draft.begin(shown) : Draft.reopened(draft))
}

export const type = (field: Field, shown: Draft.Seen, mine: string): void => {
  const entry = entryOf(field)
  put(entry, Draft.typed(entry.draft.peek() ?? Draft.begin(shown), mine))
}

export const discard = (field: Field): void => put(entryOf(field), undefined)

/** Escape: what was typed is given up; a save that is under way is not. */
export const cancel = (field: Field): void => {
  const entry = entryOf(field)
  const left = Draft.cancelled(entry.draft.peek() ?? Draft.begin({ text: "", sequenceNumber: 0 }))
  put(entry, left !== undefined && entry.running !== undefined ? Draft.resent(left) : left)
}

const later = (): void => {
  clearTimeout(timer)
  timer = setTimeout(retry, pauseAfter(failures++, pauses))
}

/** Until nothing is left to send, or there is no answer. */
const run = async (entry: Entry): Promise<Outcome | undefined> => {
  let outcome: Outcome | undefined
  for (;;) {
    const sent = entry.draft.peek()?.sent
    if (sent === undefined || isLeft(entry)) return outcome
    const answer = await submitDraft(entry.field, sent)
    const now = entry.draft.peek()
    if (answer.kind === "none") {
      if (now?.sent !== undefined) put(entry, Draft.unanswered(now))
      later()
      return undefined
    }
    failures = 0
    outcome = answer.kind === "outcome" ? answer.outcome : undefined
    if (outcome?.status === "applied") unflash(entry.field)
    // Discarded meanwhile, and perhaps begun anew.
    if (now?.sent?.key !== sent.key) continue
    const key = crypto.randomUUID()
    const next =
      answer.kind === "outcome"
        ? Answer.answered(now, answer.outcome, rulesOf(entry.field), key)
        : Answer.refused(now, answer.reason, key)
    put(entry, next.draft)
  }
}

const send = (entry: Entry): Promise<Outcome | undefined> => {
  entry.running ??= run(entry).finally(() => {
    entry.running = undefined
  })
  return entry.running
}

/** Sends what was typed; an edit that says what stands there ends, one in conflict stays, until it is decided. */
export const save = async (field: Field, shown: Draft.Seen): Promise<Outcome | undefined> => {
  const entry = entryOf(field)
  const draft = entry.draft.peek()
  if (draft === undefined || Draft.conflictOf(draft, shown, rulesOf(field)) !== undefined) return undefined
  if (Draft.isIdle(draft, shown)) {
    discard(field)
    return undefined
  }
  put(entry, Draft.asked(draft, crypto.randomUUID()))
  return send(entry)
}

/** An edit that is one act: a status chosen, a date picked, a card moved. It is made of what is shown, conflict or not. */
export const set = (field: Field, shown: Draft.Seen, mine: string): Promise<Outcome | undefined> => {
  const entry = entryOf(field)
  const draft = entry.draft.peek()
  put(entry, Draft.typed(draft === undefined ? Draft.begin(shown) : Draft.renewed(draft, shown), mine))
  return save(field, shown)
}

/** Mine, in spite of theirs. */
export const keepMine = async (field: Field, theirs: Draft.Seen): Promise<Outcome | undefined> => {
  const entry = entryOf(field)
  const draft = entry.draft.peek()
  if (draft === undefined) return undefined
  put(entry, Draft.asked(Draft.rebased(draft, theirs), crypto.randomUUID()))
  return send(entry)
}

/** Goes on with mine, knowing theirs. */
export const editOn = (field: Field, theirs: Draft.Seen): void => {
  const entry = entryOf(field)
  const draft = entry.draft.peek()
  if (draft !== undefined) put(entry, Draft.rebased(draft, theirs))
}

/** Sends again what had no answer, under the same key each: what did arrive does not happen twice. */
export const retry = (): void => {
  clearTimeout(timer)
  if (who.peek() === undefined) return
  for (const entry of entries.values()) {
    const draft = entry.draft.peek()
    if (draft?.sent === undefined || entry.running !== undefined) continue
    put(entry, Draft.resent(draft))
    void send(entry)
  }
}

/** Whether leaving the page would leave something unsaved behind. */
export const hasUnsaved = (): boolean => open.peek().length > 0

export const dismissLeftover = (leftover: KeptDraft): void => {
  forget(leftover)
  leftovers.value = leftovers.peek().filter((other) => other !== leftover)
}

const adopt = async (userId: string): Promise<void> => {
  const found = await keptDrafts(userId)
  if (owner !== userId) return
  const others: Array<KeptDraft> = []
  for (const kept of found) {
    const entry = entryOf(kept.field)
    if (entry.draft.peek() !== undefined) {
      others.push(kept)
      continue
    }
    forget(kept)
    put(entry, kept.draft)
  }
  leftovers.value = others
  retry()
}

/** Drafts belong to who typed them: they come back with their user, after a reload too. */
export const watchDrafts = (): void => {
  claimTab()
  onWho((user) => {
    if (user === undefined) return
    if (user.userId === owner) return retry()
    owner = user.userId
    entries.clear()
    open.value = []
    leftovers.value = []
    void adopt(user.userId)
  })
}
