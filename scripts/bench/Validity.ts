import { Effect } from "effect"
import { CommandFailed, failed } from "../admin/Failure.ts"

/** The result of a promise; fails if it is rejected. `what` begins the message. */
export const trying = <A>(what: string, work: () => Promise<A>): Effect.Effect<A, CommandFailed> =>
  Effect.tryPromise({ try: work, catch: (cause) => new CommandFailed({ message: `${what} failed: ${cause}.` }) })

/** Fails unless the condition holds: a measurement is invalid if the measured work was not done as it should be. */
export const requireValid = (condition: boolean, message: string): Effect.Effect<void, CommandFailed> =>
  condition ? Effect.void : failed(message)
