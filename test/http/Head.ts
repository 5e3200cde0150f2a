import { Effect } from "effect"
import { BaseUrl } from "../support/TestServer.ts"

/** Sends a HEAD request; gives the response, and the number of body bytes, which should be 0. */
export const headOf = Effect.fnUntraced(function* (path: string, token?: string) {
  const base = yield* BaseUrl
  return yield* Effect.promise(async (signal) => {
    const response = await fetch(`${base}${path}`, {
      method: "HEAD",
      redirect: "manual",
      signal,
      headers: token === undefined ? {} : { cookie: `strategy_session=${token}` }
    })
    const { byteLength } = await response.arrayBuffer()
    return { status: response.status, headers: response.headers, length: byteLength }
  })
})
