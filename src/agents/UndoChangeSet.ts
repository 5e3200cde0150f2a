import { Data, Effect, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { ChangeSetId, SequenceNumber } from "../domain/entities/Ids.ts"
import type { Identity } from "../domain/Identity.ts"
import type { LeftChange } from "../domain/inverse/Inverse.ts"
import * as Inverses from "../log/inverse/Inverses.ts"
import { Planner } from "../log/writer/Planner.ts"
import type { SubmitError } from "../log/writer/SubmitError.ts"
import { byWhom, undoOf } from "../shared/ChangeSetNames.ts"

export const UndoneBody = Schema.Struct({
  /** The events of the change set that are taken back, now or before, the latest first. */
  undone: Schema.Array(Schema.Struct({ sequenceNumber: SequenceNumber })),
  /** The events whose changes stay, and why, in a sentence. */
  left: Schema.Array(Schema.Struct({ sequenceNumber: SequenceNumber, reason: Schema.String }))
})
export type Undone = typeof UndoneBody.Type

/** Undoing stopped before the end; `undone` changes are taken back. The same call again goes on. */
export class UndoStopped extends Data.TaggedError("UndoStopped")<{
  readonly cause: SubmitError
  readonly undone: number
}> {}

/** "2026-11-25 10:19 UTC" */
const minuteOf = (timestamp: string): string => `${timestamp.slice(0, 16).replace("T", " ")} UTC`

const reasonOf = ({ reason, later }: LeftChange): string =>
  later === null ? reason : `${reason} ${byWhom(later, minuteOf)}`

/**
 * Takes the changes of a set back: asks for its inverse and sends it, again until there is nothing left to send. Undefined: there
 * is no such set, or it changed nothing.
 */
export const make = Effect.gen(function* () {
  const planner = yield* Planner
  const inverses = yield* Inverses.make()
  const random = yield* SecureRandom.SecureRandom

  return Effect.fnUntraced(function* (caller: Identity, id: ChangeSetId) {
    const undoingId = ChangeSetId.make(yield* random.uuidV4())
    let applied = 0
    const stopped = (cause: UndoStopped["cause"]) => new UndoStopped({ cause, undone: applied })

    /** Sends the submissions of an inverse, and says whether one was applied. When interrupted it stops before the next. */
    const send = Effect.fnUntraced(function* ({ submissions, changeSetName }: Inverses.FoundInverse) {
      const before = applied
      for (const { undoes, ...sent } of submissions) {
        const outcome = yield* Effect.uninterruptible(
          planner.submit({
            ...sent,
            actorId: caller.userId,
            actorName: caller.username,
            idempotency: null,
            origin: {
              tokenName: caller.token?.name ?? null,
              changeSet: { id: undoingId, name: undoOf(changeSetName ?? "") },
              undoes
            }
          })
        )
        if (outcome.status === "applied") applied += 1
      }
      return applied > before
    })

    const run = Effect.gen(function* () {
      let found = yield* inverses.ofChangeSet(id, caller)
      while (found !== undefined && (yield* send(found))) found = yield* inverses.ofChangeSet(id, caller)
      return found
    })
    const found = yield* Effect.mapError(run, stopped)
    if (found === undefined) return undefined
    const kept = new Set(found.left.map(({ sequenceNumber }) => sequenceNumber))
    const undone = found.events.filter(({ sequenceNumber }) => !kept.has(sequenceNumber)).toReversed()
    return {
      undone: undone.map(({ sequenceNumber }) => ({ sequenceNumber })),
      left: found.left.map((each) => ({ sequenceNumber: each.sequenceNumber, reason: reasonOf(each) }))
    } satisfies Undone
  })
})
