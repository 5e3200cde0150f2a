import { Effect, HashMap, identity, Option, PartitionedSemaphore, Semaphore } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AccountLog, recordingRebuild } from "../../accounts/AccountLog.ts"
import { CurrentUser } from "../../api/Access.ts"
import { Api } from "../../api/Api.ts"
import { BadRequest, Conflict, NotFound } from "../../api/Errors.ts"
import type { EntityId, UserId } from "../../domain/entities/Ids.ts"
import type { State } from "../../domain/state/State.ts"
import { historyEntry, teamOf } from "../../domain/views/History.ts"
import { restorePreviewSteps } from "../../domain/views/RestorePreview.ts"
import { Rebuild } from "../../log/maintenance/Rebuild.ts"
import { Projector } from "../../log/projection/Projector.ts"
import { TimeTravel } from "../../log/projection/TimeTravel.ts"
import { EventStore, type HistoryRow } from "../../log/store/EventStore.ts"
import type { HistoryBroken } from "../../log/store/HistoryBroken.ts"
import { yieldingSteps } from "../../log/YieldingSteps.ts"
import { unavailable } from "../pipeline/Availability.ts"
import * as RequestSource from "../pipeline/RequestSource.ts"
import * as AnswerSlots from "./AnswerSlots.ts"
import * as HistoryResponse from "./HistoryResponse.ts"

/** The spec's page size where the caller names none. */
const defaultLimit = 100

/** Histories without a limit that are sent in parts: each occupies the database as long as its client reads. */
const longHistories = {
  perUser: 2,
  perServer: 8,
  message: "Too many whole histories are being read. Try again shortly, or read this one in pages, with a limit."
}

/** Pages that are too large to be sent at once: a client that does not read keeps its own for half a minute. */
const largePages = {
  perUser: 16,
  perServer: 64,
  message: "Too many pages of history are being read. Try again shortly, or with a smaller limit."
}

/** Pages of history that are read at once, of all answers; users take turns, whoever has most of them under way. */
const pagesAtOnce = 1

/** Entries that a request may name without standing in line for them: they are of a page that a person looks at. */
const smallPage = 100

const rebuildFaults = {
  RebuildRunning: () => Effect.fail(new Conflict({ message: "A rebuild is in progress." })),
  RebuildLost: () => Effect.fail(new Conflict({ message: "This rebuild came to a halt, and another has taken over." })),
  HistoryBroken: (error: HistoryBroken) => Effect.die(error),
  StorageError: unavailable
}

/** Living or deleted. */
const everTeam = ({ entities }: State, id: EntityId): boolean =>
  Option.exists(HashMap.get(entities, id), ({ type }) => type === "team")

const entryIn =
  (state: State) =>
  ({ event, touched }: HistoryRow) =>
    historyEntry(event, touched, teamOf(event, state))

export const layer = HttpApiBuilder.group(
  Api,
  "history",
  Effect.fn(function* (handlers) {
    const store = yield* EventStore
    const projector = yield* Projector
    const rebuild = yield* Rebuild
    const timeTravel = yield* TimeTravel
    const recorded = recordingRebuild(yield* AccountLog)
    const { ofUser } = yield* RequestSource.make
    // The steps of several would come between two turns of the event loop.
    const onePreview = Semaphore.makeUnsafe(1)
    const wholeHistories = AnswerSlots.make(longHistories)
    const pages = AnswerSlots.make(largePages)
    const turns = PartitionedSemaphore.makeUnsafe<UserId>({ permits: pagesAtOnce })
    const inTurn = (userId: UserId, limit = Number.POSITIVE_INFINITY) =>
      limit > smallPage ? turns.withPermit(userId) : identity
    const entries = (rows: ReadonlyArray<HistoryRow>) =>
      Effect.map(projector.state, (state) => rows.map(entryIn(state)))

    return handlers.handleAll({
      entity: Effect.fnUntraced(function* ({ params: { entityId }, query: { before, limit }, request }) {
        const { userId } = yield* CurrentUser
        return yield* HistoryResponse.make({
          request,
          read: (before, bounds) => store.history(entityId, before, bounds),
          before: before ?? null,
          limit: limit ?? null,
          entries,
          around: ["[", "]"],
          inTurn: inTurn(userId, limit),
          admit: (limit === undefined ? wholeHistories : pages)(userId)
        })
      }),
      all: Effect.fnUntraced(function* ({ query: { from, limit = defaultLimit }, request }) {
        const { userId } = yield* CurrentUser
        const { sequenceNumber: latestSequence } = yield* projector.state
        if (from !== undefined && from > latestSequence) {
          return yield* new BadRequest({
            message: `The query: from is beyond the latest sequence number, ${latestSequence}.`
          })
        }
        const first = from ?? latestSequence
        const next = first - limit
        const frame = { from: first, limit, nextFrom: next > 0 ? next : null, latestSequence }
        return yield* HistoryResponse.make({
          request,
          read: (before, bounds) => store.page(before ?? first + 1, bounds),
          before: null,
          limit,
          entries,
          around: ['{"entries":[', `],${JSON.stringify(frame).slice(1)}`],
          inTurn: inTurn(userId, limit),
          admit: pages(userId)
        })
      }),
      preview: Effect.fnUntraced(function* ({ query: { sequenceNumber, teamId } }) {
        const state = yield* projector.state
        if (sequenceNumber >= state.sequenceNumber) {
          return yield* new BadRequest({
            message: `The query: sequenceNumber must be below the latest event, ${state.sequenceNumber}.`
          })
        }
        if (teamId !== undefined && !everTeam(state, teamId)) {
          return yield* new NotFound({ message: "There is no team with this id." })
        }
        const data = teamId === undefined ? { sequenceNumber } : { sequenceNumber, teamId }
        return yield* timeTravel.positionAt(sequenceNumber).pipe(
          Effect.catchTag("StorageError", unavailable),
          Effect.flatMap(({ state: then }) => yieldingSteps(restorePreviewSteps(state, data, () => then))),
          onePreview.withPermit
        )
      }),
      rebuild: () => rebuild.run(undefined, recorded).pipe(ofUser, Effect.catchTags(rebuildFaults))
    })
  })
)
