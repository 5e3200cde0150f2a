import { createHash } from "node:crypto"
import { Effect, Layer } from "effect"
import { HttpBody, HttpRouter, HttpServerResponse } from "effect/http"
import { HttpApiSwagger, OpenApi } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { ExternalUrl } from "../../url/ExternalUrl.ts"

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

/** A text that is encoded once, and not again for each response. */
const encodedOnce = (response: HttpServerResponse.HttpServerResponse): HttpServerResponse.HttpServerResponse =>
  response.body._tag === "Uint8Array"
    ? HttpServerResponse.setBody(response, HttpBody.uint8Array(response.body.body, response.body.contentType))
    : response

/** Effect's layer loads the 4 MB of Swagger UI when it is built. */
const swaggerPage = Effect.fnUntraced(function* (api: typeof Api) {
  const router = yield* HttpRouter.make
  yield* Layer.build(
    HttpApiSwagger.layer(api, { path }).pipe(Layer.provide(Layer.succeed(HttpRouter.HttpRouter, router)))
  )
  const response = yield* router.asHttpEffect()
  if (response.body._tag !== "Uint8Array") return response
  const policy = policyFor(new TextDecoder().decode(response.body.body))
  return HttpServerResponse.setHeader(encodedOnce(response), "content-security-policy", policy)
}, Effect.scoped)

/** Serves the OpenAPI document and Swagger UI. Each is built when it is first requested. */
export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const { basePath, publicUrl = basePath } = yield* ExternalUrl
    const api = publicUrl === "" ? Api : Api.annotate(OpenApi.Servers, [{ url: publicUrl }])
    const page = yield* Effect.cached(swaggerPage(api))
    const document = yield* Effect.cached(
      Effect.sync(() => encodedOnce(HttpServerResponse.jsonUnsafe(OpenApi.fromApi(api))))
    )
    yield* router.add("GET", path, page)
    yield* router.add("GET", openApiPath, document)
  })
)
