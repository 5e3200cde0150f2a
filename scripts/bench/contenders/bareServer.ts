import { answer } from "../Answering.ts"
import { listen } from "../streams/peers/Listening.ts"
import type { BareProtocol } from "./Bare.ts"

/** The least there can be over Node's HTTP server: nobody is asked who they are, and all is made beforehand. */
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
