import { Effect } from "effect"
import * as Child from "../Child.ts"
import * as Writer from "../Writer.ts"
import { type Contender, headers, names } from "./Contender.ts"

export interface IdleProtocol {
  /** Gives where it listens; its admin is the one a server makes at its first start. */
  readonly listen: (password: string) => string
}

/** Whom `Writer.admin` signs in. */
const password = "correct horse"

/** Our own server with a constant for every submission: all that is not deciding and keeping. */
export const start = Effect.gen(function* () {
  const child = yield* Child.start<IdleProtocol>("Our idle server", new URL("idleServer.ts", import.meta.url))
  const url = yield* child.ask("listen", password)
  const { token } = yield* Writer.admin(url)
  return { name: names.idle, url, headers: headers(token) } satisfies Contender
})
