import { Context, Deferred, Effect, Layer } from "effect"
import type { DecidedOutcome } from "../../../src/domain/Outcome.ts"
import { Planner } from "../../../src/log/writer/Planner.ts"

/** Controls the planner: `asked` is done with the first submission, which waits until the test completes `committed`. */
export class Held extends Context.Service<
  Held,
  { readonly asked: Deferred.Deferred<void>; readonly committed: Deferred.Deferred<DecidedOutcome> }
>()("test/Held") {}

export const layer = Layer.effect(
  Planner,
  Effect.map(Held, ({ asked, committed }) =>
    Planner.of({ submit: () => Effect.andThen(Deferred.succeed(asked, undefined), Deferred.await(committed)) })
  )
).pipe(
  Layer.provideMerge(
    Layer.effect(Held, Effect.all({ asked: Deferred.make<void>(), committed: Deferred.make<DecidedOutcome>() }))
  )
)

export const outcome: DecidedOutcome = {
  sequenceNumber: 1,
  status: "applied",
  rejection: null,
  previousValue: null,
  conflictingServerValue: null
}
