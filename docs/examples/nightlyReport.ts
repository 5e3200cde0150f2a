// A nightly report: what changed since the last one, by pages whose position it stores.
import { Console, Effect, Stream } from "effect"
import * as Client from "strategy-planning-client"
import { TestService } from "strategy-planning-testing"

interface Place {
  readonly after: number
  readonly epoch: string
}

/** Prints the changes after a place, and gives where the next report begins. */
const report = (client: Client.Client, place?: Place) =>
  Stream.runFoldEffect(
    client.changePages(place),
    (): Place | undefined => place,
    (_, { changes, nextAfter, epoch }) =>
      Effect.as(
        Effect.forEach(changes, ({ actorName, description }) => Console.log(`${actorName} ${description}`)),
        { after: nextAfter, epoch }
      )
  )

const program = Effect.gen(function* () {
  const { connect } = yield* TestService
  const admin = yield* connect("ada", "admin")
  const reader = yield* connect("report", "viewer")
  const id = Client.EntityId.make(crypto.randomUUID())
  yield* admin.submit({ eventType: "create_team", data: { id, name: "Payments", color: "#1f5fbf" } })
  const place = yield* report(reader)
  yield* admin.submit({ eventType: "update_team_name", targetId: id, data: { name: "Pay" } })
  yield* report(reader, place)
})

await Effect.runPromise(Effect.provide(program, TestService.layer))
