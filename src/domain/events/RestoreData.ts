import { Option, Schema } from "effect"
import { entityTypes, rowOf } from "../../shared/EventTypes.ts"
import type { EventData, LoggedEvent, Submission } from "../Event.ts"
import { described } from "../entities/Documented.ts"
import * as Fields from "../entities/Fields.ts"
import { EntityId } from "../entities/Ids.ts"
import type { State } from "../state/State.ts"

/** The `data` of `restore_history`. Without `teamId` the whole strategy is restored. */
export const RestoreData = Schema.Struct({
  sequenceNumber: described("The event to restore to; 0 is the empty log", Fields.sequenceNumber),
  teamId: described("The team to restore; everything if absent", Schema.optionalKey(EntityId))
})
export type RestoreData = typeof RestoreData.Type

const read = Schema.decodeUnknownOption(RestoreData)

/** What a submission or an applied event restores; none for other event types and for unreadable data. */
export const restoreData = (of: Pick<LoggedEvent | Submission, "eventType" | "data">): Option.Option<RestoreData> =>
  of.eventType === "restore_history" ? read(of.data) : Option.none()

/** The `data` with which a create event brings back a deleted entity as it was right after the event `asOf`. */
export const BringBackData = Schema.Struct({
  id: described("The id of the entity to bring back", EntityId),
  asOf: described(
    "A sequence number at which it existed: it comes back as it was right after that event",
    Fields.sequenceNumber
  )
})

/** Whether a create event is meant to bring back an entity, readable or not. */
export const isBringBack = (data: EventData): boolean => Object.hasOwn(data, "asOf")

const readBringBack = Schema.decodeUnknownOption(BringBackData)

/** The create events of entities with a parent. A team, which has none, comes back by a restore. */
const bringingBack: ReadonlySet<string> = new Set(
  entityTypes.filter((type) => rowOf(type).parent !== null).map((type) => `create_${type}`)
)

/** Which entity a submission or an applied event brings back; none for other event types and for unreadable data. */
export const bringBackData = (
  of: Pick<LoggedEvent | Submission, "eventType" | "data">
): Option.Option<typeof BringBackData.Type> =>
  bringingBack.has(of.eventType) && isBringBack(of.data) ? readBringBack(of.data) : Option.none()

/**
 * The sequence number of the earlier state that a submission goes back to, as an applied event did; null for other event
 * types and for unreadable data. A submission may name one beyond the head, which `decide` rejects.
 */
export const restoreTarget = (of: Pick<LoggedEvent | Submission, "eventType" | "data">): number | null =>
  Option.match(restoreData(of), {
    onNone: () => Option.getOrUndefined(bringBackData(of))?.asOf ?? null,
    onSome: ({ sequenceNumber }) => sequenceNumber
  })

/** The earlier state that a submission goes back to, if it came with it. */
export const earlierState = ({ earlier }: Submission, sequenceNumber: number): State | undefined =>
  earlier?.sequenceNumber === sequenceNumber ? earlier : undefined
