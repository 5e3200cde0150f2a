import type { Outcome } from "../../../domain/Outcome.ts"
import type { Api, ChangeSet, SubmitBody } from "../../contract/PageApi.ts"
import type { Result } from "../../contract/Result.ts"
import type { Field } from "../Field.ts"
import type { Lifetime } from "../Lifetime.ts"
import type { PageStorage } from "../PageStorage.ts"
import { type RetryOptions, retryWhileBusy } from "../RetryWhileBusy.ts"
import type { Teams } from "../Teams.ts"
import { isEnded } from "./Batch.ts"
import { type Batches, makeBatches } from "./Batches.ts"
import { type AppliedEdit, type Edits, makeEdits } from "./Edits.ts"
import { makeNewItems, type NewItems, type Place } from "./NewItems.ts"
import { makeOrphans, type Orphans } from "./Orphans.ts"
import { makeOutboxStorage, type StoredEntry } from "./OutboxStorage.ts"
import { makeSendLoop, type SendLoop } from "./SendLoop.ts"

/**
 * Everything of one user that the server has not confirmed. It is kept in the browser: over reloads, the end of the session
 * and lost connections; what a closed tab left is taken over by another one.
 */
export interface Outbox {
  /** Edits of fields, check-ins among them. */
  readonly edits: Edits
  readonly newItems: NewItems
  /** Imports, and what takes changes back. */
  readonly batches: Batches
  /**
   * Submits an event of any other kind, such as a deletion: now or not at all, and the user is told so. The same body again
   * after no answer is applied once. With a `teamId` it resolves when the page shows what was applied.
   */
  readonly submit: (body: SubmitBody, options?: SubmitOptions) => Promise<Result<Outcome>>
  readonly orphans: Orphans
  /** Whether something would be lost, or would wait, if the browser were closed. */
  readonly hasUnsent: () => boolean
  /** Sends now what was not answered. */
  readonly retry: () => void
  /** Resolves when what is under way now is answered. */
  readonly idle: () => Promise<void>
  /** Takes over what closed tabs left, and goes on with it. */
  readonly adoptStored: () => Promise<void>
}

interface SubmitOptions extends RetryOptions {
  readonly teamId?: string
  readonly changeSet?: ChangeSet | undefined
}

interface Dependencies {
  readonly userId: string
  readonly submit: Api["submit"]
  readonly storage: PageStorage
  readonly lifetime: Lifetime
  readonly teams: Teams
  readonly newId: () => string
  readonly onEdited: (field: Field, applied: AppliedEdit) => void
  readonly onCreated: (place: Place, text: string, sequenceNumber: number) => void
}

type UntilShown = (teamId: string, outcome: Outcome) => Promise<void>

/** Keeps the keys of submissions without an answer, by their bodies. */
const makeSubmit = ({ submit, lifetime, newId }: Dependencies, loop: SendLoop, untilShown: UntilShown) => {
  const keys = new Map<string, string>()
  const send = async (body: SubmitBody, { teamId, changeSet, ...options }: SubmitOptions): Promise<Result<Outcome>> => {
    const text = JSON.stringify(body)
    const key = keys.get(text) ?? newId()
    keys.set(text, key)
    const data = body.eventType.startsWith("create_") ? { id: key, ...body.data } : body.data
    const answer = await retryWhileBusy(
      lifetime,
      () => submit({ key, body: { ...body, data }, ...(changeSet && { changeSet }) }),
      options
    )
    if (answer.ok || answer.failure.kind === "refused") keys.delete(text)
    const isApplied = answer.ok && answer.value.status === "applied"
    if (isApplied && teamId !== undefined) await untilShown(teamId, answer.value)
    return answer
  }
  return (body: SubmitBody, options: SubmitOptions = {}) => loop.track(send(body, options))
}

export const makeOutbox = (dependencies: Dependencies): Outbox => {
  const { userId, submit, lifetime, teams, newId, onEdited, onCreated } = dependencies
  const loop = makeSendLoop(submit, lifetime)
  const keeping = { loop, storage: makeOutboxStorage(userId, dependencies.storage) }
  const untilShown: UntilShown = (teamId, { status, sequenceNumber }) =>
    teams.of(teamId).reach(status === "applied" ? sequenceNumber : 0)
  const edits = makeEdits({ ...keeping, newId, untilShown, onApplied: onEdited })
  const newItems = makeNewItems({ ...keeping, newId, untilShown, onApplied: onCreated })
  const batches = makeBatches(keeping)
  const adopters: Readonly<Record<string, (stored: StoredEntry) => void>> = {
    edit: edits.adopt,
    new: newItems.adopt,
    batch: batches.adopt
  }
  return {
    edits,
    newItems,
    batches,
    submit: makeSubmit(dependencies, loop, untilShown),
    orphans: makeOrphans(edits, newItems, teams, lifetime),
    hasUnsent: () =>
      [edits, newItems].some(({ targets }) => targets.peek().length > 0) || !batches.all.peek().every(isEnded),
    retry: loop.retry,
    idle: loop.idle,
    adoptStored: async () => {
      for (const found of keeping.storage.leftByClosedTabs()) {
        const stored = await lifetime.within(found)
        const [form = ""] = stored?.id.split(" ") ?? []
        if (stored !== undefined) adopters[form]?.(stored)
      }
    }
  }
}
