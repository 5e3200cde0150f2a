// As the server does, and first: schemas that were used before stay interpreted.
import "effect/schema/SchemaJITCompiler/enable"
import { Effect, Layer } from "effect"
import { HttpServer } from "effect/http"
import type { Projection } from "../../../../src/log/projection/LogPosition.ts"
import { Projector } from "../../../../src/log/projection/Projector.ts"
import { EventStore } from "../../../../src/log/store/EventStore.ts"
import * as Accounts from "../../Accounts.ts"
import { answer, processorTime } from "../../Answering.ts"
import { Feed } from "./Feed.ts"
import { serviceWith } from "./MemoryService.ts"
import type { PeerProtocol } from "./PeerProtocol.ts"

/** What is published is shown by the Projector as if it had been committed. */
const service = serviceWith(Layer.empty)

const feed = new Feed()
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
