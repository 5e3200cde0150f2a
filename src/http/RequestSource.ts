import { Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { HttpServerRequest } from "effect/http"
import { ActionSource } from "../accounts/ActionSource.ts"
import { CurrentUser } from "../api/Access.ts"
import { ClientAddress } from "./ClientAddress.ts"

/** Says in the account log which request a change came with, under an id made for that request. */
export const make = Effect.gen(function* () {
  const random = yield* SecureRandom.SecureRandom
  const addressOf = yield* ClientAddress

  const from = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>, actorName: string | null) {
    const address = addressOf(yield* HttpServerRequest.HttpServerRequest)
    const requestId = yield* random.uuidV4()
    return yield* Effect.provideService(effect, ActionSource, { actorName, address, requestId, detail: null })
  })

  return {
    /** Of a request without a session, or whose session does not matter. */
    ofAnyone: <A, E, R>(effect: Effect.Effect<A, E, R>) => from(effect, null),
    ofUser: <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      Effect.flatMap(CurrentUser, ({ username }) => from(effect, username))
  }
})
