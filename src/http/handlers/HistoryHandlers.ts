import { Effect, HashMap, identity, Option, PartitionedSemaphore, Semaphore } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AccountLog, recordingRebuild } from "../../accounts/log/AccountLog.ts"
import { CurrentUser } from "../../api/Access.ts"
import { Api } from "../../api/Api.ts"
import { Conflict, NotFound } from "../../api/Errors.ts"
import { defaultPageLimit } from "../../api/HistoryApi.ts"
import { gateLimits } from "../../bounded/GateLimits.ts"
import type { ChangeSetId, EntityId, UserId } from "../../domain/entities/Ids.ts"
import type { Identity } from "../../domain/Identity.ts"
import type { StorageError } from "../../domain/StorageError.ts"
import { findTeam, type State } from "../../domain/state/State.ts"
import { deletedPage } from "../../domain/views/Deleted.ts"
import { restorePreviewSteps } from "../../domain/views/RestorePreview.ts"
import * as Inverses from "../../log/inverse/Inverses.ts"
import { Rebuild } from "../../log/maintenance/Rebuild.ts"
import { EarlierStates, type StateNotRead } from "../../log/projection/EarlierStates.ts"
import * as HistoryEntries from "../../log/projection/HistoryEntries.ts"
import { Projector } from "../../log/projection/Projector.ts"
import { EventStore } from "../../log/store/EventStore.ts"
import type { HistoryBroken } from "../../log/store/HistoryBroken.ts"
import { yieldingSteps } from "../../log/YieldingSteps.ts"
import * as HistoryResponse from "../answers/HistoryResponse.ts"
import * as ViewCache from "../answers/ViewCache.ts"
import { entryTo, stateNotRead, unavailable } from "../pipeline/Availability.ts"
import { invalidQuery } from "../pipeline/InvalidRequest.ts"
import * as RequestSource from "../pipeline/RequestSource.ts"

/** Pages of history that are read at once, over all requests. The permits go to the users in turn. */
const maxConcurrentPageReads = 1

/** Requests for at most so many entries do not queue for a permit: they are for a page that a person looks at. */
const maxUnqueuedEntries = 100

const unknownEvent = new NotFound({ message: "There is no event with this sequence number." })
const unknownSet = new NotFound({ message: "There is no change set with this id." })

const rebuildFaults = {
  RebuildRunning: () => Effect.fail(new Conflict({ message: "A rebuild is in progress.", code: "rebuild_running" })),
  RebuildLost: () =>
    Effect.fail(new Conflict({ message: "This rebuild stalled, and another one took over.", code: "rebuild_lost" })),
  HistoryBroken: (error: HistoryBroken) => Effect.die(error),
  StorageError: unavailable
}

/** Whether the id is that of a team, deleted or not. */
const wasEverTeam = ({ entities }: State, id: EntityId): boolean =>
  Option.exists(HashMap.get(entities, id), ({ type }) => type === "team")

/** The JSON before and after the entries of a page of the log. */
const surroundingPage = (from: number, limit: number, latestSequence: number): readonly [string, string] => {
  const next = from - limit
  const rest = { from, limit, nextFrom: next > 0 ? next : null, latestSequence }
  return ['{"entries":[', `],${JSON.stringify(rest).slice(1)}`]
}

const makeInverses = Effect.gen(function* () {
  const { ofEvent, ofChangeSet } = yield* Inverses.make()
  const admit = entryTo(gateLimits.undos)

  const answered = (
    unknown: NotFound,
    find: (user: Identity) => Effect.Effect<Inverses.FoundInverse | undefined, StateNotRead | StorageError>
  ) =>
    Effect.gen(function* () {
      const user = yield* CurrentUser
      yield* admit(user.userId)
      return (yield* find(user)) ?? (yield* unknown)
    }).pipe(Effect.catchTags({ StateNotRead: stateNotRead, StorageError: unavailable }))

  return {
    inverse: ({ params }: { readonly params: { readonly sequenceNumber: number } }) =>
      answered(unknownEvent, (user) => ofEvent(params.sequenceNumber, user)),
    inverseOfChangeSet: ({ params }: { readonly params: { readonly changeSetId: ChangeSetId } }) =>
      answered(unknownSet, (user) => ofChangeSet(params.changeSetId, user))
  }
})

export const layer = HttpApiBuilder.group(
  Api,
  "history",
  Effect.fn(function* (handlers) {
    const store = yield* EventStore
    const projector = yield* Projector
    const rebuild = yield* Rebuild
    const { withState } = yield* EarlierStates
    const recorded = recordingRebuild(yield* AccountLog)
    const { asUser } = yield* RequestSource.make
    // One preview at a time: otherwise a turn of the event loop would run a step of each.
    const previewSemaphore = Semaphore.makeUnsafe(1)
    const inverses = yield* makeInverses
    const admitWholeHistory = entryTo(gateLimits.wholeHistories)
    const admitLargePage = entryTo(gateLimits.historyPages)
    const pageReads = PartitionedSemaphore.makeUnsafe<UserId>({ permits: maxConcurrentPageReads })
    const inTurn = (userId: UserId, limit = Number.POSITIVE_INFINITY) =>
      limit > maxUnqueuedEntries ? pageReads.withPermit(userId) : identity
    const entries = yield* HistoryEntries.make

    return handlers.handleAll({
      entity: Effect.fnUntraced(function* ({ params: { entityId }, query: { before, limit }, request }) {
        const { userId } = yield* CurrentUser
        return yield* HistoryResponse.make({
          request,
          read: (before, bounds) => store.history(entityId, before, bounds),
          before: before ?? null,
          limit: limit ?? null,
          entries,
          surroundingJson: ["[", "]"],
          inTurn: inTurn(userId, limit),
          admit: (limit === undefined ? admitWholeHistory : admitLargePage)(userId)
        })
      }),
      all: Effect.fnUntraced(function* ({ query: { from, limit = defaultPageLimit }, request }) {
        const { userId } = yield* CurrentUser
        const { sequenceNumber: latestSequence } = yield* projector.state
        if (from !== undefined && from > latestSequence) {
          return yield* invalidQuery("from", `is beyond the latest sequence number, ${latestSequence}`)
        }
        const first = from ?? latestSequence
        return yield* HistoryResponse.make({
          request,
          read: (before, bounds) => store.page(before ?? first + 1, bounds),
          before: null,
          limit,
          entries,
          surroundingJson: surroundingPage(first, limit, latestSequence),
          inTurn: inTurn(userId, limit),
          admit: admitLargePage(userId)
        })
      }),
      deleted: Effect.fnUntraced(function* ({
        params: { teamId },
        query: { before, limit = defaultPageLimit },
        headers
      }) {
        const state = yield* projector.state
        if (Option.isNone(findTeam(state, teamId))) {
          return yield* new NotFound({ message: "There is no team with this id." })
        }
        const page = ViewCache.encode(deletedPage(state, teamId, { before, limit }))
        // It is not kept, so it is not compressed either.
        return yield* ViewCache.respond(page, { ifNoneMatch: headers["if-none-match"], acceptEncoding: undefined })
      }),
      preview: Effect.fnUntraced(function* ({ query: { sequenceNumber, teamId } }) {
        const state = yield* projector.state
        if (sequenceNumber >= state.sequenceNumber) {
          return yield* invalidQuery("sequenceNumber", `must be below the latest event, ${state.sequenceNumber}`)
        }
        if (teamId !== undefined && !wasEverTeam(state, teamId)) {
          return yield* new NotFound({ message: "There is no team with this id." })
        }
        const data = teamId === undefined ? { sequenceNumber } : { sequenceNumber, teamId }
        return yield* withState(sequenceNumber, (yield* CurrentUser).userId, (then) =>
          previewSemaphore.withPermit(yieldingSteps(restorePreviewSteps(state, data, then)))
        ).pipe(Effect.catchTags({ StateNotRead: stateNotRead, StorageError: unavailable }))
      }),
      ...inverses,
      rebuild: () => rebuild.run(undefined, recorded).pipe(asUser, Effect.catchTags(rebuildFaults))
    })
  })
)
