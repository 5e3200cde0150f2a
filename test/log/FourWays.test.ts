import { assert, layer } from "@effect/vitest"
import { Context, Effect, Exit, Layer, Logger, Option, Scope } from "effect"
import { Rebuild } from "../../src/log/maintenance/Rebuild.ts"
import { verify } from "../../src/log/maintenance/Verify.ts"
import { stateHash } from "../../src/log/projection/CheckpointCodec.ts"
import { Checkpoints, decode } from "../../src/log/projection/Checkpoints.ts"
import { type LogPosition, startOfLog } from "../../src/log/projection/LogPosition.ts"
import { Projector } from "../../src/log/projection/Projector.ts"
import { replay } from "../../src/log/projection/Replay.ts"
import { TimeTravel } from "../../src/log/projection/TimeTravel.ts"
import { EventStore } from "../../src/log/store/EventStore.ts"
import { Planner } from "../../src/log/writer/Planner.ts"
import { submissionOf } from "../domain/Commands.ts"
import { stores } from "./Layers.ts"
import { server } from "./maintenance/Rebuilding.ts"

/** How many sequences of 100 commands are played, each on its own log. `npm run prove -- four-ways` sets the share. */
const share = process.env.FOUR_WAYS === undefined ? undefined : Number(process.env.FOUR_WAYS)
const sequences =
  share === undefined
    ? { memory: 6, PGlite: 2, PostgreSQL: 1 }
    : { memory: 300 * share, PGlite: 300 * share, PostgreSQL: 20 * share }
const commandsEach = 100

/** Repeatable, well spread 31-bit numbers. */
const numbers = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state ^ (state >>> 7)) & 0x7fffffff
  }
}

const running = Effect.gen(function* () {
  const scope = yield* Scope.make()
  const built = yield* Layer.buildWithScope(server(), scope)
  return { built, stop: Scope.close(scope, Exit.void) }
})

/** Plays one sequence on the stores with restarts of the server, and returns the position that it shows at the end. */
const play = Effect.fnUntraced(function* (seed: number) {
  const next = numbers(seed)
  let current = yield* running
  let restores = 0
  for (let serial = 0; serial < commandsEach; serial++) {
    if (next() % 40 === 0) {
      yield* current.stop
      current = yield* running
    }
    const state = yield* Context.get(current.built, Projector).state
    const wanted = submissionOf(state, next(), serial)
    const { submissionId: _, freshId: __, timestamp: ___, ...envelope } = wanted
    const answer = yield* Context.get(current.built, Planner).submit({ ...envelope, idempotency: null })
    if (envelope.eventType === "restore_history" && answer.status === "applied") restores += 1
  }
  const position = yield* Context.get(current.built, Projector).position
  const travelled = yield* Context.get(current.built, TimeTravel).positionAt(position.state.sequenceNumber)
  yield* current.stop
  return { position, travelled, restores }
})

const hashOf = ({ state, eventHash }: LogPosition) => `${eventHash} ${stateHash(state)}`

for (const [name, store] of stores) {
  const count = Math.max(1, Math.round(sequences[name]))
  layer(Layer.empty, { excludeTestServices: true })(`Ways to one state on ${name}`, (it) => {
    it.effect(
      `live, from zero, from every checkpoint and after a rebuild: one hash, over ${count} sequences`,
      () =>
        Effect.gen(function* () {
          let [events, restores, checkpoints] = [0, 0, 0]
          for (let sequence = 1; sequence <= count; sequence++) {
            yield* Effect.gen(function* () {
              const played = yield* play(sequence * 7_919)
              const expected = hashOf(played.position)
              const log = yield* EventStore
              const kept = yield* Checkpoints
              const upTo = played.position.state.sequenceNumber
              assert.strictEqual(hashOf(played.travelled), expected)

              assert.strictEqual(
                hashOf(yield* replay({ read: log.readWithEffects, start: startOfLog, upTo })),
                expected
              )

              const fromCheckpoints = Effect.gen(function* () {
                const places = yield* kept.list
                for (const sequenceNumber of places) {
                  const found = yield* kept.find(sequenceNumber)
                  const start = yield* decode(Option.getOrThrow(found)).pipe(Effect.orDie)
                  assert.strictEqual(hashOf(yield* replay({ read: log.readWithEffects, start, upTo })), expected)
                }
                const report = yield* verify()
                assert.deepStrictEqual([report.events, report.stateHash], [upTo, stateHash(played.position.state)])
                return places.length
              })
              checkpoints += yield* fromCheckpoints
              const rebuilt = yield* Effect.provide(
                Rebuild.use(({ run }) => run()),
                server()
              )
              assert.strictEqual(rebuilt.eventsProcessed, upTo)
              assert.strictEqual(yield* fromCheckpoints, rebuilt.checkpointsSaved)
              events += upTo
              restores += played.restores
            }).pipe(Effect.provide(Layer.fresh(store)), Effect.provide(Logger.layer([])), Effect.scoped)
          }
          console.log(`${name}: ${count} sequences, ${events} events, ${restores} restores, ${checkpoints} checkpoints`)
          assert.isAbove(events, 60 * count)
          assert.isAbove(restores, 0)
          assert.isAbove(checkpoints, 0)
        }),
      { timeout: 600_000 + count * 4_000 }
    )
  })
}
