import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Fiber, HashMap, Layer } from "effect"
import { empty, type State } from "../../../src/domain/state/State.ts"
import { objectivesView } from "../../../src/domain/views/Views.ts"
import { Views } from "../../../src/http/answers/EncodedViews.ts"
import { EarlierStates } from "../../../src/log/projection/EarlierStates.ts"
import { Projector } from "../../../src/log/projection/Projector.ts"
import { TimeTravel } from "../../../src/log/projection/TimeTravel.ts"
import { Planner } from "../../../src/log/writer/Planner.ts"
import { type TeamSpec, teamOf } from "../../deck/Build.ts"
import { entityId, envelope } from "../../log/Samples.ts"
import { addUser, request, signIn, testServer } from "../../support/TestServer.ts"
import { assertOk, field } from "../requests/Answers.ts"

const spec = (objectives: number, initiatives: number): TeamSpec => ({
  name: "Large",
  color: "#336699",
  principles: [{ title: "Listen", description: "“always”" }],
  objectives: Array.from({ length: objectives }, (_, n) => ({
    title: `Objective ${n}`,
    description: "",
    status: "on_track",
    dueDate: null,
    principles: [0],
    groups: ["Now"],
    initiatives: Array.from({ length: initiatives }, (_, m) => ({ title: `🎯 ${m}`, status: "active", group: 0 })),
    measures: []
  }))
})

/** The views of a state with only this team. */
const showing = (team: ReturnType<typeof teamOf>) => {
  const ref = { type: "team", teamId: team.id, objectiveId: null, alive: true } as const
  const state: State = {
    ...empty,
    teams: HashMap.make([team.id, team]),
    entities: HashMap.make([team.id, ref])
  }
  return Layer.provide(
    Views.layer,
    Layer.merge(
      Layer.mergeAll(Layer.mock(TimeTravel, {}), Layer.mock(EarlierStates, {})),
      Layer.succeed(Projector, {
        state: Effect.succeed(state),
        stateNow: () => state,
        position: Effect.succeed({ state, eventHash: "" }),
        advance: () => Effect.void,
        follow: () => Effect.void
      })
    )
  )
}

const textOf = ({ bytes }: { readonly bytes: Uint8Array }) => new TextDecoder().decode(bytes)

describe("The objectives of a team", () => {
  for (const [objectives, initiatives] of [
    [300, 100],
    [101, 20],
    [21, 100]
  ] as const) {
    it.live(`with ${objectives * initiatives} initiatives are encoded once, in chunks, to the same bytes`, () => {
      const team = teamOf(spec(objectives, initiatives))
      return Effect.gen(function* () {
        const views = yield* Views
        assert.isUndefined(views.find("objectives", team.id))
        let turns = 0
        const count = () => {
          turns += 1
          next = setImmediate(count)
        }
        let next = setImmediate(count)
        const both = yield* Effect.all([views.encoded("objectives", team.id), views.encoded("objectives", team.id)], {
          concurrency: 2
        })
        clearImmediate(next)
        assert.isAtLeast(turns, Math.floor(objectives / 10))
        const [view] = both
        if (view === undefined) return assert.fail("there is a team")
        assert.strictEqual(both[1], view)
        assert.strictEqual(views.find("objectives", team.id), view)
        assert.strictEqual(textOf(view), JSON.stringify(objectivesView(team)))
      }).pipe(Effect.provide(showing(team)))
    })
  }

  it.live("of usual size are encoded in one go", () => {
    const team = teamOf(spec(100, 20))
    return Effect.gen(function* () {
      const views = yield* Views
      const view = views.find("objectives", team.id)
      if (view === undefined) return assert.fail("there is a team")
      assert.strictEqual(yield* views.encoded("objectives", team.id), view)
      assert.strictEqual(textOf(view), JSON.stringify(objectivesView(team)))
    }).pipe(Effect.provide(showing(team)))
  })
})

layer(testServer)("A large team", (it) => {
  it.effect("has the same view for concurrent requests, and 304 for its ETag", () =>
    Effect.gen(function* () {
      yield* addUser("ada", "admin")
      const token = yield* signIn("ada")
      const [team, objectives] = [entityId(1), Array.from({ length: 21 }, (_, n) => entityId(100 + n))]
      const { submit } = yield* Planner
      yield* submit(
        envelope({ eventType: "create_team", targetId: null, data: { id: team, name: "North", color: "#336699" } })
      )
      for (const id of objectives) {
        yield* submit(envelope({ eventType: "create_objective", targetId: team, data: { id, title: "Grow" } }))
      }
      yield* Effect.forEach(
        objectives.flatMap((id) => Array.from({ length: 100 }, () => id)),
        (targetId) => submit(envelope({ eventType: "create_initiative", targetId, data: { title: "Call" } })),
        { concurrency: "unbounded" }
      )
      const path = `/api/teams/${team}/objectives`
      const first = yield* Effect.forkChild(request(path, { token }), { startImmediately: true })
      const second = assertOk(yield* request(path, { token }))
      assert.strictEqual((yield* Fiber.join(first)).text, second.text)
      assert.strictEqual(field(second, "sequenceNumber"), 1 + 21 + 2_100)
      const etag = second.headers.get("etag") ?? ""
      const known = yield* request(path, { token, headers: { "if-none-match": etag } })
      assert.strictEqual(known.status, 304)
    })
  )
})
