import { Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { HttpServerRequest } from "effect/http"
import { CurrentCaller } from "../../accounts/CurrentCaller.ts"
import { ActionSource } from "../../accounts/log/ActionSource.ts"
import { CurrentUser } from "../../api/Access.ts"
import type { Identity } from "../../domain/Identity.ts"
import { ClientAddress, networkOf } from "./address/ClientAddress.ts"
import { requestIdOf } from "./IdentifiedRequest.ts"

/** Provides who a request comes from, with an id, to the account log and to what callers share fairly. */
export const make = Effect.gen(function* () {
  const random = yield* SecureRandom.SecureRandom
  const addressOf = yield* ClientAddress

  const from = Effect.fnUntraced(function* <A, E, R>(
    effect: Effect.Effect<A, E, R>,
    user: Pick<Identity, "userId" | "username"> | null
  ) {
    const request = yield* HttpServerRequest.HttpServerRequest
    const address = addressOf(request)
    const userAgent = request.headers["user-agent"]
    const requestId = requestIdOf(request.source) ?? (yield* random.uuidV4())
    const caller =
      user === null ? { hasSession: false, key: networkOf(address) } : { hasSession: true, key: user.userId }
    return yield* effect.pipe(
      Effect.provideService(ActionSource, {
        actorName: user?.username ?? null,
        address,
        requestId,
        userAgent,
        detail: null
      }),
      Effect.provideService(CurrentCaller, caller)
    )
  })

  return {
    /** For a request without a session, or whose session does not matter. */
    asAnonymous: <A, E, R>(effect: Effect.Effect<A, E, R>) => from(effect, null),
    asUser: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.flatMap(CurrentUser, (user) => from(effect, user))
  }
})
