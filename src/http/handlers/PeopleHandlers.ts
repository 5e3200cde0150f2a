import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Users } from "../../accounts/users/Users.ts"
import { CurrentUser } from "../../api/Access.ts"
import { Api } from "../../api/Api.ts"
import { NotFound } from "../../api/Errors.ts"
import { peopleListed } from "../../api/PeopleApi.ts"
import { gateLimits } from "../../bounded/GateLimits.ts"
import * as StreamedView from "../answers/StreamedView.ts"
import * as ViewCache from "../answers/ViewCache.ts"
import { entryTo, unavailable } from "../pipeline/Availability.ts"
import { badRequest } from "../pipeline/InvalidRequest.ts"
import * as RequestSource from "../pipeline/RequestSource.ts"
import { userBody } from "./UsersHandlers.ts"

export const layer = HttpApiBuilder.group(
  Api,
  "people",
  Effect.fn(function* (handlers) {
    const users = yield* Users
    const { asUser } = yield* RequestSource.make
    const respond = StreamedView.make(entryTo(gateLimits.people))

    return handlers.handleAll({
      list: Effect.fnUntraced(
        function* ({ headers, request }) {
          const people = (yield* users.list).slice(0, peopleListed)
          const view = ViewCache.encode(people.map(({ username, displayName }) => ({ username, displayName })))
          return yield* respond(view, { request, headers })
        },
        Effect.catchTag("StorageError", unavailable)
      ),
      setProfile: Effect.fnUntraced(function* ({ payload: { displayName } }) {
        const { userId } = yield* CurrentUser
        return yield* users.setDisplayName(userId, displayName).pipe(
          asUser,
          Effect.map(userBody),
          Effect.catchTags({
            InvalidDisplayName: badRequest("invalid_display_name", "displayName"),
            // The user was deleted meanwhile, so the next request is refused with 401.
            UserNotFound: ({ message }) => Effect.fail(new NotFound({ message })),
            StorageError: unavailable
          })
        )
      })
    })
  })
)
