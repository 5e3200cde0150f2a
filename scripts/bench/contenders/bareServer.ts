import { answer, listen } from "../ProtocolServer.ts"

/** The response to every request. */
interface FixedResponse {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

const methods = {
  /** The minimum for a server on Node's HTTP server: no authentication, and responses made beforehand. */
  listen: ({ headers, body }: FixedResponse) => {
    const { etag } = headers
    const whole = { ...headers, "content-type": "application/json", "content-length": body.length }
    return listen((request, response) => {
      if (etag !== undefined && request.headers["if-none-match"] === etag) response.writeHead(304, headers).end()
      else response.writeHead(200, whole).end(body)
    })
  }
}
export type BareServer = typeof methods

answer(methods)
