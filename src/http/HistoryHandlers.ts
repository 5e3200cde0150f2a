import { Effect, HashMap, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AccountLog, recordingRebuild } from "../accounts/AccountLog.ts"
import { Api } from "../api/Api.ts"
import { BadRequest, Conflict, NotFound } from "../api/Errors.ts"
import { historyEntry, teamOf } from "../domain/History.ts"
import type { EntityId } from "../domain/Ids.ts"
import { restorePreview } from "../domain/RestorePreview.ts"
import type { State } from "../domain/State.ts"
import { EventStore, type HistoryRow } from "../log/EventStore.ts"
import type { HistoryBroken } from "../log/HistoryBroken.ts"
import { Projector } from "../log/Projector.ts"
import { Rebuild } from "../log/Rebuild.ts"
import { TimeTravel } from "../log/TimeTravel.ts"
import { unavailable } from "./Availability.ts"
import * as RequestSource from "./RequestSource.ts"

/** The spec's page size where the caller names none. */
const defaultLimit = 100

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

    return handlers.handleAll({
      entity: ({ params: { entityId }, query: { before, limit } }) =>
        store.history(entityId, { before: before ?? null, limit: limit ?? null }).pipe(
          Effect.flatMap((rows) => Effect.map(projector.state, (state) => rows.map(entryIn(state)))),
          Effect.catchTag("StorageError", unavailable)
        ),
      all: Effect.fnUntraced(function* ({ query: { from, limit = defaultLimit } }) {
        const { sequenceNumber: latestSequence } = yield* projector.state
        if (from !== undefined && from > latestSequence) {
          return yield* new BadRequest({
            message: `The query: from is beyond the latest sequence number, ${latestSequence}.`
          })
        }
        const first = from ?? latestSequence
        const rows = yield* store.page(first, limit).pipe(Effect.catchTag("StorageError", unavailable))
        const next = first - limit
        const entries = rows.map(entryIn(yield* projector.state))
        return { entries, from: first, limit, nextFrom: next > 0 ? next : null, latestSequence }
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
        const { state: then } = yield* timeTravel
          .moment(sequenceNumber)
          .pipe(Effect.catchTag("StorageError", unavailable))
        const data = teamId === undefined ? { sequenceNumber } : { sequenceNumber, teamId }
        return restorePreview(state, data, () => then)
      }),
      rebuild: () => rebuild.run(undefined, recorded).pipe(ofUser, Effect.catchTags(rebuildFaults))
    })
  })
)
