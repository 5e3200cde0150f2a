// A rule bot: an objective whose measures have all reached their targets becomes achieved.
import { Console, Effect, Fiber, Stream } from "effect"
import * as Client from "strategy-planning-client"
import { TestService } from "strategy-planning-testing"

/** Submissions for what the view shows. If somebody is quicker, they are rejected as conflicts. */
const achieved = ({ objectives, sequenceNumber }: Client.TeamView) =>
  objectives
    .filter(({ status, percent }) => percent === 100 && status !== "achieved")
    .map(
      ({ id }): Client.Submission => ({
        eventType: "update_objective_status",
        targetId: id,
        data: { status: "achieved" },
        lastSeenSequence: sequenceNumber
      })
    )

const bot = ({ views, submit }: Client.Client, teamId: Client.EntityId) =>
  views.liveTeam(teamId).pipe(
    Stream.tap((view) => Effect.forEach(achieved(view), (submission) => submit(submission))),
    Stream.takeUntil(({ objectives }) => objectives.some(({ status }) => status === "achieved")),
    Stream.runLast
  )

const program = Effect.gen(function* () {
  const { connect } = yield* TestService
  const { submit } = yield* connect("ada", "admin")
  const newId = Effect.sync(() => Client.EntityId.make(crypto.randomUUID()))
  const [team, objective, measure] = yield* Effect.all([newId, newId, newId])
  yield* submit({ eventType: "create_team", data: { id: team, name: "Payments", color: "#1f5fbf" } })
  yield* submit({ eventType: "create_objective", targetId: team, data: { id: objective, title: "Halve the queue" } })
  const progress = { id: measure, name: "Queue", start: 8, target: 4 }
  yield* submit({ eventType: "create_progress", targetId: objective, data: progress })
  const running = yield* Effect.forkChild(bot(yield* connect("bot", "editor"), team))
  yield* submit({ eventType: "update_progress_value", targetId: measure, data: { value: 4 } })
  yield* Fiber.join(running)
  const { updatedBy, status } = yield* (yield* connect("vera", "viewer")).api.strategy.objective({
    params: { objectiveId: objective }
  })
  yield* Console.log(`${updatedBy}: ${status}`)
})

await Effect.runPromise(Effect.provide(program, TestService.layer))
