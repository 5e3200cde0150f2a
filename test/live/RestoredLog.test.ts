import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as App from "../../src/App.ts"
import { EventStore } from "../../src/log/store/EventStore.ts"
import { restoreBackup } from "../log/maintenance/Backup.ts"
import { databases } from "../support/databases.ts"
import { connect, idAt, makeTeam, rename, streams, subscriber, until } from "./Streams.ts"

/** A server with its own stores and memory, as in another process. */
const server = () => Layer.fresh(Layer.provideMerge(streams(), App.sqlStores))

const epoch = Effect.flatMap(EventStore, ({ head }) => Effect.map(head, (_) => _.epoch))

/** Resumes a stream, and returns the changes it got up to the head, or that it was reset. */
const resumed = Effect.fnUntraced(function* (lastEventId: string, head: number) {
  const { sink, leave } = yield* connect({ lastEventId, as: subscriber(9) })
  const last = () => sink.heard.at(-1)
  yield* until(
    () => last()?.event === "reset" || sink.sequenceNumbers.at(-1) === head || sink.lastId.endsWith(`.${head}`)
  )
  yield* leave
  return sink.kinds.includes("reset") ? "reset" : sink.sequenceNumbers
})

for (const [name, database] of databases) {
  layer(Layer.fresh(database), { excludeTestServices: true })(`A log restored from an older copy, on ${name}`, (it) => {
    it.effect("keeps its epoch, resets clients that saw lost events, and resumes all others", () =>
      Effect.gen(function* () {
        const write = (text: string, times: number) =>
          Effect.forEach(Array.from({ length: times }), (_, n) => rename(`${text} ${n}`), { discard: true })
        const before = yield* Effect.gen(function* () {
          yield* makeTeam
          const { sink } = yield* connect()
          yield* write("before", 5)
          yield* until(() => sink.sequenceNumbers.at(-1) === 6)
          const seen = sink.heard.map(({ id }) => id)
          const ids = yield* Effect.forEach([0, 1, 2, 3, 4, 5, 6], idAt)
          assert.deepStrictEqual(seen, ids.slice(1))
          return { ids, epoch: yield* epoch }
        }).pipe(Effect.provide(server()))

        yield* restoreBackup(3)
        // The log becomes longer than before, with a rejected event in the place of an applied one.
        yield* Effect.andThen(rename(""), write("after", 7)).pipe(Effect.provide(server()))

        const grown = [5, 6, 7, 8, 9, 10, 11]
        const expected: ReadonlyArray<ReadonlyArray<number> | "reset"> = [
          [1, 2, 3, ...grown],
          [2, 3, ...grown],
          [3, ...grown],
          grown,
          ...(["reset", "reset", "reset"] as const)
        ]
        yield* Effect.gen(function* () {
          assert.strictEqual(yield* epoch, before.epoch)
          const look = () => Effect.forEach(before.ids, (id) => resumed(id, 11))
          assert.deepStrictEqual(yield* look(), expected, "from the log")
          assert.deepStrictEqual(yield* look(), expected, "from memory")
          // Ids of this log from another server are valid, of applied and of rejected events.
          assert.deepStrictEqual(yield* resumed(yield* idAt(4), 11), grown)
          assert.deepStrictEqual(yield* resumed(yield* idAt(11), 11), [])
        }).pipe(Effect.provide(server()))

        yield* Effect.gen(function* () {
          const { sink } = yield* connect()
          yield* rename("while somebody listens")
          yield* until(() => sink.sequenceNumbers.at(-1) === 12)
          assert.deepStrictEqual(yield* resumed(yield* idAt(12), 12), [], "of the head, from memory")
          assert.strictEqual(yield* resumed(before.ids[6]?.replace(/6$/, "12") ?? "", 12), "reset")
        }).pipe(Effect.provide(server()))
      })
    )
  })
}
