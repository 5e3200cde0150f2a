import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Effect, HashMap, Redacted, Scope } from "effect"
import { entitiesPerTeam, generate, principleId, teamId } from "../../scripts/bench/Generate.ts"
import { counts } from "../../scripts/bench/LogCounts.ts"
import { rawConnection, stores } from "../../scripts/bench/LogStores.ts"
import type { RunContext, Subject } from "../../scripts/bench/Subject.ts"
import { planner } from "../../scripts/bench/subjects/Planner.ts"
import { replay } from "../../scripts/bench/subjects/Replay.ts"
import { webhookDeliveries } from "../../scripts/bench/subjects/WebhookDeliveries.ts"
import { startOfLog } from "../../src/log/projection/LogPosition.ts"
import { freshDatabase } from "../support/databases.ts"

/** The tables of a subject that is measured on the smallest scale. */
const measured = Effect.fnUntraced(function* (subject: Subject) {
  const scope = yield* Effect.scope
  const database = () => Scope.provide(Effect.map(freshDatabase, Redacted.value), scope)
  const scale = { rounds: 2, seconds: 0.1, quick: true }
  return yield* subject.measure({ scale, database, say: () => Effect.void })
}, Effect.provide(NodeServices.layer))

const shape = (tables: Effect.Success<ReturnType<typeof measured>>) =>
  tables.map(({ unit, measurements, aims }) => ({
    unit,
    measurements: measurements.map(({ contender, values }) => [contender, values.filter((value) => value > 0).length]),
    aims
  }))

describe("Subjects of the benchmark", () => {
  it.live("webhooks: every message arrives from the server and from the bare clients, equally often", () =>
    Effect.gen(function* () {
      const measure = (stage: RunContext) => Effect.map(webhookDeliveries(stage), (made) => [made])
      const saves = "bare client that saves its position"
      assert.deepStrictEqual(shape(yield* measured({ name: "", about: "", measure })), [
        {
          unit: "deliveries/s",
          measurements: [
            ["ours", 2],
            [saves, 2],
            ["bare client", 2]
          ],
          aims: [
            { of: "ours", to: saves, is: "at least" },
            { of: "ours", to: "bare client", is: "at least" }
          ]
        }
      ])
    }).pipe(Effect.scoped)
  )

  it.live.each([
    [planner.name, planner, "Planner", "raw inserts"],
    [replay.name, replay, "replay", "raw reads"]
  ] as const)("%s: both do the same work, and are measured equally often", ([, subject, ours, other]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(shape(yield* measured(subject)), [
        {
          unit: "events/s",
          measurements: [
            [ours, 2],
            [other, 2]
          ],
          aims: [{ of: ours, to: other, is: "at least", bound: 0.6 }]
        }
      ])
    }).pipe(Effect.scoped)
  )
})

describe("generated strategies", () => {
  it.live("have the requested number of complete teams, and their rows are counted correctly", () =>
    Effect.gen(function* () {
      const url = Redacted.value(yield* freshDatabase)
      const whole = yield* Effect.provide(generate(startOfLog, 3 * entitiesPerTeam, undefined, 3), stores(url))
      assert.strictEqual(HashMap.size(whole.state.teams), 3)
      assert.strictEqual(HashMap.size(whole.state.entities), 3 * entitiesPerTeam)
      assert.deepStrictEqual(
        [0, 1, 2, 3].map((n) => HashMap.getUnsafe(whole.state.entities, principleId(n)).teamId),
        [0, 1, 2, 0].map(teamId)
      )
      assert.deepStrictEqual(yield* Effect.provide(counts, rawConnection(url)), {
        events: 3 * entitiesPerTeam,
        // The creation of an entity in a team is in the team's history too.
        associations: 3 * (2 * entitiesPerTeam - 1),
        outcomes: 0,
        head: 3 * entitiesPerTeam
      })
    }).pipe(Effect.scoped)
  )
})
