import { Option, Schema } from "effect"
import type { LoggedEvent, Submission } from "../Event.ts"
import * as Fields from "../entities/Fields.ts"
import { EntityId } from "../entities/Ids.ts"
import type { State } from "../state/State.ts"

/** Gives the earlier states that restores go back to: the state right after an event; `empty` for 0. */
export type Past = (sequenceNumber: number) => State | undefined

/** For a log without restores. */
export const noPast: Past = () => undefined

/** The `data` of `restore_history`. Without `teamId` the whole strategy is restored. */
export const RestoreData = Schema.Struct({
  sequenceNumber: Fields.sequenceNumber,
  teamId: Schema.optionalKey(EntityId)
})
export type RestoreData = typeof RestoreData.Type

const read = Schema.decodeUnknownOption(RestoreData)

/** What a submission or an applied event restores; none for other event types and for unreadable data. */
export const restoreData = (of: Pick<LoggedEvent | Submission, "eventType" | "data">): Option.Option<RestoreData> =>
  of.eventType === "restore_history" ? read(of.data) : Option.none()

/**
 * The sequence number of the past state that a submission or an applied event needs; null for other event types and for
 * unreadable data. A submission may name one beyond the head; `decide` then rejects it without asking for the state.
 */
export const restoreTarget = (of: Pick<LoggedEvent | Submission, "eventType" | "data">): number | null =>
  Option.match(restoreData(of), { onNone: () => null, onSome: ({ sequenceNumber }) => sequenceNumber })
