// Time that is moved: an objective without a check-in for two weeks is stale.
import { Console, Effect } from "effect"
import { TestClock } from "effect/testing"
import * as Client from "strategy-planning-client"
import { TestService } from "strategy-planning-testing"

const program = Effect.gen(function* () {
  const { connect } = yield* TestService
  const { submit, api } = yield* connect("ada", "admin")
  const newId = Effect.sync(() => Client.EntityId.make(crypto.randomUUID()))
  const [team, objective] = yield* Effect.all([newId, newId])
  yield* submit({ eventType: "create_team", data: { id: team, name: "Payments", color: "#1f5fbf" } })
  const data = { id: objective, title: "Halve the queue", status: "on_track" } as const
  yield* submit({ eventType: "create_objective", targetId: team, data })
  yield* submit({ eventType: "create_progress", targetId: objective, data: { name: "Queue", start: 8, target: 4 } })
  const stale = Effect.map(api.overview.overview(), ({ teams }) => teams.map(({ counts }) => counts.stale))
  const before = yield* stale
  yield* TestClock.adjust("15 days")
  yield* Console.log(`Stale objectives: ${before}, after two weeks ${yield* stale}`)
})

// The clock is set before the service starts, or its recurring work would catch up since 1970.
const test = Effect.andThen(
  TestClock.setTime(Date.parse("2026-03-02T09:00:00Z")),
  Effect.provide(program, TestService.layer)
)
await Effect.runPromise(Effect.provide(test, TestClock.layer()))
