import { createHash } from "node:crypto"
import { Cache, DateTime, Duration, Effect, Exit, HashMap, Queue, Semaphore } from "effect"
import type { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentUser } from "../../api/Access.ts"
import { Api } from "../../api/Api.ts"
import { BadRequest } from "../../api/Errors.ts"
import type { State } from "../../domain/state/State.ts"
import { teamChanges, touchedTeams } from "../../domain/views/OverviewChanges.ts"
import { sortedTeams } from "../../domain/views/Views.ts"
import type { LogPosition } from "../../log/projection/LogPosition.ts"
import { Projector } from "../../log/projection/Projector.ts"
import { TimeTravel } from "../../log/projection/TimeTravel.ts"
import * as AcceptEncoding from "../pipeline/AcceptEncoding.ts"
import { unavailable } from "../pipeline/Availability.ts"
import * as ETag from "../pipeline/ETag.ts"
import { append, compress, emptyBody } from "./CompressedParts.ts"
import * as ConcurrencyLimit from "./ConcurrencyLimit.ts"
import * as OverviewJson from "./OverviewJson.ts"
import * as OverviewResponse from "./OverviewResponse.ts"
import * as ServiceVersion from "./ServiceVersion.ts"

/** Limits large responses that are being sent: a client that does not read holds its response for half a minute. */
const largeResponses = {
  perUser: 16,
  perServer: 64,
  message: "Too many overviews are being read. Try again shortly."
}

/** Limits requests that look up an earlier state, waiting ones included. */
const comparisons = {
  perUser: 2,
  perServer: 16,
  message: "Too many comparisons are being made. Try again shortly."
}

/** Earlier states are large. One is kept, as most people look at the same few days, and for no longer than needed. */
const maxKeptStates = 1
const keptFor: Duration.Input = "10 minutes"

const todayUtc = Effect.map(DateTime.now, DateTime.formatIsoDateUtc)

const encodingOf = ({ headers }: HttpServerRequest.HttpServerRequest): AcceptEncoding.Encoding =>
  AcceptEncoding.choose(headers["accept-encoding"], (encoding) => encoding !== "br")

/** Where the log stands, with the teams by name. */
interface Shown extends LogPosition {
  readonly teams: ReturnType<typeof sortedTeams>
}

const changesBody = Effect.fnUntraced(function* (since: number, before: State, after: State) {
  const parts = [compress(`{"sequenceNumber":${after.sequenceNumber},"since":${since},"teams":[`)]
  for (const [one, other] of touchedTeams(before, after)) {
    yield* Effect.yieldNow
    const changes = teamChanges(one, other)
    if (changes !== null) parts.push(compress(`${parts.length > 1 ? "," : ""}${JSON.stringify(changes)}`))
  }
  return append(emptyBody, [...parts, compress("]}")])
})

/** Gives earlier states; the latest of them are kept for a while. */
const makePastStates = Effect.gen(function* () {
  const { positionAt } = yield* TimeTravel
  const positions = yield* Cache.makeWith(positionAt, {
    capacity: maxKeptStates,
    timeToLive: Exit.match({ onFailure: () => Duration.zero, onSuccess: () => Duration.infinity })
  })
  // A cache lets go of what is too old only when it is asked again. One request after which nobody asks is enough to sweep.
  const used = yield* Queue.sliding<void>(1)
  yield* Queue.take(used).pipe(
    Effect.andThen(Effect.sleep(keptFor)),
    Effect.andThen(Cache.invalidateAll(positions)),
    Effect.forever,
    Effect.forkScoped
  )
  return (sequenceNumber: number) =>
    Queue.offer(used, undefined).pipe(
      Effect.andThen(Cache.get(positions, sequenceNumber)),
      Effect.map(({ state }) => state)
    )
})

/**
 * Gives the latest position at which the teams are as readers see them now: events that were rejected since then change
 * neither the number nor the tags of responses.
 */
const makeShown = Effect.map(Projector, ({ position }) => {
  let shown: Shown | undefined
  return Effect.map(position, ({ state, eventHash }) => {
    if (shown?.state.teams !== state.teams) {
      shown = { state, eventHash, teams: sortedTeams(HashMap.toValues(state.teams)) }
    }
    return shown
  })
})

export const layer = HttpApiBuilder.group(
  Api,
  "overview",
  Effect.fn(function* (handlers) {
    const timeTravel = yield* TimeTravel
    const projector = yield* Projector
    const pastState = yield* makePastStates
    const shownNow = yield* makeShown
    const version = yield* ServiceVersion.read
    const encoded = OverviewJson.make()
    const admitLarge = ConcurrencyLimit.make(largeResponses)
    const admitComparison = ConcurrencyLimit.make(comparisons)
    // One earlier state at a time: while it is looked up it may be held several times over.
    const comparing = Semaphore.makeUnsafe(1)

    /** The hash of an event covers all events before it, so equal tags are equal bytes. */
    const etagOf = ({ eventHash }: Shown, encoding: AcceptEncoding.Encoding, ...kind: ReadonlyArray<string | number>) =>
      ETag.ofDigest(
        createHash("sha256")
          .update(JSON.stringify([version, eventHash, encoding, ...kind]))
          .digest("base64url")
      )

    const refused = (message: string) => Effect.fail(new BadRequest({ message: `The query: since ${message}` }))

    const sequenceOf = Effect.fnUntraced(function* (since: string, shown: Shown) {
      const { sequenceNumber } = shown.state
      if (since.includes("-")) {
        if (since > (yield* todayUtc)) return yield* refused("lies in the future.")
        return yield* timeTravel.lastBefore(since, sequenceNumber)
      }
      const latest = (yield* projector.state).sequenceNumber
      if (Number(since) > latest) return yield* refused(`is beyond the latest sequence number, ${latest}.`)
      return Math.min(Number(since), sequenceNumber)
    })

    return handlers.handleAll({
      overview: Effect.fnUntraced(function* ({ headers, request }) {
        const { userId } = yield* CurrentUser
        const today = yield* todayUtc
        const shown = yield* shownNow
        const encoding = encodingOf(request)
        const etag = etagOf(shown, encoding, "overview", today)
        if (ETag.matches(headers["if-none-match"], etag)) return OverviewResponse.notModified(etag)
        const body = yield* encoded(shown.state.sequenceNumber, shown.teams, today)
        return yield* OverviewResponse.respond({ request, etag, encoding, body, admit: admitLarge(userId) })
      }),
      changes: Effect.fnUntraced(
        function* ({ query, headers, request }) {
          const { userId } = yield* CurrentUser
          const shown = yield* shownNow
          const since = yield* sequenceOf(query.since, shown)
          const encoding = encodingOf(request)
          const etag = etagOf(shown, encoding, "changes", since)
          if (ETag.matches(headers["if-none-match"], etag)) return OverviewResponse.notModified(etag)
          yield* admitComparison(userId)
          const body = yield* pastState(since).pipe(
            Effect.flatMap((before) => changesBody(since, before, shown.state)),
            comparing.withPermits(1)
          )
          return yield* OverviewResponse.respond({ request, etag, encoding, body, admit: Effect.void })
        },
        Effect.catchTag("StorageError", unavailable)
      )
    })
  })
)
