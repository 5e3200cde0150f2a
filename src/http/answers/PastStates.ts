import { Context, Effect, Layer } from "effect"
import { CurrentUser } from "../../api/Access.ts"
import type { BadRequest, Unavailable } from "../../api/Errors.ts"
import { gateLimits } from "../../bounded/GateLimits.ts"
import type { State } from "../../domain/state/State.ts"
import { EarlierStates } from "../../log/projection/EarlierStates.ts"
import { Projector } from "../../log/projection/Projector.ts"
import { TimeTravel } from "../../log/projection/TimeTravel.ts"
import { type Days, dateOfDay, dayOf } from "../../shared/Days.ts"
import { ServiceDays, todayIn } from "../../time/ServiceDays.ts"
import { entryTo, stateNotRead, unavailable } from "../pipeline/Availability.ts"
import { invalidQuery } from "../pipeline/InvalidRequest.ts"

/** A moment of the log. */
export interface Moment {
  /** That of the last event that counts, 1 or more. */
  readonly sequenceNumber: number
  /** The day of the moment, `YYYY-MM-DD`: the one that was asked for, or the event's. */
  readonly date: string
}

/** How long a request waits for its refusal: answered at once, a client that repeats it would slow down everybody. */
const refusalDelay = "1 second"

const dayAfter = (date: string): string => dateOfDay(dayOf(date) + 1)

interface MomentQuery {
  readonly parameter: string
  /** A sequence number, or `YYYY-MM-DD`. */
  readonly text: string
  /** The latest sequence number. */
  readonly head: number
  /** The day before whose beginning the last event counts, for the day that is asked for. */
  readonly boundary: (date: string) => string
}

/** Makes the function that finds the event that a parameter names, 0 if there is none yet: 400 for the future. */
export const sequences = ({ lastBefore }: TimeTravel["Service"], days: Days) =>
  Effect.fnUntraced(function* ({ parameter, text, head, boundary }: MomentQuery) {
    if (text.includes("-")) {
      if (text > (yield* todayIn(days))) return yield* invalidQuery(parameter, "is in the future")
      return yield* lastBefore(boundary(text), head)
    }
    if (Number(text) > head) return yield* invalidQuery(parameter, `is beyond the latest sequence number, ${head}`)
    return Number(text)
  })

/** The states of earlier moments, for their views. */
export class PastStates extends Context.Service<
  PastStates,
  {
    /**
     * Makes a view of the moment that `at` names: a sequence number, or `YYYY-MM-DD` for the end of that day. 503 for a
     * user, or a server, who makes too many at once.
     */
    readonly viewAt: <A, E, R>(
      at: string,
      make: (moment: Moment) => Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | BadRequest | Unavailable, R | CurrentUser>
    /** Runs `use` with the state of a moment, and holds it meanwhile. 503 when it cannot be read within five seconds. */
    readonly withState: <A, E, R>(
      moment: Moment,
      use: (state: State) => Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | Unavailable, R | CurrentUser>
  }
>()("strategy/http/PastStates") {
  static readonly layer = Layer.effect(
    PastStates,
    Effect.gen(function* () {
      const projector = yield* Projector
      const timeTravel = yield* TimeTravel
      const { withState } = yield* EarlierStates
      const days = yield* ServiceDays
      const sequenceOf = sequences(timeTravel, days)
      const admit = entryTo(gateLimits.pastViews)

      const momentOf = Effect.fnUntraced(
        function* (at: string) {
          const { sequenceNumber: head } = yield* projector.state
          const sequenceNumber = yield* sequenceOf({ parameter: "at", text: at, head, boundary: dayAfter })
          if (sequenceNumber === 0) return yield* invalidQuery("at", "is before the first event")
          if (at.includes("-")) return { sequenceNumber, date: at }
          return { sequenceNumber, date: dateOfDay(days.of(yield* timeTravel.timestampOf(sequenceNumber))) }
        },
        Effect.catchTag("StorageError", unavailable)
      )

      return PastStates.of({
        // Refused before anything is read.
        viewAt: (at, make) =>
          Effect.scoped(
            CurrentUser.pipe(
              Effect.flatMap(({ userId }) => Effect.tapError(admit(userId), () => Effect.sleep(refusalDelay))),
              Effect.andThen(momentOf(at)),
              Effect.flatMap((moment) => Effect.exit(make(moment)))
            )
          ).pipe(Effect.flatten),
        withState: Effect.fnUntraced(function* ({ sequenceNumber }, use) {
          const { userId } = yield* CurrentUser
          const state = yield* projector.state
          if (state.sequenceNumber === sequenceNumber) return yield* use(state)
          const result = yield* withState(sequenceNumber, userId, (then) => Effect.exit(use(then))).pipe(
            Effect.catchTags({ StateNotRead: stateNotRead, StorageError: unavailable })
          )
          return yield* result
        })
      })
    })
  )
}
