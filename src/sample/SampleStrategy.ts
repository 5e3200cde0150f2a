import { Context, Data, Effect, HashMap, Layer, Result } from "effect"
import { SecureRandom } from "effect/crypto"
import { AccountLog } from "../accounts/log/AccountLog.ts"
import type { Submission } from "../domain/Event.ts"
import { type EntityId, UserId } from "../domain/entities/Ids.ts"
import { restoreTarget } from "../domain/events/RestoreData.ts"
import type { StorageError } from "../domain/StorageError.ts"
import type { State } from "../domain/state/State.ts"
import type { LogPosition } from "../log/projection/LogPosition.ts"
import { Projector } from "../log/projection/Projector.ts"
import { EventStore, type MissedChanges } from "../log/store/EventStore.ts"
import { assembleBatch, decideRequest, type PlannedBatch, planBatch } from "../log/writer/WriteBatch.ts"
import { ServiceDays, todayIn } from "../time/ServiceDays.ts"
import { sampleHistory } from "./SampleHistory.ts"

/** The log has an applied event. */
class LogInUse extends Data.TaggedError("LogInUse") {}

/** The connection was lost during the commit: all of the sample is in the log, or nothing of it. */
class SampleUnknown extends Data.TaggedError("SampleUnknown")<{ readonly cause: unknown }> {}

interface LoadedSample {
  /** The id of the first team. */
  readonly teamId: EntityId
  /** How many events were written. */
  readonly events: number
}

/** Decides submissions one after the other, restores with the states that those before them led to. */
export const planSample =
  (base: LogPosition, submissions: ReadonlyArray<Submission>) =>
  (missed: MissedChanges): PlannedBatch => {
    const { committed, position: start } = planBatch(base, [])(missed).projection
    const states = new Map<number, State>()
    let position = start
    const decisions = submissions.map((submission) => {
      const earlier = states.get(restoreTarget(submission) ?? -1)
      const decision = decideRequest(position, { submission: { ...submission, earlier }, idempotency: null })
      position = decision.after
      states.set(position.state.sequenceNumber, position.state)
      return decision
    })
    return assembleBatch(position, decisions, committed)
  }

/** Writes a strategy with twelve weeks of history behind it into a log without an applied event, all of it or nothing. */
export class SampleStrategy extends Context.Service<
  SampleStrategy,
  { readonly load: Effect.Effect<LoadedSample, LogInUse | SampleUnknown | StorageError> }
>()("strategy/sample/SampleStrategy") {
  static readonly layer = Layer.effect(
    SampleStrategy,
    Effect.gen(function* () {
      const store = yield* EventStore
      const projector = yield* Projector
      const accountLog = yield* AccountLog
      const random = yield* SecureRandom.SecureRandom
      const days = yield* ServiceDays
      const run = Effect.runSyncWith(yield* Effect.context<never>())

      const load = Effect.gen(function* () {
        const base = yield* projector.position
        const today = yield* todayIn(days)
        const actorId = UserId.make(yield* random.uuidV4())

        const plan = (missed: MissedChanges) => {
          const isUsed =
            !HashMap.isEmpty(base.state.entities) || missed.events.some(({ status }) => status === "applied")
          if (isUsed) return { ...assembleBatch(base, []), teamId: undefined }
          const head = base.state.sequenceNumber + missed.events.length
          const sample = sampleHistory({ today, actorId, head, newId: () => run(random.uuidV7()) })
          const { teamId, submissions } = Result.getOrThrow(sample)
          return { ...planSample(base, submissions)(missed), teamId }
        }

        const { teamId, events, projection } = yield* store
          .appendWithin(base.state.sequenceNumber, plan, (write) =>
            accountLog.recording(
              Effect.map(write, (value) => ({
                value,
                entries:
                  value.teamId === undefined
                    ? []
                    : [{ action: "sample_loaded" as const, subjectName: null, detail: `${value.events.length} events` }]
              }))
            )
          )
          .pipe(
            Effect.catchTags({
              AppendRefused: (error) => Effect.die(error),
              AppendUnknown: ({ cause }) => new SampleUnknown({ cause })
            })
          )
        if (teamId === undefined) return yield* new LogInUse()
        yield* projector.advance(projection)
        return { teamId, events: events.length }
      }).pipe(Effect.uninterruptible, Effect.withSpan("SampleStrategy.load"))

      return SampleStrategy.of({ load })
    })
  )
}
