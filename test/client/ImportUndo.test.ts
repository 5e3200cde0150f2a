import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { FetchHttpClient } from "effect/http"
import * as Client from "../../src/client/Client.ts"
import { addUser, BaseUrl, password, testServer } from "../support/TestServer.ts"

const connect = Effect.fnUntraced(function* (username: string) {
  return yield* Client.make({ baseUrl: yield* BaseUrl, username, password: Redacted.make(password) })
})

const people = Effect.all([addUser("ada", "admin"), addUser("bob", "editor"), addUser("cy", "editor")], {
  discard: true
})

const server = Layer.provideMerge(Layer.effectDiscard(people), Layer.merge(testServer, FetchHttpClient.layer))

/** 600 items: 200 objectives, each with an initiative and a measure, in two teams that exist and one that does not. */
const text = [
  "Type,Title,Objective,Team,Start,Target",
  ...Array.from({ length: 200 }, (_, at) => {
    const team = at < 80 ? "North" : at < 160 ? "South" : "West"
    return [
      `Objective,Goal ${at},,${team},,`,
      `Initiative,Step ${at},Goal ${at},${team},,`,
      `Measure,Sales ${at},Goal ${at},${team},0,${at + 1}`
    ]
  }).flat()
].join("\n")

layer(server, { excludeTestServices: true })("Undoing an import of 600 items", (it) => {
  it.effect("leaves and names exactly what colleagues changed, and gives back everything else", () =>
    Effect.gen(function* () {
      const ada = yield* connect("ada")
      const colleagues = [yield* connect("bob"), yield* connect("cy")] as const
      const teams = ["North", "South"].map((name) => ({ name, id: Client.EntityId.make(crypto.randomUUID()) }))
      for (const { id, name } of teams) {
        yield* ada.submit({ eventType: "create_team", data: { id, name, color: "#336699" } })
        yield* ada.submit({ eventType: "create_objective", targetId: id, data: { title: `Known in ${name}` } })
      }
      const contents = Effect.forEach(teams, ({ id }) =>
        Effect.map(ada.views.team(id), ({ team, principles, objectives }) => ({ team, principles, objectives }))
      )
      const before = yield* contents
      const plan = yield* ada.imports.plan(text)
      assert.strictEqual(plan.items, 601)
      assert.deepStrictEqual(yield* ada.imports.apply(plan), { made: 601, changed: 0, refused: [] })

      const imported = (yield* contents)
        .flatMap(({ objectives }) => objectives)
        .filter(({ title }) => title.startsWith("Goal"))
      const changed = imported.filter((_, at) => at % 16 === 0)
      assert.lengthOf(changed, 10)
      for (const [at, { id: targetId, title }] of changed.entries()) {
        const { submit } = colleagues[at % 2] ?? assert.fail("nobody")
        yield* submit({ eventType: "update_objective_title", targetId, data: { title: `${title}, ours` } })
      }

      const { changeSetName, touches } = yield* ada.inverse(plan.id)
      assert.deepStrictEqual([changeSetName, touches], ["Import into 3 teams", { items: 591, teams: 3 }])
      const { undone, left, refused } = yield* ada.undo(plan.id)
      assert.deepStrictEqual(refused, [])
      assert.isAbove(undone.length, 0)
      const history = Effect.fnUntraced(function* (sequenceNumber: number) {
        const { entries } = yield* ada.api.history.all({ query: { from: sequenceNumber, limit: 1 } })
        return entries[0] ?? assert.fail("no event")
      })
      const named = yield* Effect.forEach(left, ({ sequenceNumber, later }) =>
        Effect.map(history(sequenceNumber), ({ entityId }) => ({ id: entityId, by: later?.actorName }))
      )
      assert.sameDeepMembers(
        named,
        changed.map(({ id }, at) => ({ id, by: at % 2 === 0 ? "bob" : "cy" }))
      )
      for (const [at, { objectives, ...team }] of (yield* contents).entries()) {
        const { objectives: known, ...then } = before[at] ?? assert.fail("no team")
        const kept = changed
          .filter(({ teamId }) => teamId === team.team.id)
          .map(({ id, title }) => [id, `${title}, ours`])
        assert.deepStrictEqual(team, then)
        assert.deepStrictEqual(
          objectives.map(({ id, title }) => [id, title]),
          [...known.map(({ id, title }) => [id, title]), ...kept]
        )
      }
      const names = (yield* Effect.catchTag(
        ada.api.strategy.teams({ query: {}, headers: {} }),
        "NotModified",
        Effect.die
      )).map(({ name }) => name)
      assert.notInclude(names, "West")
      assert.deepInclude(yield* ada.undo(plan.id), { undone: [], left, refused: [] })
    })
  )
})
