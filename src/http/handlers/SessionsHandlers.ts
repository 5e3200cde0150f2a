import { Effect, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { SessionStore } from "../../accounts/sessions/SessionStore.ts"
import { UserStore } from "../../accounts/users/UserStore.ts"
import { Api } from "../../api/Api.ts"
import { NotFound } from "../../api/Errors.ts"
import { successBody } from "../../api/requests/Bodies.ts"
import type { UserId } from "../../domain/entities/Ids.ts"
import { Credentials } from "../../identity/Credentials.ts"
import { unavailable } from "../pipeline/Availability.ts"
import * as RequestSource from "../pipeline/RequestSource.ts"
import { currentSession } from "../requests/CurrentSession.ts"

const unknownSession = new NotFound({ message: "There is no session with this id." })
const unknownUser = new NotFound({ message: "There is no user with this id." })

export const layer = HttpApiBuilder.group(
  Api,
  "sessions",
  Effect.fn(function* (handlers) {
    const sessions = yield* SessionStore
    const users = yield* UserStore
    const { storeUses } = yield* Credentials
    const { asUser } = yield* RequestSource.make

    const requireUser = Effect.fnUntraced(function* (userId: UserId) {
      if (Option.isNone(yield* users.findById(userId))) return yield* unknownUser
    })

    return handlers.handleAll({
      list: Effect.fnUntraced(
        function* () {
          const { userId, sessionId } = yield* currentSession
          yield* storeUses
          const all = yield* sessions.list(userId)
          return all.map((session) => ({ ...session, current: session.id === sessionId }))
        },
        Effect.catchTag("StorageError", unavailable)
      ),

      end: Effect.fnUntraced(
        function* ({ params: { sessionId } }) {
          const { userId } = yield* currentSession
          const ended = yield* asUser(sessions.revoke(userId, sessionId))
          return ended === 0 ? yield* unknownSession : successBody
        },
        Effect.catchTag("StorageError", unavailable)
      ),

      listOf: Effect.fnUntraced(
        function* ({ params: { userId } }) {
          yield* requireUser(userId)
          yield* storeUses
          return yield* sessions.list(userId)
        },
        Effect.catchTag("StorageError", unavailable)
      ),

      endAllOf: Effect.fnUntraced(
        function* ({ params: { userId } }) {
          yield* requireUser(userId)
          yield* asUser(sessions.revoke(userId))
          return successBody
        },
        Effect.catchTag("StorageError", unavailable)
      )
    })
  })
)
