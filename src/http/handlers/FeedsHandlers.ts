import { Effect, HashMap, Option, Semaphore } from "effect"
import type { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentUser } from "../../api/Access.ts"
import { Api } from "../../api/Api.ts"
import { NotFound } from "../../api/Errors.ts"
import { calendarMediaType } from "../../api/FeedsApi.ts"
import { gateLimits } from "../../bounded/GateLimits.ts"
import { idsIn } from "../../deck/DeckRequest.ts"
import type { EntityId } from "../../domain/entities/Ids.ts"
import { dueCalendar } from "../../domain/views/DueCalendar.ts"
import { sortedTeams } from "../../domain/views/Views.ts"
import { Credentials } from "../../identity/Credentials.ts"
import { Projector } from "../../log/projection/Projector.ts"
import { PageUrl } from "../../url/ExternalUrl.ts"
import * as StreamedView from "../answers/StreamedView.ts"
import * as ViewCache from "../answers/ViewCache.ts"
import { AccessRecheck } from "../pipeline/AccessRecheck.ts"
import { entryTo, unavailable } from "../pipeline/Availability.ts"
import { errorResponse } from "../pipeline/ErrorResponse.ts"
import { addressTokenOf, setUsername } from "../pipeline/IdentifiedRequest.ts"

const presentation = { contentType: calendarMediaType, headers: {} }

const noFeed = new NotFound({ message: "There is no such feed, or its token has ended." })

interface FeedRequest {
  readonly params: { readonly token: string }
  readonly query: { readonly teams?: string | undefined }
  readonly headers: { readonly "if-none-match"?: string | undefined }
  readonly request: HttpServerRequest.HttpServerRequest
}

export const layer = HttpApiBuilder.group(
  Api,
  "feeds",
  Effect.fn(function* (handlers) {
    const credentials = yield* Credentials
    const projector = yield* Projector
    const pageUrl = yield* PageUrl
    const kept = ViewCache.make()
    const respond = StreamedView.make(entryTo(gateLimits.calendars))
    // One calendar of some teams at a time, since it is not kept.
    const encoding = Semaphore.makeUnsafe(1)

    const subscriberOf = Effect.fnUntraced(function* (secret: string) {
      const found = yield* credentials
        .resolve({ kind: "token", secret })
        .pipe(Effect.catchTag("StorageError", unavailable))
      const identity = Option.getOrUndefined(found)
      return identity?.token?.scope === "feed" ? identity : yield* noFeed
    })

    const calendarOf = Effect.fnUntraced(function* (teamIds: ReadonlyArray<EntityId> | undefined) {
      const { teams } = yield* projector.state
      const all = () => sortedTeams(HashMap.toValues(teams))
      if (teamIds === undefined) {
        return yield* kept.inChunks(teams, "due", () => dueCalendar(all(), pageUrl), presentation)
      }
      const some = all().filter(({ id }) => teamIds.includes(id))
      return yield* encoding.withPermit(ViewCache.encodeChunks(dueCalendar(some, pageUrl), presentation))
    })

    return handlers.handleAll({
      due: Effect.fnUntraced(function* ({ params, query, headers, request }: FeedRequest) {
        const subscriber = subscriberOf(addressTokenOf(request.source) ?? params.token)
        const identity = yield* subscriber
        setUsername(request.source, identity.username)
        const view = yield* calendarOf(query.teams === undefined ? undefined : idsIn(query.teams))
        const recheck = Effect.match(subscriber, {
          onSuccess: () => undefined,
          onFailure: (fault) => errorResponse(fault)
        })
        return yield* respond(view, { request, headers }).pipe(
          Effect.provideService(AccessRecheck, recheck),
          Effect.provideService(CurrentUser, identity)
        )
      })
    })
  })
)
