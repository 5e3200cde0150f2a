import type { Outcome } from "../../../domain/Outcome.ts"
import type { Api } from "../../contract/Api.ts"
import type { Field } from "../Field.ts"
import type { Lifetime } from "../Lifetime.ts"
import type { PageStorage } from "../PageStorage.ts"
import type { Team } from "../Team.ts"
import type { Teams } from "../Teams.ts"
import { isEnded, type SentBatch } from "./Batch.ts"
import { type Batches, makeBatches } from "./Batches.ts"
import { type Edits, makeEdits } from "./Edits.ts"
import { makeNewItems, type NewItems, type Place } from "./NewItems.ts"
import { makeOrphans, type Orphans } from "./Orphans.ts"
import { makeOutboxStorage, type StoredEntry } from "./OutboxStorage.ts"
import { makeSendLoop } from "./SendLoop.ts"
import { makeSingleSubmissions } from "./SingleSubmissions.ts"

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
  /** Submits an event of any other kind. */
  readonly submit: ReturnType<typeof makeSingleSubmissions>["submit"]
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

interface Dependencies {
  readonly userId: string
  readonly submit: Api["submit"]
  readonly storage: PageStorage
  readonly lifetime: Lifetime
  readonly teams: Teams
  readonly newId: () => string
  readonly onEdited: (field: Field, sequenceNumber: number) => void
  readonly onCreated: (place: Place, text: string, sequenceNumber: number) => void
  /** Called when a batch that another tab began is stopped or finished. */
  readonly onAdoptedEnd: (sent: SentBatch) => void
}

/** The delay before a team that could not be refreshed after a save is fetched again. */
const refreshRetryMs = 1000

/** Waits until a team that is loaded includes a change. */
const untilReached = async (team: Team, sequenceNumber: number, lifetime: Lifetime): Promise<void> => {
  if (team.body.peek() === undefined) return
  for (;;) {
    await team.reach(sequenceNumber)
    if (team.sequenceNumber.peek() >= sequenceNumber || team.failure.peek()?.kind !== "unreachable") return
    await lifetime.sleep(refreshRetryMs)
  }
}

export const makeOutbox = (dependencies: Dependencies): Outbox => {
  const { userId, submit, lifetime, teams, newId, onEdited, onCreated, onAdoptedEnd } = dependencies
  const storage = makeOutboxStorage(userId, dependencies.storage)
  const loop = makeSendLoop(submit, lifetime)
  const untilShown = (teamId: string, { status, sequenceNumber }: Outcome): Promise<void> =>
    untilReached(teams.of(teamId), status === "applied" ? sequenceNumber : 0, lifetime)
  const edits = makeEdits(loop, { storage, newId, untilShown, onApplied: onEdited })
  const newItems = makeNewItems({ loop, storage, newId, untilShown, onApplied: onCreated })
  const batches = makeBatches({ loop, storage, onAdoptedEnd })
  const single = makeSingleSubmissions({ submit, loop, storage, lifetime, newId, untilShown })
  const adopters: Readonly<Record<string, (stored: StoredEntry) => void>> = {
    edit: edits.adopt,
    new: newItems.adopt,
    batch: batches.adopt,
    single: single.adopt
  }
  return {
    edits,
    newItems,
    batches,
    submit: single.submit,
    orphans: makeOrphans(edits, newItems, teams, lifetime),
    hasUnsent: () =>
      edits.fields.peek().length > 0 || newItems.places.peek().length > 0 || !batches.all.peek().every(isEnded),
    retry: loop.retry,
    idle: loop.idle,
    adoptStored: async () => {
      for (const found of storage.leftByClosedTabs()) {
        const stored = await lifetime.within(found)
        const [form = ""] = stored?.id.split(" ") ?? []
        if (stored !== undefined) adopters[form]?.(stored)
      }
    }
  }
}
