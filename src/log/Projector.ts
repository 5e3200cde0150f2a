import { Context, Effect, Layer } from "effect"
import type { Effects, LoggedEvent } from "../domain/Event.ts"
import { evolve, fold } from "../domain/Evolve.ts"
import { empty, type State } from "../domain/State.ts"
import { EventStore } from "./EventStore.ts"

/** An event that is durably in the log, with what it did. */
export interface Committed {
  readonly event: LoggedEvent
  readonly effects: Effects
}

/** Events folded onto a state: the new state, and each event with its effects. */
export interface Projection {
  readonly state: State
  readonly committed: ReadonlyArray<Committed>
}

export const project = (from: State, events: ReadonlyArray<LoggedEvent>): Projection => {
  const committed: Array<Committed> = []
  let state = from
  for (const event of events) {
    const evolution = evolve(state, event)
    state = evolution.state
    committed.push({ event, effects: evolution.effects })
  }
  return { state, committed }
}

const pageSize = 5_000

/** The strategy as the log tells it: what readers see. It only ever shows committed events. */
export class Projector extends Context.Service<
  Projector,
  {
    readonly state: Effect.Effect<State>
    /** Shows a projection made from the current state. Called by the one writer, in log order. */
    readonly advance: (projection: Projection) => Effect.Effect<void>
  }
>()("strategy/log/Projector") {
  static readonly layer = Layer.effect(
    Projector,
    Effect.gen(function* () {
      const store = yield* EventStore
      let state = empty

      for (let atEnd = false; !atEnd; ) {
        const events = yield* store.read(state.sequenceNumber, pageSize)
        state = fold(state, events)
        atEnd = events.length < pageSize
      }

      return Projector.of({
        state: Effect.sync(() => state),
        advance: (projection) =>
          Effect.sync(() => {
            state = projection.state
          })
      })
    })
  )
}
