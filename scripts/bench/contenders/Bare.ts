import { Effect } from "effect"
import * as Child from "../Child.ts"
import type { Answer } from "./Answers.ts"
import { type Contender, names } from "./Contender.ts"

/** The response to every request. */
interface FixedResponse {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

export interface BareProtocol {
  /** Gives the server's URL. */
  readonly listen: (response: FixedResponse) => string
}

/** Headers that Node or the bare server sets. */
const nodeHeaders = new Set(["connection", "content-length", "content-type", "date", "keep-alive", "transfer-encoding"])

/** Node's HTTP server, which sends this response for any path. */
export const start = Effect.fn("Bare.start")(function* ({ headers, body }: Answer, sent: Contender["headers"]) {
  const child = yield* Child.start<BareProtocol>("The bare server", new URL("bareServer.ts", import.meta.url))
  const fixedHeaders = Object.fromEntries(Object.entries(headers).filter(([name]) => !nodeHeaders.has(name)))
  const url = yield* child.ask("listen", { headers: fixedHeaders, body })
  return { name: names.bare, url, headers: sent } satisfies Contender
})
