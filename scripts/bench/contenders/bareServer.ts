import { answer } from "../ProtocolServer.ts"
import { listen } from "../streams/peers/FreePortServer.ts"
import type { BareProtocol } from "./Bare.ts"

/** The minimum for a server on Node's HTTP server: no authentication, and responses made beforehand. */
answer<BareProtocol>({
  listen: ({ headers: { etag, ...others }, body }) => {
    const unchanged = { etag, ...others }
    const whole = { ...unchanged, "content-type": "application/json", "content-length": body.length }
    return listen((request, response) => {
      if (etag !== undefined && request.headers["if-none-match"] === etag) response.writeHead(304, unchanged).end()
      else response.writeHead(200, whole).end(body)
    })
  }
})
