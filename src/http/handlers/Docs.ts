import { createHash } from "node:crypto"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { HttpApiSwagger, OpenApi } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { TooManyRequests } from "../../api/Errors.ts"
import * as ServiceVersion from "../../observability/ServiceVersion.ts"
import { ExternalUrl } from "../../url/ExternalUrl.ts"
import * as ViewCache from "../answers/ViewCache.ts"
import { ClientAddress } from "../pipeline/address/ClientAddress.ts"
import { errorResponse } from "../pipeline/ErrorResponse.ts"
import { isLargeResponse, LowPriorityWork } from "../pipeline/LowPriorityWork.ts"
import { callerOf } from "../pipeline/RequestCaller.ts"
import * as Recipes from "./Recipes.ts"

export const path = "/docs"
export const referencePath = "/docs/reference"
export const openApiPath = "/api/openapi.json"

const inlineScript = /<script>([\s\S]*?)<\/script>/g

/** Allows a page's inline scripts by their hashes, and inline styles, which Swagger UI sets on elements. */
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

const pageOf = (html: string) =>
  ViewCache.publicDocument(new TextEncoder().encode(html), "text/html; charset=utf-8", {
    "content-security-policy": policyFor(html)
  })

/** Effect's layer loads the 4 MB of Swagger UI when it is built. Links to an operation open it. */
const swaggerPage = Effect.fnUntraced(function* (api: typeof Api) {
  const router = yield* HttpRouter.make
  yield* Layer.build(
    HttpApiSwagger.layer(api, { path: referencePath }).pipe(Layer.provide(Layer.succeed(HttpRouter.HttpRouter, router)))
  )
  const { body } = yield* router.asHttpEffect()
  if (body._tag !== "Uint8Array") return yield* Effect.die(new Error("Swagger UI is not text."))
  return pageOf(new TextDecoder().decode(body.body).replace('dom_id: "#swagger-ui",', "$& deepLinking: true,"))
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

/** Serves the guides, Swagger UI and the OpenAPI document. Each is built when it is first requested. */
export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const { basePath, publicUrl = basePath } = yield* ExternalUrl
    const respond = yield* makeRespond
    const versioned = Api.annotate(OpenApi.Version, yield* ServiceVersion.read)
    const api = publicUrl === "" ? versioned : versioned.annotate(OpenApi.Servers, [{ url: publicUrl }])
    const spec = yield* Effect.cached(Effect.sync(() => OpenApi.fromApi(api)))
    const page = yield* Effect.cached(Effect.map(Effect.flatMap(spec, Recipes.makePage), pageOf))
    const reference = yield* Effect.cached(swaggerPage(api))
    const document = yield* Effect.cached(
      Effect.map(spec, (json) =>
        ViewCache.publicDocument(new TextEncoder().encode(JSON.stringify(json)), "application/json")
      )
    )
    yield* router.add("GET", path, respond(page))
    yield* router.add("GET", referencePath, respond(reference))
    yield* router.add("GET", openApiPath, respond(document))
  })
)
