import { Effect, Record } from "effect"
import type { HttpClient, HttpClientError } from "effect/http"
import { HttpApiClient, type HttpApiEndpoint } from "effect/http-api"
import { Api } from "../api/Api.ts"
import type { SignInFailed } from "./SignedInClient.ts"

type Groups = (typeof Api)["groups"]

/** The parts that may be empty may be left out. */
type WithoutEmpty<Request> = {
  readonly [Part in keyof Request as Record<string, never> extends Request[Part] ? never : Part]: Request[Part]
} & {
  readonly [Part in keyof Request as Record<string, never> extends Request[Part] ? Part : never]?: Request[Part]
}

type Parts<E extends HttpApiEndpoint.ConstraintRequest> = WithoutEmpty<
  Omit<
    Exclude<
      HttpApiEndpoint.ClientRequest<E["~Params"], E["~Query"], E["~Payload"], E["~Headers"], "decoded-only">,
      void
    >,
    "responseMode"
  >
>

type Request<E extends HttpApiEndpoint.ConstraintRequest, Mode> = Parts<E> & { readonly responseMode?: Mode }

type Answer<
  E extends HttpApiEndpoint.ConstraintRequest,
  Mode extends HttpApiEndpoint.ClientResponseMode
> = HttpApiClient.Client.MethodReturn<E, SignInFailed, never, Mode, never>

type Method<E extends HttpApiEndpoint.ConstraintRequest> =
  Record<string, never> extends Parts<E>
    ? <Mode extends HttpApiEndpoint.ClientResponseMode = "decoded-only">(request?: Request<E, Mode>) => Answer<E, Mode>
    : <Mode extends HttpApiEndpoint.ClientResponseMode = "decoded-only">(request: Request<E, Mode>) => Answer<E, Mode>

/**
 * Every endpoint as a function, by group and name; its errors are those of the endpoint and `SignInFailed`. `query` and `headers`
 * may be left out where nothing in them is required.
 */
export type DerivedClient = {
  readonly [G in keyof Groups]: {
    readonly [E in keyof Groups[G]["endpoints"]]: Groups[G]["endpoints"][E] extends HttpApiEndpoint.ConstraintRequest
      ? Method<Groups[G]["endpoints"][E]>
      : never
  }
}

type AnyMethod = (request: object) => unknown

const withEmptyParts =
  (method: AnyMethod): AnyMethod =>
  (request) =>
    method({ query: {}, headers: {}, ...request })

/** Derives the client from the API's definition. */
export const make = (
  httpClient: HttpClient.HttpClient.With<HttpClientError.HttpClientError | SignInFailed>,
  baseUrl: string
): Effect.Effect<DerivedClient> =>
  Effect.map(
    HttpApiClient.makeWith(Api, { httpClient, baseUrl }),
    (groups) =>
      Record.map(groups as Readonly<Record<string, Readonly<Record<string, AnyMethod>>>>, (methods) =>
        Record.map(methods, withEmptyParts)
      ) as unknown as DerivedClient
  )
