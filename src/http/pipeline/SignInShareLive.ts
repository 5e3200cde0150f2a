import { Effect, Layer } from "effect"
import { HttpServerRequest } from "effect/http"
import { Api } from "../../api/Api.ts"
import { SignInShare } from "../../api/SignInShare.ts"
import * as Admission from "./Admission.ts"
import { IdentifiedRequest } from "./IdentifiedRequest.ts"
import * as SignInRefusal from "./SignInRefusal.ts"

const { login } = Api.groups.auth.endpoints

export const layer = Layer.effect(
  SignInShare,
  Effect.gen(function* () {
    const refusalOf = yield* SignInRefusal.make
    return SignInShare.of(
      Effect.fnUntraced(function* (httpEffect, { endpoint }) {
        const request = yield* HttpServerRequest.HttpServerRequest
        const csrfFault = endpoint.path === login.path ? undefined : Admission.csrfFault(request)
        if (csrfFault !== undefined) return yield* csrfFault
        const { source } = request
        const refusal = source instanceof IdentifiedRequest ? refusalOf(source) : undefined
        if (refusal === undefined) {
          const withToken = Admission.bearerOf(request) !== undefined
          return yield* withToken ? Effect.fail(Admission.sessionNeeded) : httpEffect
        }
        refusal.countRefusal()
        return refusal.answer
      })
    )
  })
)
