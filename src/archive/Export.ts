import { createHash } from "node:crypto"
import { DateTime, Effect } from "effect"
import { AccountLog } from "../accounts/log/AccountLog.ts"
import { UserStore } from "../accounts/users/UserStore.ts"
import { stateHash } from "../log/projection/CheckpointCodec.ts"
import { startOfLog } from "../log/projection/LogPosition.ts"
import { type ReplayStep, replay } from "../log/projection/Replay.ts"
import type { EventWithEffect } from "../log/store/EventHash.ts"
import { EventStore, type OutcomeKey } from "../log/store/EventStore.ts"
import { chainFault, historyBroken } from "../log/store/HistoryBroken.ts"
import { ProvenanceStore } from "../log/store/ProvenanceStore.ts"
import { WebhookStore } from "../webhooks/WebhookStore.ts"
import {
  type ArchivedEvent,
  type ArchivedUser,
  type ArchivedWebhook,
  type End,
  format,
  type Header,
  version
} from "./Format.ts"

/** The number of events per page. Each may have 64 KiB of data, and three pages are in memory at a time. */
const pageSize = 250

/**
 * The webhooks of the log, none of them after its end; one that still stands in another log would begin at the end of
 * this one.
 */
const webhooksOf = Effect.fnUntraced(function* (epoch: string, head: number) {
  const stored = yield* WebhookStore.use(({ list }) => list)
  return stored.map((hook): ArchivedWebhook => {
    const { id, url, description, eventTypes, teamIds, enabled, disabledReason, createdAt, secret, format, digest } =
      hook
    const sequenceNumber = hook.epoch === epoch ? Math.min(hook.sequenceNumber, head) : head
    return {
      ...{ id, url, description, eventTypes, teamIds, enabled, disabledReason, sequenceNumber, createdAt, secret },
      ...(format === "standard" ? {} : { format }),
      ...(digest === null ? {} : { digest })
    }
  })
})

/**
 * What the archive contains besides the log and the account log. With either it must be kept as safe as the database: it
 * has password hashes or signing secrets.
 */
export interface Included {
  readonly withUsers: boolean
  readonly withWebhooks: boolean
}

/** Events as they are archived, each with its origin if one is recorded. */
const archivedEvents = Effect.fnUntraced(function* (
  store: ProvenanceStore["Service"],
  events: ReadonlyArray<EventWithEffect>
) {
  const provenance = yield* store.of(events.map(({ sequenceNumber }) => sequenceNumber))
  const origins = new Map(provenance.map(({ sequenceNumber, ...origin }) => [sequenceNumber, origin]))
  return events.map(({ effect, ...event }): ArchivedEvent => {
    const origin = origins.get(event.sequenceNumber)
    return { ...event, ...(effect === null ? {} : { effect }), ...(origin === undefined ? {} : { origin }) }
  })
})

type WriteLines<E> = (values: ReadonlyArray<object>) => Effect.Effect<void, E>

/** The users with their identities at OpenID providers. */
const archivedUsers = Effect.gen(function* () {
  const { list, identities } = yield* UserStore
  const byUser = Map.groupBy(yield* identities, ({ userId }) => userId)
  return (yield* list).map((user): ArchivedUser => {
    const own = byUser.get(user.id)
    return own === undefined ? user : { ...user, identities: own.map(({ userId: _, ...identity }) => identity) }
  })
})

/** Writes the stored outcomes of events up to `head`, and returns their number. */
const writeOutcomes = Effect.fnUntraced(function* <E>(head: number, write: WriteLines<E>) {
  const store = yield* EventStore
  let outcomes = 0
  let after: OutcomeKey | null = null
  do {
    const page: Effect.Success<ReturnType<typeof store.outcomes>> = yield* store.outcomes(after, pageSize)
    const known = page.filter(({ outcome }) => outcome.sequenceNumber <= head)
    // Why one was rejected is in its event.
    yield* write(
      known.map(({ outcome: { rejection, ...outcome }, ...rest }) => ({
        ...rest,
        outcome: { ...outcome, rejectionReason: rejection?.code ?? null }
      }))
    )
    outcomes += known.length
    after = page.at(-1) ?? null
  } while (after !== null)
  return outcomes
})

/** Writes the account log, and returns the number of its entries. */
const writeAccountLog = Effect.fnUntraced(function* <E>(write: WriteLines<E>) {
  const { entriesAfter } = yield* AccountLog
  let entries = 0
  let after: number | undefined = 0
  while (after !== undefined) {
    const page: Effect.Success<ReturnType<typeof entriesAfter>> = yield* entriesAfter(after, pageSize)
    yield* write(page.map(({ id: _, ...entry }) => entry))
    entries += page.length
    after = page.at(-1)?.id
  }
  return entries
})

/**
 * Writes the log as it is at the start; events that are appended meanwhile are left out. Fails with `HistoryBroken`
 * where the chain of hashes is broken.
 */
export const exportLog = Effect.fn("exportLog")(function* <E>(
  write: (text: string) => Effect.Effect<void, E>,
  options: Included,
  step: (done: number, total: number) => Effect.Effect<void>
) {
  const store = yield* EventStore
  const provenance = yield* ProvenanceStore
  const { epoch, sequenceNumber: head } = yield* store.head
  const webhooks = options.withWebhooks ? yield* webhooksOf(epoch, head) : []
  const withWebhooks = webhooks.length > 0
  const content = createHash("sha256")

  const writeLines = (values: ReadonlyArray<object>) => {
    const text = values.map((value) => `${JSON.stringify(value)}\n`).join("")
    content.update(text)
    return write(text)
  }

  const header: Header = {
    format,
    version,
    epoch,
    events: head,
    withUsers: options.withUsers,
    ...(withWebhooks ? { withWebhooks } : {}),
    exportedAt: DateTime.formatIso(yield* DateTime.now)
  }
  yield* writeLines([header])

  const visit = Effect.fnUntraced(function* (steps: ReadonlyArray<ReplayStep>) {
    for (const { before, hashBefore, event } of steps) {
      const wrong = chainFault(before.sequenceNumber, hashBefore, event)
      if (wrong !== undefined) return yield* historyBroken(event.sequenceNumber, wrong)
    }
    yield* writeLines(
      yield* archivedEvents(
        provenance,
        steps.map(({ event }) => event)
      )
    )
    yield* step(steps.at(-1)?.event.sequenceNumber ?? head, head)
  })
  const { state, eventHash } = yield* replay({
    read: store.readWithEffects,
    start: startOfLog,
    upTo: head,
    pageSize,
    visit
  })
  if (state.sequenceNumber !== head) return yield* historyBroken(state.sequenceNumber + 1, "it is missing")

  const outcomes = yield* writeOutcomes(head, writeLines)
  const users = options.withUsers ? yield* archivedUsers : []
  yield* writeLines([...users, ...webhooks])
  const accountEntries = yield* writeAccountLog(writeLines)

  const end: End = {
    end: true,
    events: head,
    outcomes,
    users: users.length,
    ...(withWebhooks ? { webhooks: webhooks.length } : {}),
    accountEntries,
    eventHash,
    stateHash: stateHash(state),
    contentHash: content.digest("base64url")
  }
  yield* write(`${JSON.stringify(end)}\n`)
  return end
})
