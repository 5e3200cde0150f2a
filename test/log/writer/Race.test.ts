import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { fold } from "../../../src/domain/Evolve.ts"
import { empty } from "../../../src/domain/state/State.ts"
import { Projector } from "../../../src/log/projection/Projector.ts"
import { EventStore } from "../../../src/log/store/EventStore.ts"
import { Planner } from "../../../src/log/writer/Planner.ts"
import { plain } from "../../domain/Commands.ts"
import { server, stores } from "../Layers.ts"
import { entityId, envelope } from "../Samples.ts"

/** Only on PostgreSQL do two servers really race; the other stores run one statement after the other. */
const roundsOn = { memory: 200, PGlite: 200, PostgreSQL: 400 }
const team = entityId(1)

for (const [name, store] of stores) {
  const rounds = roundsOn[name]
  layer(store, { excludeTestServices: true })(`Races on ${name}`, (it) => {
    it.effect(`two users on two servers edit one field, ${rounds} rounds: exactly one is applied each time`, () =>
      Effect.gen(function* () {
        const { read } = yield* EventStore
        const servers = yield* Effect.all([Layer.build(server()), Layer.build(server())])
        const left = Context.get(servers[0], Planner)
        const right = Context.get(servers[1], Planner)
        const created = yield* left.submit(
          envelope({ eventType: "create_team", targetId: null, data: { id: team, name: "Start", color: "#000000" } })
        )
        let lastSeenSequence = created.sequenceNumber
        for (let round = 0; round < rounds; round++) {
          const edit = (who: string) => envelope({ data: { name: `${who} ${round}` }, lastSeenSequence })
          const answers = yield* Effect.all([left.submit(edit("left")), right.submit(edit("right"))], {
            concurrency: "unbounded"
          })
          const applied = answers.filter((_) => _.status === "applied")
          const conflicts = answers.filter((_) => _.conflictingServerValue !== null)
          assert.deepStrictEqual([applied.length, conflicts.length], [1, 1])
          lastSeenSequence = Math.max(...applied.map((_) => _.sequenceNumber))
        }

        const events = yield* read(0, 10_000)
        assert.deepStrictEqual(
          events.map((_) => _.sequenceNumber),
          Array.from({ length: 1 + 2 * rounds }, (_, index) => index + 1)
        )
        // A last submission to each server makes it fold what the other has written.
        yield* Effect.forEach([left, right, left], ({ submit }) => submit(envelope({ data: { name: "" } })))
        yield* right.submit(envelope({ data: { name: "Start again" } }))
        yield* left.submit(envelope({ data: { name: "Start again" } }))
        const log = yield* read(0, 10_000)
        const states = yield* Effect.forEach(servers, (built) => Context.get(built, Projector).state)
        assert.deepStrictEqual(states.map(plain), [plain(fold(empty, log)), plain(fold(empty, log))])
      })
    )
  })
}
