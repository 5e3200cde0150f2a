import { Context, Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { ChangeSetId, EntityId } from "../domain/entities/Ids.ts"
import type { TokenIdentity } from "../domain/Identity.ts"
import { answerOf, type Outcome } from "../domain/Outcome.ts"
import type { ChangeSetRef } from "../domain/Provenance.ts"
import { Projector } from "../log/projection/Projector.ts"
import { type Envelope, Planner } from "../log/writer/Planner.ts"
import * as Preview from "../log/writer/Preview.ts"
import { requestHash } from "../log/writer/RequestHash.ts"
import type { SubmitError } from "../log/writer/SubmitError.ts"
import { changesBy, maxNameLength } from "../shared/ChangeSetNames.ts"
import { truncatedLine } from "../shared/Quoted.ts"
import { basedOnOwn, type Change, changeSetIdOf, envelopesOf } from "./ChangeEnvelopes.ts"
import { faultText, refused, type ToolRefused } from "./ToolRefused.ts"
import * as UndoChangeSet from "./UndoChangeSet.ts"

/** Stands for the ids and the times that the planner gives a submission, where only its data are looked at: of any day. */
const placeholders = {
  submissionId: "00000000-0000-0000-0000-000000000000",
  freshId: EntityId.make("00000000-0000-0000-0000-000000000000"),
  timestamp: "",
  today: "9999-12-31"
}

interface NewChangeSet {
  readonly events: ReadonlyArray<Change>
  readonly name?: string | undefined
  readonly idempotencyKey?: string | undefined
}

interface AppliedChangeSet {
  readonly changeSetId: ChangeSetId
  /** The log position after the last change. */
  readonly sequenceNumber: number
  readonly outcomes: ReadonlyArray<Outcome>
}

const unknownSet =
  "There is no change set with this id, or it changed nothing. get_changes lists the change sets of recent changes."

const undoStopped = ({ cause, undone }: UndoChangeSet.UndoStopped): ToolRefused =>
  refused(
    `${faultText(cause)} ${undone} changes are taken back. Repeat undo_changes with the same changeSetId to go on.`
  )

/** How far a call had come when it stopped, which its caller must know. */
const stopped = (error: SubmitError, { id }: ChangeSetRef, done: number, all: number): ToolRefused => {
  if (done === 0) return refused(faultText(error))
  return refused(
    `Stopped after ${done} of ${all} changes, which are written as change set ${id}. ${faultText(error)} ` +
      "Repeat the call with the same idempotencyKey to go on, or take them back with undo_changes."
  )
}

const makeApply = Effect.gen(function* () {
  const planner = yield* Planner
  const projector = yield* Projector
  const random = yield* SecureRandom.SecureRandom

  const prepared = (envelope: Envelope, own: ReadonlySet<number>): Envelope => {
    const { idempotency, origin, ...rest } = envelope
    const state = projector.stateNow()
    const {
      submissionId: _,
      freshId: __,
      timestamp: ___,
      today: ____,
      ...changed
    } = basedOnOwn(state, { ...rest, ...placeholders }, own)
    return { ...changed, idempotency, origin }
  }

  return Effect.fnUntraced(function* (caller: TokenIdentity, { events, name, idempotencyKey }: NewChangeSet) {
    const envelopes = yield* Effect.fromResult(envelopesOf(caller, events))
    const id =
      idempotencyKey === undefined
        ? ChangeSetId.make(yield* random.uuidV4())
        : changeSetIdOf(caller.userId, idempotencyKey)
    const set = { id, name: truncatedLine(name ?? changesBy(caller.token.name), maxNameLength) }
    const origin = { tokenName: caller.token.name, changeSet: set, undoes: null }
    const hash = requestHash(events)
    const own = new Set<number>()
    const outcomes: Array<Outcome> = []
    for (const [index, envelope] of envelopes.entries()) {
      const idempotency = { key: `changes:${id}:${index}`, requestHash: hash }
      const outcome = yield* planner.submit({ ...prepared(envelope, own), idempotency, origin }).pipe(
        Effect.uninterruptible,
        Effect.mapError((error) => stopped(error, set, index, envelopes.length))
      )
      if (outcome.sequenceNumber > 0) own.add(outcome.sequenceNumber)
      outcomes.push(answerOf(outcome))
    }
    return { changeSetId: id, sequenceNumber: projector.stateNow().sequenceNumber, outcomes }
  })
})

/**
 * Changes that belong together: previewed, applied one after the other, and taken back exactly. Which events belong to a
 * set is written with the events, so that nothing is lost with an answer.
 */
export class ChangeSets extends Context.Service<
  ChangeSets,
  {
    /** What the changes would do. Nothing is written. */
    readonly preview: (
      caller: TokenIdentity,
      changes: ReadonlyArray<Change>
    ) => Effect.Effect<Preview.Preview, ToolRefused>
    /**
     * Applies what can be applied. The same idempotency key from the same user goes on with the set where it stopped and gives the
     * first outcomes again. When interrupted it stops before the next change.
     */
    readonly apply: (caller: TokenIdentity, set: NewChangeSet) => Effect.Effect<AppliedChangeSet, ToolRefused>
    readonly undo: (caller: TokenIdentity, id: ChangeSetId) => Effect.Effect<UndoChangeSet.Undone, ToolRefused>
  }
>()("strategy/agents/ChangeSets") {
  static readonly layer = Layer.effect(
    ChangeSets,
    Effect.gen(function* () {
      const previewOf = yield* Preview.make
      const undo = yield* UndoChangeSet.make

      return ChangeSets.of({
        preview: (caller, changes) =>
          Effect.fromResult(envelopesOf(caller, changes)).pipe(
            Effect.flatMap((envelopes) => previewOf(envelopes, basedOnOwn)),
            Effect.mapError((error) => (error._tag === "ToolRefused" ? error : refused(faultText(error))))
          ),
        apply: yield* makeApply,
        undo: Effect.fnUntraced(function* (caller, id) {
          return (yield* Effect.mapError(undo(caller, id), undoStopped)) ?? (yield* refused(unknownSet))
        })
      })
    })
  )
}
