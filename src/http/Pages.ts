import { Effect, Path } from "effect"
import { HttpRouter, HttpStaticServer } from "effect/http"

const prefix = "/strategy"

/** The files of the web page. */
export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const path = yield* Path.Path
    const files = yield* HttpStaticServer.make({
      root: path.join(import.meta.dirname, "..", "web"),
      cacheControl: "no-cache"
    })
    yield* router.prefixed(prefix).add("GET", "/*", files)
  })
)
