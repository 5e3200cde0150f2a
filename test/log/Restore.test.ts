import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { generate } from "../../scripts/bench/Generate.ts"
import { verify } from "../../src/log/maintenance/Verify.ts"
import { startOfLog } from "../../src/log/projection/LogPosition.ts"
import { Projector } from "../../src/log/projection/Projector.ts"
import { type Envelope, Planner } from "../../src/log/writer/Planner.ts"
import { contentOf } from "../domain/Content.ts"
import { server, stores } from "./Layers.ts"
import { entityId, userId } from "./Samples.ts"

const [team, principle, objective, group, initiative, progress] = [1, 2, 3, 4, 5, 6].map((n) => entityId(900_000 + n))

const envelope = (
  eventType: Envelope["eventType"],
  targetId: Envelope["targetId"] = null,
  data: Envelope["data"] = {}
) => ({
  actorId: userId(1),
  actorName: "ada",
  eventType,
  targetId,
  data,
  lastSeenSequence: null,
  idempotency: null
})

/** More than the number of earlier states that are held at once. */
const tries = 12

/** A team with one entity of every type, linked, placed and checked in. */
const wholeTeam = [
  envelope("create_team", null, { id: team ?? null, name: "Gone", color: "#aa00bb" }),
  envelope("create_principle", team, { id: principle ?? null, title: "Principle", description: "a\nb" }),
  envelope("create_objective", team, { id: objective ?? null, title: "Objective", dueDate: "2027-01-31" }),
  envelope("update_objective_principle_link", objective, { principleId: principle ?? null, linked: true }),
  envelope("create_group", objective, { id: group ?? null, name: "Group" }),
  envelope("create_initiative", objective, { id: initiative ?? null, title: "Initiative", groupId: group ?? null }),
  envelope("create_progress", objective, { id: progress ?? null, name: "Measure", start: 0, target: 10 }),
  envelope("update_progress_value", progress, { value: 4, confidence: 7, note: "on the way" })
]

for (const [name, store] of stores) {
  layer(Layer.provideMerge(Layer.empty, store), { excludeTestServices: true })(`Restoring on ${name}`, (it) => {
    it.effect(
      "a team deleted 2,000 events ago is restored completely and removed again; a deleted objective comes back, once, whoever asks",
      () =>
        Effect.gen(function* () {
          const start = yield* generate(startOfLog, 1_200)
          assert.strictEqual(start.state.sequenceNumber, 1_200)
          yield* Effect.gen(function* () {
            const { submit } = yield* Planner
            const { state, position } = yield* Projector
            const applied = (submission: Envelope) =>
              Effect.map(submit(submission), (outcome) => {
                assert.strictEqual(outcome.status, "applied", outcome.rejection?.code ?? "")
                return outcome.sequenceNumber
              })
            for (const submission of wholeTeam) yield* applied(submission)
            const whole = yield* state
            yield* applied(envelope("delete_team", team))
            const later = yield* generate(yield* position, (yield* state).sequenceNumber + 2_000)
            const target = whole.sequenceNumber

            const restored = yield* applied(
              envelope("restore_history", null, { sequenceNumber: target, teamId: team ?? null })
            )
            const after = yield* state
            const teamOf = (from: typeof after) => JSON.stringify(contentOf(from)).split(String(team)).length
            assert.isAbove(teamOf(after), 1)
            assert.strictEqual(teamOf(after), teamOf(whole))

            yield* applied(envelope("restore_history", null, { sequenceNumber: restored - 1 }))
            assert.deepStrictEqual(contentOf(yield* state), contentOf(later.state))
            yield* applied(envelope("restore_history", null, { sequenceNumber: restored }))
            assert.deepStrictEqual(contentOf(yield* state), contentOf(after))
            yield* applied(envelope("restore_history", null, { sequenceNumber: target }))
            assert.deepStrictEqual(contentOf(yield* state), contentOf(whole))

            const asOf = (yield* state).sequenceNumber
            yield* applied(envelope("delete_objective", objective))
            const back = envelope("create_objective", team, { id: objective ?? null, asOf })
            const outcomes = yield* Effect.forEach(
              Array.from({ length: tries }, () => back),
              submit,
              {
                concurrency: "unbounded"
              }
            )
            assert.strictEqual(outcomes.filter(({ status }) => status === "applied").length, 1)
            assert.strictEqual(outcomes.filter(({ status }) => status === "rejected").length, tries - 1)
            assert.deepStrictEqual(contentOf(yield* state), contentOf(whole))
          }).pipe(Effect.provide(server()))
          const report = yield* verify()
          assert.strictEqual(report.events, 1_200 + wholeTeam.length + 1 + 2_000 + 4 + 1 + tries)
        }).pipe(Effect.provide(Logger.layer([])))
    )
  })
}
