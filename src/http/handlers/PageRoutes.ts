import { Effect, Option } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { NotFound } from "../../api/Errors.ts"
import { ExternalUrl } from "../../url/ExternalUrl.ts"
import { Page } from "../page/Page.ts"
import { below } from "../page/PageFiles.ts"
import { errorResponse } from "../pipeline/ErrorResponse.ts"
import * as PageResponse from "./PageResponse.ts"

const prefix = "/strategy"
const home = `${prefix}/`
const document = "index.html"

const decode = Option.liftThrowable(decodeURIComponent)

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const invalidSegment = /[/\\\u0000-\u001f]|^\./

const isSegment = (segment: string): boolean =>
  Option.exists(decode(segment), (text) => text !== "" && !invalidSegment.test(text))

/** Whether a path may be a view of the page: its segments are plain and the last one has no dot. It may end in a slash. */
const isViewPath = (path: string): boolean => {
  const segments = path.split("/")
  const last = segments.pop() ?? ""
  return segments.every(isSegment) && (last === "" || isSegment(last)) && !/\.|%2e/i.test(last)
}

/** Serves the page's files, and its document on every path that may be a view; a path that ends in a file name is a 404. */
export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const { basePath } = yield* ExternalUrl
    const files = [...(yield* Page)].map(
      ([name, file]) => [name, name === document ? below(basePath, file) : file] as const
    )
    const responses = new Map(files.map(([name, file]) => [name, PageResponse.make(name, file)]))

    const find = (path: string) => responses.get(path) ?? (isViewPath(path) ? responses.get(document) : undefined)

    // The wildcard route also matches the path without the slash.
    yield* router.add("GET", `${home}*`, ({ url, headers }) => {
      const path = url.split(/[?;#]/, 1)[0] ?? ""
      if (path === prefix) return Effect.succeed(HttpServerResponse.redirect(`${basePath}${home}`))
      const respond = find(path.slice(home.length))
      return Effect.succeed(
        respond === undefined
          ? errorResponse(new NotFound({ message: "Not found.", code: "unknown_path" }))
          : respond(headers["accept-encoding"], headers["if-none-match"])
      )
    })
  })
)
