// Imported first, as in the server: schemas that are used before it stay interpreted.
import "effect/schema/SchemaJITCompiler/enable"
import { Effect, Layer } from "effect"
import { HttpServer } from "effect/http"
import type { Projection } from "../../../../src/log/projection/LogPosition.ts"
import { Projector } from "../../../../src/log/projection/Projector.ts"
import { EventStore } from "../../../../src/log/store/EventStore.ts"
import * as Accounts from "../../Accounts.ts"
import { answer, processorTime } from "../../ProtocolServer.ts"
import { EventFeed } from "./EventFeed.ts"
import { serviceWith } from "./MemoryService.ts"
import type { PeerProtocol } from "./PeerProtocol.ts"

/** Events are passed to the Projector as if they had been committed. */
const service = serviceWith(Layer.empty)

const feed = new EventFeed()
let ticks: Array<Projection> = []

const main = Effect.gen(function* () {
  const { advance } = yield* Projector
  const { address } = yield* HttpServer.HttpServer
  const { epoch } = yield* (yield* EventStore).head
  yield* advance(feed.begin())
  const run = Effect.runPromiseWith(yield* Effect.context<Effect.Services<ReturnType<typeof Accounts.tokens>>>())
  answer<PeerProtocol>({
    listen: async (streams) => ({
      url: HttpServer.formatAddress(address),
      epoch,
      tokens: await run(Accounts.tokens("reader", streams))
    }),
    prepare: ({ ticks: counts }) => {
      ticks = counts.map((count) => feed.next(count))
    },
    publish: () => {
      const next = ticks.shift()
      return next === undefined ? undefined : run(advance(next))
    },
    processorTime
  })
  return yield* Effect.never
})

Effect.runFork(main.pipe(Effect.provide(service), Effect.scoped))
