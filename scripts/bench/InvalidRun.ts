import { Data, Effect } from "effect"

/** The measurement is invalid, since the measured work was not done as it should be. The message is one sentence. */
export class InvalidRun extends Data.TaggedError("InvalidRun")<{ readonly message: string }> {}

/** The measurement is valid, and an aim was missed. */
export class AimMissed extends Data.TaggedError("AimMissed")<{ readonly message: string }> {}

/** The result of a promise; fails with `InvalidRun` if it is rejected. `what` begins the message. */
export const trying = <A>(what: string, work: () => Promise<A>): Effect.Effect<A, InvalidRun> =>
  Effect.tryPromise({ try: work, catch: (cause) => new InvalidRun({ message: `${what} failed: ${cause}.` }) })

/** Fails with `InvalidRun` unless the condition holds. */
export const requireValid = (condition: boolean, message: string): Effect.Effect<void, InvalidRun> =>
  condition ? Effect.void : Effect.fail(new InvalidRun({ message }))
