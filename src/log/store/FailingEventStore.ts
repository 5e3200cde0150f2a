import { Effect } from "effect"
import { StorageError } from "../../domain/StorageError.ts"
import { type Addition, AppendUnknown, type EventStore } from "./EventStore.ts"

/** How a store fails: the database does not answer, or does not say whether it wrote, or refuses writes and can be read. */
export type Failure = "unavailable" | "unknown" | "readOnly"

export interface FailingOptions {
  /** How many writes of the log succeed before; writes that come together may be one. */
  readonly after: number
  readonly how: Failure
}

const errorOf = (how: Failure) =>
  new StorageError({
    operation: "EventStore.append",
    unavailable: true,
    refusesWrites: how === "readOnly",
    cause: `failingStores: ${how}`
  })

/** The store, which takes some writes and fails from then on. */
export const failing =
  ({ after, how }: FailingOptions) =>
  (store: EventStore["Service"]): EventStore["Service"] => {
    const error = errorOf(how)
    let appends = 0
    const fails = Effect.suspend(() => (appends > after ? Effect.fail(error) : Effect.void))
    const append = <A extends Addition, E>(write: Effect.Effect<A, E>) =>
      Effect.suspend((): Effect.Effect<A, E | StorageError | AppendUnknown> => {
        appends += 1
        if (appends <= after) return write
        if (how !== "unknown" || appends > after + 1) return Effect.fail(error)
        return Effect.andThen(write, Effect.fail(new AppendUnknown({ cause: error.cause })))
      })
    return {
      ...store,
      append: (known, keys, plan) => append(store.append(known, keys, plan)),
      appendWithin: (known, plan, around) => store.appendWithin(known, plan, (write) => around(append(write))),
      head: how === "readOnly" ? store.head : Effect.andThen(fails, store.head),
      takesWrites: how === "readOnly" ? Effect.sync(() => appends <= after) : Effect.andThen(fails, store.takesWrites)
    }
  }
