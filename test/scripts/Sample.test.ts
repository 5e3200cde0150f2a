import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Layer, Option, Stdio } from "effect"
import { TestClock } from "effect/testing"
import { makeTeam } from "../../scripts/admin/SampleCommand.ts"
import * as App from "../../src/App.ts"
import { PasswordHasher } from "../../src/accounts/passwords/PasswordHasher.ts"
import { findTeam, type Team } from "../../src/domain/state/State.ts"
import { objectivesView, principlesView } from "../../src/domain/views/Views.ts"
import { Projector } from "../../src/log/projection/Projector.ts"
import * as TestRandom from "../accounts/TestRandom.ts"
import { addUser } from "../accounts/TestUsers.ts"

const service = App.services.pipe(
  Layer.provideMerge(App.memoryStores),
  Layer.provide(PasswordHasher.layerWith({ iterations: 1 })),
  Layer.provideMerge(TestRandom.layer),
  Layer.provideMerge(Stdio.layerTest({}))
)

/** Creates the team on a fixed day. */
const sample = Effect.gen(function* () {
  yield* TestClock.setTime(DateTime.toEpochMillis(DateTime.makeUnsafe("2030-06-15T10:00:00Z")))
  const ada = yield* addUser("ada", "admin")
  const { teamId, events } = yield* makeTeam("Field trips", ada)
  const state = yield* (yield* Projector).state
  return { state, events, ada, team: Option.getOrThrow(findTeam(state, teamId)) }
})

const kinds = <A>(values: ReadonlyArray<A>): ReadonlySet<A> => new Set(values)

const initiativesOf = ({ objectives }: Team) => objectives.flatMap(({ initiatives }) => initiatives)
const measuresOf = ({ objectives }: Team) => objectives.flatMap(({ progress }) => progress)

describe("The sample team", () => {
  it.effect("has every type of entity, in every status", () =>
    Effect.gen(function* () {
      const { team } = yield* sample
      assert.deepStrictEqual([team.name, team.principles.length, team.objectives.length], ["Field trips", 4, 6])
      assert.deepStrictEqual(
        kinds(team.objectives.map(({ status }) => status)),
        kinds(["draft", "on_track", "at_risk", "off_track", "achieved", "missed"])
      )
      assert.deepStrictEqual(
        kinds(initiativesOf(team).map(({ status }) => status)),
        kinds(["planned", "active", "done", "dropped"])
      )
      assert.deepStrictEqual(kinds(initiativesOf(team).map(({ groupId }) => groupId === null)), kinds([true, false]))
      assert.isTrue(team.objectives.every(({ groups, progress }) => groups.length > 0 && progress.length > 0))
      assert.deepStrictEqual(kinds(measuresOf(team).map(({ checkIns }) => checkIns.length)), kinds([0, 2, 3]))
      assert.isTrue(principlesView(team).principles.every(({ objectives }) => objectives.length > 0))
      const percents = objectivesView(team).objectives.map(({ percent }) => percent ?? -1)
      assert.isTrue(percents.includes(0) && percents.includes(100) && percents.some((_) => _ > 0 && _ < 100))
    }).pipe(Effect.provide(service))
  )

  it.effect("has due dates around today: past, near, far and none", () =>
    Effect.gen(function* () {
      const { team } = yield* sample
      assert.deepStrictEqual(
        team.objectives.map(({ dueDate }) => dueDate),
        ["2030-08-29", "2030-07-09", "2030-06-11", "2030-05-28", null, "2030-05-06"]
      )
    }).pipe(Effect.provide(service))
  )

  it.effect("consists of ordinary events of its actor; a second one is another team", () =>
    Effect.gen(function* () {
      const { state, events, ada, team } = yield* sample
      assert.strictEqual(state.sequenceNumber, events)
      assert.deepStrictEqual(kinds(team.objectives.map(({ createdBy }) => createdBy)), kinds(["ada"]))
      const second = yield* makeTeam("Field trips", ada)
      assert.notStrictEqual(second.teamId, team.id)
      assert.strictEqual((yield* (yield* Projector).state).sequenceNumber, 2 * events)
    }).pipe(Effect.provide(service))
  )

  it.effect("is not created with an invalid name", () =>
    Effect.gen(function* () {
      const ada = yield* addUser("ada", "admin")
      const error = yield* Effect.flip(makeTeam("x".repeat(101), ada))
      assert.strictEqual(error.message, "The team was not created: name must have 1 to 100 characters.")
      assert.strictEqual(
        (yield* (yield* Projector).state).teams.pipe((teams) => [...teams].length),
        0
      )
    }).pipe(Effect.provide(service))
  )
})
