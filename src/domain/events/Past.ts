import { Option, Schema } from "effect"
import type { LoggedEvent, Submission } from "../Event.ts"
import * as Fields from "../entities/Fields.ts"
import { EntityId } from "../entities/Ids.ts"
import type { State } from "../state/State.ts"

/** The states restores go back to: the state right after that event; `empty` for 0. */
export type Past = (sequenceNumber: number) => State | undefined

/** For a log without restores. */
export const noPast: Past = () => undefined

/** `data` of `restore_history`: without `teamId` it is about the whole strategy. */
export const RestoreData = Schema.Struct({
  sequenceNumber: Fields.sequenceNumber,
  teamId: Schema.optionalKey(EntityId)
})
export type RestoreData = typeof RestoreData.Type

const read = Schema.decodeUnknownOption(RestoreData)

/** What a submission or an applied event asks to be restored; none for other event types and for unreadable data. */
export const restoreData = (of: Pick<LoggedEvent | Submission, "eventType" | "data">): Option.Option<RestoreData> =>
  of.eventType === "restore_history" ? read(of.data) : Option.none()

/**
 * Which past state a submission or an applied event needs; null for other event types and for unreadable data. That of a
 * submission may lie beyond the head: then there is no such state, and `decide` refuses without asking for it.
 */
export const restoreTarget = (of: Pick<LoggedEvent | Submission, "eventType" | "data">): number | null =>
  Option.match(restoreData(of), { onNone: () => null, onSome: ({ sequenceNumber }) => sequenceNumber })
