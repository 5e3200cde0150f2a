import { Effect, Option } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { NotFound } from "../../api/Errors.ts"
import { Page } from "../../page/Page.ts"
import { errorResponse } from "../pipeline/ErrorResponse.ts"
import * as PageResponse from "./PageResponse.ts"

const prefix = "/strategy"
const home = `${prefix}/`
const document = "index.html"

const decode = Option.liftThrowable(decodeURIComponent)

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for.
const unnamable = /[/\\\u0000-\u001f]|^\./

const isSegment = (segment: string): boolean =>
  Option.exists(decode(segment), (text) => text !== "" && !unnamable.test(text))

/** May end in a slash. */
const isView = (path: string): boolean => {
  const segments = path.split("/")
  const last = segments.pop() ?? ""
  return segments.every(isSegment) && (last === "" || isSegment(last)) && !/\.|%2e/i.test(last)
}

/** The page: its files, and its document wherever a path may be one of its views. A path that ends in a file's name is none. */
export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const responses = new Map([...(yield* Page)].map(([name, file]) => [name, PageResponse.make(name, file)]))

    const find = (path: string) => responses.get(path) ?? (isView(path) ? responses.get(document) : undefined)

    // What ends in a wildcard is also the path before it.
    yield* router.add("GET", `${home}*`, ({ url, headers }) => {
      const path = url.split(/[?;#]/, 1)[0] ?? ""
      if (path === prefix) return Effect.succeed(HttpServerResponse.redirect(home))
      const respond = find(path.slice(home.length))
      return Effect.succeed(
        respond === undefined
          ? errorResponse(new NotFound({ message: "There is nothing here." }))
          : respond(headers["accept-encoding"], headers["if-none-match"])
      )
    })
  })
)
