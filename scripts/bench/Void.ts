import { Data, Effect } from "effect"

/** The measurement is void: what it measures did not take place as it should. The message is one sentence. */
export class Void extends Data.TaggedError("Void")<{ readonly message: string }> {}

/** All was measured, and something is not as good as it should be. */
export class Missed extends Data.TaggedError("Missed")<{ readonly message: string }> {}

/** Nothing is worth measuring unless this holds. */
export const holds = (condition: boolean, message: string): Effect.Effect<void, Void> =>
  condition ? Effect.void : Effect.fail(new Void({ message }))
