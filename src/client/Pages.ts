import { Effect, Option, Stream } from "effect"
import type { EventType } from "../domain/Event.ts"
import type { EntityId } from "../domain/entities/Ids.ts"
import type { DerivedClient } from "./DerivedClient.ts"

/** Which changes are wanted; by default all from the beginning of the log. */
export interface ChangesOptions {
  /** Only those after this sequence number: the `nextAfter` of the last page that was dealt with. */
  readonly after?: number
  /** The `epoch` of that page. If the log was replaced since, the stream fails with `Gone`. */
  readonly epoch?: string
  readonly teams?: ReadonlyArray<EntityId>
  readonly types?: ReadonlyArray<EventType>
}

/** The largest page. */
const limit = 500

const nextPage = <A>(next: A | null | undefined) => Option.map(Option.fromNullishOr(next), Option.some)

/** The history of an entity, newest first. */
export const historyOf = (api: DerivedClient, entityId: EntityId) =>
  Stream.paginate(Option.none<number>(), (place) => {
    const query = Option.match(place, { onNone: () => ({ limit }), onSome: (before) => ({ limit, before }) })
    return Effect.map(api.history.entity({ params: { entityId }, query }), (entries) => {
      const last = entries.length < limit ? undefined : entries.at(-1)
      return [entries, nextPage(last?.sequenceNumber)] as const
    })
  })

/** The whole log, newest first. */
export const wholeHistory = (api: DerivedClient) =>
  Stream.paginate(Option.none<number>(), (place) => {
    const query = Option.match(place, { onNone: () => ({ limit }), onSome: (from) => ({ limit, from }) })
    return Effect.map(api.history.all({ query }), ({ entries, nextFrom }) => [entries, nextPage(nextFrom)] as const)
  })

/** Pages of applied events up to the latest one, oldest first. */
export const changes = (api: DerivedClient, { after = 0, epoch, teams, types }: ChangesOptions) => {
  const filters = { teams: teams?.join(","), types: types?.join(",") }
  return Stream.paginate({ after, epoch }, (place) =>
    Effect.map(
      Effect.catchTag(api.changes.list({ query: { ...filters, ...place, limit } }), "NotModified", Effect.die),
      (page) => {
        const { nextAfter, latestSequence, epoch } = page
        const next = nextAfter < latestSequence ? Option.some({ after: nextAfter, epoch }) : Option.none()
        return [[page], next] as const
      }
    )
  )
}
