// Imported first, as in the server: schemas that are used before it stay interpreted.
import "effect/schema/SchemaJITCompiler/enable"
import { Effect, Layer } from "effect"
import { HttpServer } from "effect/http"
import type { Projection } from "../../../src/log/projection/LogPosition.ts"
import { Projector } from "../../../src/log/projection/Projector.ts"
import { EventStore } from "../../../src/log/store/EventStore.ts"
import * as Accounts from "../Accounts.ts"
import { serviceWith } from "../MemoryService.ts"
import { answer, processorTime } from "../ProtocolServer.ts"
import { EventFeed } from "./EventFeed.ts"
import type { PeerProcess } from "./PeerServer.ts"

const feed = new EventFeed()
let prepared: Array<Projection> = []

/** Events are passed to the Projector as if they had been committed. */
const main = Effect.gen(function* () {
  const { advance } = yield* Projector
  const { address } = yield* HttpServer.HttpServer
  const { epoch } = yield* (yield* EventStore).head
  yield* advance(feed.begun)
  const run = Effect.runPromiseWith(yield* Effect.context<Effect.Services<ReturnType<typeof Accounts.tokens>>>())
  const methods: PeerProcess = {
    listen: async (streams) => ({
      ...{ url: HttpServer.formatAddress(address), epoch, tokens: await run(Accounts.tokens(streams)) }
    }),
    prepare: ({ ticks }) => {
      prepared = ticks.map((count) => feed.next(count))
    },
    publish: () => {
      const next = prepared.shift()
      return next === undefined ? undefined : run(advance(next))
    },
    processorTime
  }
  answer(methods)
  return yield* Effect.never
})

Effect.runFork(main.pipe(Effect.provide(serviceWith(Layer.empty)), Effect.scoped))
