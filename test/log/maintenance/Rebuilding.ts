import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { type Context, Deferred, Effect, Layer } from "effect"
import * as App from "../../../src/App.ts"
import { Generations } from "../../../src/log/maintenance/Generations.ts"
import { Rebuild } from "../../../src/log/maintenance/Rebuild.ts"
import type { LogPosition } from "../../../src/log/projection/LogPosition.ts"
import { Projector } from "../../../src/log/projection/Projector.ts"
import { chainEvent } from "../../../src/log/store/EventHash.ts"
import { EventStore } from "../../../src/log/store/EventStore.ts"
import { type Envelope, Planner } from "../../../src/log/writer/Planner.ts"
import { submissionOf } from "../../domain/Commands.ts"
import { event, nothing, userId } from "../Samples.ts"

/** Appends a rejected event that the server does not know of, and returns the position after it. */
export const appendUnseen = Effect.gen(function* () {
  const { append } = yield* EventStore
  const { state, eventHash } = yield* Effect.flatMap(Projector, ({ position }) => position)
  const sequenceNumber = state.sequenceNumber + 1
  const rejected = { status: "rejected", rejectionReason: "no such team", entityId: null, entityType: null } as const
  const added = chainEvent(eventHash, event(sequenceNumber, rejected))
  yield* append(state.sequenceNumber, [], () => ({ ...nothing, events: [added] }))
  return { state: { ...state, sequenceNumber }, eventHash: added.hash } satisfies LogPosition
})

/** Small pages and intervals, so that a short log has many pages and checkpoints. */
export const sizes = { pageSize: 16, sliceSize: 4, writeBatchSize: 5, checkpointInterval: 20 }

/** One server's log services with its rebuild, on the given stores; `wrap` wraps the generations. */
export const server = (
  wrap: (generations: Context.Service.Shape<typeof Generations>) => Context.Service.Shape<typeof Generations> = (_) => _
) =>
  Layer.fresh(
    Rebuild.layerWith(sizes).pipe(
      Layer.provide(Layer.effect(Generations, Effect.map(Generations, wrap))),
      Layer.provideMerge(App.planning({ projector: Projector.layerWith(sizes) })),
      Layer.provide(NodeCrypto.layerSecureRandom)
    )
  )

/** Repeatable, well spread 31-bit numbers. */
const spread = (n: number) => Math.imul(n + 1, 2_654_435_761) >>> 1

/** Submits generated commands, one for each serial number, based on the state that the server shows. */
export const play = Effect.fnUntraced(function* (from: number, upTo: number) {
  const { submit } = yield* Planner
  const { state } = yield* Projector
  for (let serial = from; serial < upTo; serial++) {
    const wanted = submissionOf(yield* state, spread(serial), serial)
    const { submissionId: _, freshId: __, timestamp: ___, ...envelope } = wanted
    yield* submit({ ...envelope, idempotency: null })
  }
})

export const restoreTo = (sequenceNumber: number): Envelope => ({
  actorId: userId(1),
  actorName: "ada",
  eventType: "restore_history",
  targetId: null,
  data: { sequenceNumber },
  lastSeenSequence: null,
  idempotency: null
})

/** How many commands make a log of several pages and checkpoints. */
export const commands = 80

/** The associations of the serving generation. */
export const recorded = Effect.flatMap(EventStore, ({ associations }) => associations(0, 100_000))

export const head = Effect.flatMap(EventStore, (store) =>
  Effect.map(store.head, ({ sequenceNumber }) => sequenceNumber)
)

/** Stops a rebuild at its first page until the gate is opened. */
export const gate = Effect.gen(function* () {
  const reached = yield* Deferred.make<void>()
  const opened = yield* Deferred.make<void>()
  return {
    reached: Deferred.await(reached),
    open: Deferred.succeed(opened, undefined),
    progress: () => Effect.andThen(Deferred.succeed(reached, undefined), Deferred.await(opened))
  }
})
