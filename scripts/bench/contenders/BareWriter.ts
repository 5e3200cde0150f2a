import { Effect, Layer } from "effect"
import * as Child from "../Child.ts"
import { stores } from "../LogStores.ts"
import { type Contender, names } from "./Contender.ts"

export interface BareWriterProtocol {
  /** Writes to the migrated log in the database; gives the server's URL. */
  readonly listen: (database: string) => string
}

/** Node's HTTP server with only the INSERT of our append: the upper limit for any server with such a log. */
export const start = Effect.fn("BareWriter.start")(function* (database: string, headers: Contender["headers"]) {
  yield* Effect.scoped(Layer.build(stores(database)))
  const child = yield* Child.start<BareWriterProtocol>(
    "The bare writer",
    new URL("bareWriterServer.ts", import.meta.url)
  )
  return { name: names.bareWriter, url: yield* child.ask("listen", database), headers } satisfies Contender
})
