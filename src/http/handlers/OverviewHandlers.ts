import { Cache, DateTime, Duration, Effect, Exit, Fiber, HashMap, Queue, Semaphore } from "effect"
import type { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentUser } from "../../api/Access.ts"
import { Api } from "../../api/Api.ts"
import { BadRequest } from "../../api/Errors.ts"
import type { EntityId } from "../../domain/entities/Ids.ts"
import type { State, Team } from "../../domain/state/State.ts"
import {
  type ComparedTeam,
  comparedTeam,
  type EarlierTeams,
  touchedTeamChanges,
  touchedTeams
} from "../../domain/views/OverviewChanges.ts"
import { sortedTeams } from "../../domain/views/Views.ts"
import type { LogPosition } from "../../log/projection/LogPosition.ts"
import { Projector } from "../../log/projection/Projector.ts"
import { TimeTravel } from "../../log/projection/TimeTravel.ts"
import * as ServiceVersion from "../../observability/ServiceVersion.ts"
import * as AcceptEncoding from "../pipeline/AcceptEncoding.ts"
import { unavailable } from "../pipeline/Availability.ts"
import * as ETag from "../pipeline/ETag.ts"
import { compress, join } from "./CompressedParts.ts"
import * as ConcurrencyLimit from "./ConcurrencyLimit.ts"
import * as OverviewJson from "./OverviewJson.ts"
import * as OverviewResponse from "./OverviewResponse.ts"

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

/** What is compared of earlier states is kept for a while, as most people look at the same few days. */
const maxKeptStates = 4
const keptFor: Duration.Input = "10 minutes"

const todayUtc = Effect.map(DateTime.now, DateTime.formatIsoDateUtc)

const encodingOf = ({ headers }: HttpServerRequest.HttpServerRequest): AcceptEncoding.Encoding =>
  AcceptEncoding.choose(headers["accept-encoding"], (encoding) => encoding === "gzip" || encoding === "identity")

/** Where the log stands, with the teams by name. */
interface Shown extends LogPosition {
  readonly teams: ReadonlyArray<Team>
}

const changesBody = Effect.fnUntraced(function* (since: number, before: EarlierTeams, after: State) {
  const parts = [compress(`{"sequenceNumber":${after.sequenceNumber},"since":${since},"teams":[`)]
  for (const touched of touchedTeams(before, after)) {
    yield* Effect.yieldNow
    const changes = touchedTeamChanges(touched)
    if (changes !== null) parts.push(compress(`${parts.length > 1 ? "," : ""}${JSON.stringify(changes)}`))
  }
  return join([...parts, compress("]}")])
})

/** Gives the teams of earlier states; the latest of them are kept for a while. */
const makeEarlierTeams = Effect.gen(function* () {
  const { positionAt } = yield* TimeTravel
  const lookUp = Effect.fnUntraced(function* (sequenceNumber: number) {
    const teams = new Map<EntityId, ComparedTeam>()
    for (const team of HashMap.values((yield* positionAt(sequenceNumber)).state.teams)) {
      yield* Effect.yieldNow
      teams.set(team.id, comparedTeam(team))
    }
    return teams
  })
  const kept = yield* Cache.makeWith(lookUp, {
    capacity: maxKeptStates,
    timeToLive: Exit.match({ onFailure: () => Duration.zero, onSuccess: () => Duration.infinity })
  })
  // A cache lets go of what is too old only when it is asked again.
  const used = yield* Queue.sliding<void>(1)
  yield* Queue.take(used).pipe(
    Effect.andThen(Effect.sleep(keptFor)),
    Effect.andThen(Cache.invalidateAll(kept)),
    Effect.forever,
    Effect.forkScoped
  )
  return (sequenceNumber: number) => Effect.andThen(Queue.offer(used, undefined), Cache.get(kept, sequenceNumber))
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
    const scope = yield* Effect.scope
    const timeTravel = yield* TimeTravel
    const projector = yield* Projector
    const teamsAt = yield* makeEarlierTeams
    const shownNow = yield* makeShown
    const version = yield* ServiceVersion.read
    const encoded = OverviewJson.make()
    const admitLarge = ConcurrencyLimit.make(largeResponses)
    const admitComparison = ConcurrencyLimit.make(comparisons)
    // One earlier state at a time: while it is looked up it may be held several times over.
    const comparing = Semaphore.makeUnsafe(1)

    /** The hash of an event covers all events before it, so equal tags are equal bytes. */
    const etagOf = ({ eventHash }: Shown, encoding: AcceptEncoding.Encoding, ...kind: ReadonlyArray<string | number>) =>
      ETag.ofParts(version, eventHash, encoding, ...kind)

    const refused = (message: string) => Effect.fail(new BadRequest({ message: `Invalid query: since ${message}` }))

    const sequenceOf = Effect.fnUntraced(function* (since: string, shown: Shown) {
      const { sequenceNumber } = shown.state
      if (since.includes("-")) {
        if (since > (yield* todayUtc)) return yield* refused("is in the future.")
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
        if (ETag.matches(headers["if-none-match"], etag)) return ETag.notModified(ETag.revalidatedHeaders(etag))
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
          if (ETag.matches(headers["if-none-match"], etag)) return ETag.notModified(ETag.revalidatedHeaders(etag))
          const body = yield* teamsAt(since).pipe(
            Effect.flatMap((before) => changesBody(since, before, shown.state)),
            comparing.withPermits(1),
            (comparison) => Effect.andThen(admitComparison(userId), comparison),
            // It goes on when the client has left, so that asking again finds the earlier teams kept.
            Effect.scoped,
            Effect.forkIn(scope),
            Effect.flatMap(Fiber.join)
          )
          return yield* OverviewResponse.respond({ request, etag, encoding, body, admit: admitLarge(userId) })
        },
        Effect.catchTag("StorageError", unavailable)
      )
    })
  })
)
