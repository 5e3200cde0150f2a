import { Effect, Option, Redacted } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { UserStore } from "../../accounts/users/UserStore.ts"
import { Api } from "../../api/Api.ts"
import { Conflict, NotFound } from "../../api/Errors.ts"
import { successBody } from "../../api/requests/Bodies.ts"
import { Credentials } from "../../identity/Credentials.ts"
import { TokenStore } from "../../identity/TokenStore.ts"
import { unavailable } from "../pipeline/Availability.ts"
import * as RequestSource from "../pipeline/RequestSource.ts"
import { currentSession } from "../requests/CurrentSession.ts"

const conflict = ({ message }: { readonly message: string }) => Effect.fail(new Conflict({ message, code: "limit" }))
const unknownToken = new NotFound({ message: "There is no token with this id." })

/** Refuses what found no token. */
const orUnknown = <E, R>(revoked: Effect.Effect<boolean, E, R>) =>
  Effect.flatMap(revoked, (wasThere) => (wasThere ? Effect.succeed(successBody) : Effect.fail(unknownToken)))

export const layer = HttpApiBuilder.group(
  Api,
  "tokens",
  Effect.fn(function* (handlers) {
    const tokens = yield* TokenStore
    const users = yield* UserStore
    const { storeUses } = yield* Credentials
    const { asUser } = yield* RequestSource.make

    return handlers.handleAll({
      list: Effect.fnUntraced(
        function* () {
          const { userId } = yield* currentSession
          yield* storeUses
          const all = yield* tokens.list(userId)
          return all.map(({ userId, username, ...token }) => token)
        },
        Effect.catchTag("StorageError", unavailable)
      ),

      create: Effect.fnUntraced(
        function* ({ payload: { name, scope, expiresInDays } }) {
          const { userId } = yield* currentSession
          const { secret, token } = yield* asUser(tokens.create(userId, { name, scope, days: expiresInDays }))
          return { ...token, token: Redacted.value(secret) }
        },
        // The user was deleted meanwhile, so the next request is refused with 401.
        Effect.catchTags({ TooManyTokens: conflict, UserNotFound: conflict, StorageError: unavailable })
      ),

      revoke: Effect.fnUntraced(
        function* ({ params: { tokenId } }) {
          const { userId } = yield* currentSession
          return yield* orUnknown(asUser(tokens.revoke(tokenId, userId)))
        },
        Effect.catchTag("StorageError", unavailable)
      ),

      listAll: Effect.fnUntraced(
        function* ({ query: { username } }) {
          yield* storeUses
          if (username === undefined) return yield* tokens.list()
          const user = yield* users.findByUsername(username)
          return Option.isNone(user) ? [] : yield* tokens.list(user.value.id)
        },
        Effect.catchTag("StorageError", unavailable)
      ),

      revokeAny: ({ params: { tokenId } }) =>
        orUnknown(asUser(tokens.revoke(tokenId))).pipe(Effect.catchTag("StorageError", unavailable))
    })
  })
)
