import { createHash } from "node:crypto"
import { Result } from "effect"
import type { SubmitEventRequest } from "../api/EventsApi.ts"
import { decide } from "../domain/Decide.ts"
import { ChangeSetId, type UserId } from "../domain/entities/Ids.ts"
import { includesRole } from "../domain/entities/Role.ts"
import { eventTable } from "../domain/events/EventTable.ts"
import type { TokenIdentity } from "../domain/Identity.ts"
import { laterChange } from "../domain/LaterChange.ts"
import type { Envelope } from "../log/writer/Planner.ts"
import type { Prepare } from "../log/writer/Preview.ts"
import { truncatedLine } from "../shared/Quoted.ts"
import { dataFormOf, fieldsOf } from "./arguments/EventForms.ts"
import { refused, type ToolRefused } from "./ToolRefused.ts"

export type Change = typeof SubmitEventRequest.Type

/** Whether a submission edits or deletes something that is there already, which others may have changed. */
const needsLastSeen = ({ eventType }: Change): boolean => /^(update|delete)_/.test(eventType)

const faultOf = (caller: TokenIdentity, change: Change): string | null => {
  const { eventType, targetId = null, data, lastSeenSequence = null } = change
  const { targets, role } = eventTable[eventType]
  const known = fieldsOf(eventType)
  const unknown = Object.keys(data).find((name) => !known.includes(name))
  if (unknown !== undefined) {
    const takes = known.length === 0 ? "no data" : known.join(", ")
    return `data.${truncatedLine(unknown, 100)} is not a member that is known here; ${eventType} takes ${takes}.`
  }
  if (targets.length > 0 && targetId === null) {
    const target = `the ${targets.join(" or ")}`
    const what = eventType.startsWith("create_") ? `${target} it belongs to` : target
    return `targetId is missing; it must be the id of ${what}. Look ids up with find or get_team.`
  }
  const taken = dataFormOf(eventType)?.clearable.filter((name) => data[name] === null) ?? []
  if (taken.length > 1) {
    return `${taken.map((name) => `data.${name}`).join(" and ")} are both null. Send none for the one to take away, and leave the other out; to take both away send two events.`
  }
  if (!includesRole(caller.role, role)) {
    return `${eventType} requires the ${role} role; this token has the rights of ${caller.role}. Leave it out, or ask the user to do it.`
  }
  return needsLastSeen(change) && lastSeenSequence === null
    ? "lastSeenSequence is missing; send the sequenceNumber of the answer in which you read what you change."
    : null
}

/** The envelopes of an agent's changes, or why the first that is refused is. */
export const envelopesOf = (
  caller: TokenIdentity,
  changes: ReadonlyArray<Change>
): Result.Result<ReadonlyArray<Envelope>, ToolRefused> => {
  for (const [index, change] of changes.entries()) {
    const fault = faultOf(caller, change)
    if (fault !== null) return Result.fail(refused(`Nothing was changed. events[${index}]: ${fault}`))
  }
  return Result.succeed(
    changes.map(({ eventType, targetId, data, lastSeenSequence }) => ({
      actorId: caller.userId,
      actorName: caller.username,
      eventType,
      targetId: targetId ?? null,
      data,
      lastSeenSequence: lastSeenSequence ?? null,
      idempotency: null
    }))
  )
}

/**
 * Makes edits and deletions of a change set depend on what others have changed: not on what the set itself has changed before,
 * which its author could not have seen.
 */
export const basedOnOwn: Prepare = (state, submission, own) => {
  const { eventType, targetId, lastSeenSequence } = submission
  if (own.size === 0 || targetId === null) return submission
  if (eventType.startsWith("delete_")) {
    const seen = lastSeenSequence ?? 0
    const later = laterChange(state, targetId, ({ version }) => version <= seen || own.has(version))
    // Whatever others change from now on has a higher number.
    return later === undefined && seen < state.sequenceNumber
      ? { ...submission, lastSeenSequence: state.sequenceNumber }
      : submission
  }
  if (!eventType.startsWith("update_")) return submission
  const decision = decide(state, submission)
  if (decision.status !== "rejected" || decision.conflictingServerValue === null) return submission
  const { previousSequence } = decision.event
  return previousSequence !== null && own.has(previousSequence)
    ? { ...submission, lastSeenSequence: previousSequence }
    : submission
}

/** The id of the change set under a user's idempotency key: a UUID of version 8. */
export const changeSetIdOf = (userId: UserId, idempotencyKey: string): ChangeSetId => {
  const bytes = createHash("sha256").update(`${userId} ${idempotencyKey}`).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString("hex")
  return ChangeSetId.make(hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"))
}
