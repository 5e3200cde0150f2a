import { Effect, Layer } from "effect"
import { HttpServerRequest } from "effect/http"
import { SignInShare } from "../../api/SignInShare.ts"
import { IdentifiedRequest } from "./IdentifiedRequest.ts"
import * as SignInRefusal from "./SignInRefusal.ts"

export const layer = Layer.effect(
  SignInShare,
  Effect.gen(function* () {
    const refusalOf = yield* SignInRefusal.make
    return SignInShare.of(
      Effect.fnUntraced(function* (httpEffect) {
        const { source } = yield* HttpServerRequest.HttpServerRequest
        const refusal = source instanceof IdentifiedRequest ? refusalOf(source) : undefined
        if (refusal === undefined) return yield* httpEffect
        refusal.countRefusal()
        return refusal.answer
      })
    )
  })
)
