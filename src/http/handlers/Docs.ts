import { createHash } from "node:crypto"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { HttpApiSwagger, OpenApi } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { TooManyRequests } from "../../api/Errors.ts"
import * as ServiceVersion from "../../observability/ServiceVersion.ts"
import { ExternalUrl } from "../../url/ExternalUrl.ts"
import { ClientAddress } from "../pipeline/ClientAddress.ts"
import { errorResponse } from "../pipeline/ErrorResponse.ts"
import { isLargeResponse, LowPriorityWork } from "../pipeline/LowPriorityWork.ts"
import { callerOf } from "../pipeline/RequestCaller.ts"
import * as ViewCache from "./ViewCache.ts"

export const path = "/docs"
export const openApiPath = "/api/openapi.json"

const inlineScript = /<script>([\s\S]*?)<\/script>/g

/** Allows the page's inline script by its hash, and inline styles, which Swagger UI sets on elements. */
const policyFor = (html: string): string => {
  const hashes = [...html.matchAll(inlineScript)].map(
    ([, script]) =>
      `'sha256-${createHash("sha256")
        .update(script ?? "")
        .digest("base64")}'`
  )
  return [
    "default-src 'none'",
    `script-src ${hashes.join(" ")}`,
    "style-src 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src data:",
    "connect-src 'self'",
    "frame-ancestors 'none'"
  ].join("; ")
}

/** Effect's layer loads the 4 MB of Swagger UI when it is built. */
const swaggerPage = Effect.fnUntraced(function* (api: typeof Api) {
  const router = yield* HttpRouter.make
  yield* Layer.build(
    HttpApiSwagger.layer(api, { path }).pipe(Layer.provide(Layer.succeed(HttpRouter.HttpRouter, router)))
  )
  const { body } = yield* router.asHttpEffect()
  if (body._tag !== "Uint8Array") return yield* Effect.die(new Error("Swagger UI is no text."))
  const policy = policyFor(new TextDecoder().decode(body.body))
  return ViewCache.publicDocument(body.body, body.contentType, { "content-security-policy": policy })
}, Effect.scoped)

/** The number of long answers that one client may have waiting. Whoever reads the documents has one or two. */
const maxWaitingPerClient = 32

const shareExceeded = errorResponse(
  new TooManyRequests({ message: "Too many documents are being sent to you. Try again shortly." })
)

/** Answers as a view is answered: compressed once, with 304 for those who have it, and a long answer after small requests. */
const makeRespond = Effect.map(
  Effect.all([LowPriorityWork, ClientAddress]),
  ([lowPriority, addressOf]) =>
    <E, R>(document: Effect.Effect<ViewCache.EncodedView, E, R>) =>
      Effect.gen(function* () {
        const { headers, source } = yield* HttpServerRequest.HttpServerRequest
        const caller = callerOf(source, addressOf)
        if (lowPriority.waitingOf(caller) >= maxWaitingPerClient) return shareExceeded
        const negotiation = { ifNoneMatch: headers["if-none-match"], acceptEncoding: headers["accept-encoding"] }
        const response = yield* ViewCache.respond(yield* document, negotiation)
        const { body } = response
        if (body._tag === "Uint8Array" && isLargeResponse(body.body.length)) yield* lowPriority.turn(caller)
        return response
      })
)

/** Serves the OpenAPI document and Swagger UI. Each is built when it is first requested. */
export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const { basePath, publicUrl = basePath } = yield* ExternalUrl
    const respond = yield* makeRespond
    const versioned = Api.annotate(OpenApi.Version, yield* ServiceVersion.read)
    const api = publicUrl === "" ? versioned : versioned.annotate(OpenApi.Servers, [{ url: publicUrl }])
    const page = yield* Effect.cached(swaggerPage(api))
    const document = yield* Effect.cached(
      Effect.sync(() => {
        const json = JSON.stringify(OpenApi.fromApi(api))
        return ViewCache.publicDocument(new TextEncoder().encode(json), "application/json")
      })
    )
    yield* router.add("GET", path, respond(page))
    yield* router.add("GET", openApiPath, respond(document))
  })
)
