import { assert, describe, it, layer } from "@effect/vitest"
import { Deferred, Effect, Layer, Schedule } from "effect"
import { StorageError } from "../../src/domain/StorageError.ts"
import { CatchUp } from "../../src/log/projection/CatchUp.ts"
import { ProvenanceStore } from "../../src/log/store/ProvenanceStore.ts"
import { memoryStores, stores } from "../log/Layers.ts"
import type { FakeSink } from "./FakeSink.ts"
import { connect, idAt, makeTeam, rename, streams, subscriber } from "./Streams.ts"

const agent = "Planning agent"

/** In real time, since a database answers. */
const arrives = (sequenceNumber: number, sinks: ReadonlyArray<FakeSink>) =>
  Effect.suspend(() =>
    sinks.every((sink) => sink.sequenceNumbers.at(-1) === sequenceNumber) ? Effect.void : Effect.fail("not yet")
  ).pipe(Effect.retry(Schedule.spaced("5 millis")), Effect.timeout("10 seconds"))

/** A stream that does not ask for names, and one that does. */
const both = Effect.fnUntraced(function* (lastEventId: string | null = null) {
  const plain = yield* connect({ lastEventId })
  const asking = yield* connect({ as: subscriber(2), lastEventId, withTokenNames: true })
  return [plain.sink, asking.sink] as const
})

const catchUp = Effect.flatMap(CatchUp, ({ run }) => run)

const changesIn = ({ heard }: FakeSink) => heard.filter(({ event }) => event === "change")

/** The log services of a server on stores whose lookup of names `change` replaces. */
const streamsNaming = (change: (of: ProvenanceStore["Service"]["of"]) => ProvenanceStore["Service"]["of"]) =>
  streams().pipe(
    Layer.provideMerge(
      Layer.effect(
        ProvenanceStore,
        Effect.map(ProvenanceStore, (store) => ({ ...store, of: change(store.of) }))
      )
    )
  )

for (const [name, store] of stores) {
  layer(Layer.fresh(store), { excludeTestServices: true })(`The names of tokens in streams on ${name}`, (it) => {
    it.effect("are sent to those that ask by each of two servers, and again to those that were away", () =>
      Effect.gen(function* () {
        const [left, right] = [yield* Layer.build(streams()), yield* Layer.build(streams())]
        yield* Effect.provide(makeTeam, left)
        yield* Effect.provide(catchUp, right)
        const [plain, asking] = yield* Effect.provide(both(), left)
        const others = yield* Effect.provide(both(), right)
        const tokenNames = [agent, null, "Other “agent”"]
        for (const [n, tokenName] of tokenNames.entries()) {
          yield* Effect.provide(rename(`Title ${n}`, tokenName), left)
          yield* Effect.provide(catchUp, right)
        }
        yield* arrives(4, [plain, asking, ...others])
        assert.deepStrictEqual(asking.tokenNames, tokenNames)
        assert.deepStrictEqual(plain.tokenNames, [null, null, null])
        assert.deepStrictEqual(plain.changes, asking.changes)
        assert.deepStrictEqual(others.map(changesIn), [plain, asking].map(changesIn))
        for (const server of [left, right, yield* Layer.build(streams())]) {
          const back = yield* Effect.provide(both(yield* idAt(2)), server)
          yield* arrives(4, back)
          assert.deepStrictEqual(
            back.map(changesIn),
            [plain, asking].map((sink) => changesIn(sink).slice(1))
          )
        }
      }).pipe(Effect.scoped)
    )
  })
}

describe("A server that cannot look up the names of tokens", () => {
  const prepared = Effect.gen(function* () {
    yield* makeTeam
    for (const title of ["1", "2", "3"]) yield* rename(title, agent)
  }).pipe(Effect.provide(streams()))

  it.live("sends every event without its name", () =>
    Effect.gen(function* () {
      yield* prepared
      const failure = new StorageError({ operation: "test", unavailable: true, cause: undefined })
      yield* Effect.gen(function* () {
        const sinks = yield* both(yield* idAt(1))
        yield* rename("4", agent)
        yield* arrives(5, sinks)
        const [, asking] = sinks
        assert.deepStrictEqual(asking.sequenceNumbers, [2, 3, 4, 5])
        assert.deepStrictEqual(asking.tokenNames, [null, null, null, agent])
      }).pipe(Effect.provide(streamsNaming(() => () => Effect.fail(failure))))
    }).pipe(Effect.provide(memoryStores))
  )

  it.live("meanwhile sends others theirs, and then each event once and in order", () =>
    Effect.gen(function* () {
      yield* prepared
      const answered = yield* Deferred.make<void>()
      yield* Effect.gen(function* () {
        const [plain, asking] = yield* both(yield* idAt(1))
        yield* rename("4")
        yield* arrives(5, [plain])
        assert.deepStrictEqual(asking.kinds, ["ready"])
        yield* Deferred.succeed(answered, undefined)
        yield* arrives(5, [asking])
        assert.deepStrictEqual(asking.changes, plain.changes)
        assert.deepStrictEqual(asking.tokenNames, [agent, agent, agent, null])
      }).pipe(Effect.provide(streamsNaming((of) => (numbers) => Effect.andThen(Deferred.await(answered), of(numbers)))))
    }).pipe(Effect.provide(memoryStores))
  )
})
