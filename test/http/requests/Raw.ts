import { request as open } from "node:http"
import { Effect } from "effect"
import { BaseUrl } from "../../support/TestServer.ts"

export interface RawOptions {
  readonly method?: string
  readonly headers?: Record<string, string>
  /** The body, one chunk each; without a content length unless it is in the headers. */
  readonly chunks?: ReadonlyArray<string | Uint8Array>
}

/** Sends a request whose path, method and framing reach the server unchanged. */
export const raw = Effect.fnUntraced(function* (path: string, options: RawOptions = {}) {
  const { hostname, port } = new URL(yield* BaseUrl)
  return yield* Effect.callback<{ status: number; headers: Headers; text: string; json: unknown }>((resume) => {
    const { method = "GET", headers = {}, chunks = [] } = options
    const call = open({ hostname, port, path, method, headers, agent: false }, (response) => {
      const received: Array<Uint8Array> = []
      response.on("data", (chunk: Uint8Array) => received.push(chunk))
      response.on("end", () => {
        const text = Buffer.concat(received).toString()
        const isJson = response.headers["content-type"]?.startsWith("application/json") === true && text !== ""
        const pairs = Object.entries(response.headersDistinct).map(([name, values]) => [name, values?.join(", ") ?? ""])
        resume(
          Effect.succeed({
            status: response.statusCode ?? 0,
            headers: new Headers(Object.fromEntries(pairs)),
            text,
            json: isJson ? JSON.parse(text) : undefined
          })
        )
      })
    })
    call.on("error", (error) => resume(Effect.die(error)))
    for (const chunk of chunks) call.write(chunk)
    call.end()
    return Effect.sync(() => call.destroy())
  })
})
