import { Effect } from "effect"
import * as Child from "../Child.ts"
import type { Answer } from "./Answers.ts"
import { type Contender, names } from "./Contender.ts"

/** What is answered to every request. */
export interface Kept {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

export interface BareProtocol {
  /** Gives where it listens. */
  readonly listen: (kept: Kept) => string
}

/** Node's own headers, which the bare server makes itself, and those it adds to a body. */
const own = new Set(["connection", "content-length", "content-type", "date", "keep-alive", "transfer-encoding"])

/** Node's HTTP server with nothing but that answer, under any path. */
export const start = Effect.fn("Bare.start")(function* ({ headers, body }: Answer, sent: Contender["headers"]) {
  const child = yield* Child.start<BareProtocol>("The bare server", new URL("bareServer.ts", import.meta.url))
  const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !own.has(name)))
  const url = yield* child.ask("listen", { headers: kept, body })
  return { name: names.bare, url, headers: sent } satisfies Contender
})
