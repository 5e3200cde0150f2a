import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AccountLog } from "../../accounts/log/AccountLog.ts"
import { FailedSignIns } from "../../accounts/passwords/FailedSignIns.ts"
import { parseSearchedUsername } from "../../accounts/users/Username.ts"
import { Api } from "../../api/Api.ts"
import { BadRequest } from "../../api/Errors.ts"
import { defaultPageLimit } from "../../api/HistoryApi.ts"
import { unavailable } from "../pipeline/Availability.ts"

const badRequest = ({ message }: { readonly message: string }) =>
  Effect.fail(new BadRequest({ message, code: "invalid_username", field: "username" }))

export const layer = HttpApiBuilder.group(
  Api,
  "accountLog",
  Effect.fn(function* (handlers) {
    const accountLog = yield* AccountLog
    const failures = yield* FailedSignIns

    return handlers.handleAll({
      page: Effect.fnUntraced(
        function* ({ query: { before, limit = defaultPageLimit, username } }) {
          const name = username === undefined ? undefined : yield* parseSearchedUsername(username)
          // Includes sign-ins that this server has just refused; the page is also answered when they cannot be written yet.
          yield* Effect.ignore(failures.flush)
          return yield* accountLog.page({ before, limit, username: name })
        },
        Effect.catchTags({ InvalidUsername: badRequest, StorageError: unavailable })
      )
    })
  })
)
