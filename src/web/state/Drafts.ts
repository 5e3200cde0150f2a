import { type ReadonlySignal, type Signal, signal } from "@preact/signals"
import type { Outcome } from "../../domain/Outcome.ts"
import * as Api from "../api/Api.ts"
import type { Failure } from "../api/Result.ts"
import * as Draft from "../model/Draft.ts"
import { dataOf, eventTypeOf, type Field, isWatched, keyOf } from "../model/Field.ts"
import { keepDrafts, keptDrafts } from "./DraftStorage.ts"
import { noticed, onWho, who } from "./Session.ts"
import { teamOf } from "./Team.ts"

interface Entry {
  readonly field: Field
  readonly draft: Signal<Draft.Draft | undefined>
  /** A submission is under way; another one waits for its answer, or it would conflict with it. */
  sending: boolean
  /** What was typed meanwhile is to be saved as well. */
  again: boolean
}

const entries = new Map<string, Entry>()

/** The fields somebody has a draft of; changes when one begins or ends, not while it is typed. */
export const open: Signal<ReadonlyArray<Field>> = signal([])

const entryOf = (field: Field): Entry => {
  const key = keyOf(field)
  let entry = entries.get(key)
  if (entry === undefined) {
    entry = { field, draft: signal(undefined), sending: false, again: false }
    entries.set(key, entry)
  }
  return entry
}

const keep = (): void => {
  const user = who.peek()
  if (user === undefined) return
  const drafts = [...entries.values()].flatMap(({ field, draft }) => {
    const value = draft.peek()
    return value === undefined ? [] : [{ field, draft: value }]
  })
  keepDrafts(user.userId, drafts)
}

const put = ({ field, draft }: Entry, next: Draft.Draft | undefined): void => {
  const before = draft.peek()
  draft.value = next
  if ((before === undefined) !== (next === undefined)) {
    const others = open.peek().filter((other) => keyOf(other) !== keyOf(field))
    open.value = next === undefined ? others : [...others, field]
  }
  keep()
}

export const draftOf = (field: Field): ReadonlySignal<Draft.Draft | undefined> => entryOf(field).draft

/** Somebody begins to edit, or goes on with what they had. */
export const begin = (field: Field, shown: Draft.Seen): void => {
  const entry = entryOf(field)
  if (entry.draft.peek() === undefined) put(entry, Draft.begin(shown))
}

export const type = (field: Field, shown: Draft.Seen, mine: string): void => {
  const entry = entryOf(field)
  put(entry, Draft.typed(entry.draft.peek() ?? Draft.begin(shown), mine))
}

export const discard = (field: Field): void => put(entryOf(field), undefined)

const failed = (draft: Draft.Draft, failure: Failure): Draft.Draft =>
  failure.kind === "refused" ? { ...draft, phase: "refused", reason: failure.message } : { ...draft, phase: "waiting" }

/** What was typed while the save was under way stays a draft, against what was saved. */
const settled = (sent: Draft.Draft, now: Draft.Draft | undefined, outcome: Outcome): Draft.Draft | undefined => {
  if (now === undefined || now.phase !== "typing" || now.mine === sent.mine) return undefined
  const sequenceNumber = Math.max(outcome.sequenceNumber, sent.base.sequenceNumber)
  return { ...now, base: { text: sent.mine, sequenceNumber }, submission: "", found: undefined }
}

const attempt = async (entry: Entry, draft: Draft.Draft): Promise<Outcome | undefined> => {
  const { field } = entry
  put(entry, draft)
  const answer = await Api.submit(
    {
      eventType: eventTypeOf(field),
      targetId: field.entityId,
      data: dataOf(field, draft.mine),
      lastSeenSequence: draft.base.sequenceNumber
    },
    draft.submission
  )
  const now = entry.draft.peek()
  if (!answer.ok) {
    const failure = noticed(answer.failure)
    if (now?.phase === "saving") put(entry, failed(draft, failure))
    return undefined
  }
  const outcome = answer.value
  const next = Draft.answered(draft, outcome)
  if (!next.done && next.again) return attempt(entry, Draft.saving(next.draft, crypto.randomUUID()))
  await teamOf(field.teamId).refresh(outcome.status === "applied" ? outcome.sequenceNumber : 0)
  const after = entry.draft.peek()
  if (next.done) put(entry, settled(draft, after, outcome))
  else if (after !== undefined) {
    put(entry, after.phase === "saving" ? next.draft : { ...after, found: next.draft.found, base: next.draft.base })
  }
  return outcome
}

const send = async (entry: Entry, draft: Draft.Draft): Promise<Outcome | undefined> => {
  entry.sending = true
  const outcome = await attempt(entry, draft)
  entry.sending = false
  const left = entry.draft.peek()
  const goesOn = entry.again && left?.phase === "typing" && left.found === undefined
  entry.again = false
  return goesOn ? send(entry, Draft.saving(left, crypto.randomUUID())) : outcome
}

/** Sends what was typed; an edit that says what stands there ends, one in conflict stays, until it is decided. */
export const save = (field: Field, shown: Draft.Seen): Promise<Outcome | undefined> => {
  const entry = entryOf(field)
  const draft = entry.draft.peek()
  if (entry.sending) entry.again = true
  if (draft === undefined || entry.sending) return Promise.resolve(undefined)
  if (Draft.isIdle(draft, shown)) {
    discard(field)
    return Promise.resolve(undefined)
  }
  if (Draft.conflictOf(draft, shown, isWatched(field)) !== undefined) return Promise.resolve(undefined)
  return send(entry, Draft.saving(draft, crypto.randomUUID()))
}

/** An edit that is one act: a status chosen, a date picked, a card moved. */
export const set = (field: Field, shown: Draft.Seen, mine: string): Promise<Outcome | undefined> => {
  type(field, shown, mine)
  return save(field, shown)
}

/** Mine, in spite of theirs. */
export const keepMine = (field: Field, theirs: Draft.Seen): Promise<Outcome | undefined> => {
  const entry = entryOf(field)
  const draft = entry.draft.peek()
  if (draft === undefined || entry.sending) return Promise.resolve(undefined)
  return send(entry, Draft.saving(Draft.rebased(draft, theirs), crypto.randomUUID()))
}

/** Goes on with mine, knowing theirs. */
export const editOn = (field: Field, theirs: Draft.Seen): void => {
  const entry = entryOf(field)
  const draft = entry.draft.peek()
  if (draft !== undefined) put(entry, Draft.rebased(draft, theirs))
}

/** Sends again what could not be sent, under the same key each: what did arrive does not happen twice. */
export const retry = (): void => {
  for (const entry of entries.values()) {
    const draft = entry.draft.peek()
    if (draft?.phase === "waiting" && !entry.sending) void send(entry, Draft.saving(draft, draft.submission))
  }
}

/** Whether leaving the page would leave something unsaved behind. */
export const hasUnsaved = (): boolean => open.peek().length > 0

/** Drafts belong to who typed them: they come back with their user, after a reload too. */
export const watchDrafts = (): void => {
  let owner: string | undefined
  onWho((user) => {
    if (user === undefined || user.userId === owner) {
      if (user !== undefined) retry()
      return
    }
    owner = user.userId
    for (const entry of entries.values()) entry.draft.value = undefined
    const kept = keptDrafts(user.userId)
    for (const { field, draft } of kept) entryOf(field).draft.value = draft
    open.value = kept.map(({ field }) => field)
    retry()
  })
}
