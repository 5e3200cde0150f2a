import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import type { EntityId } from "../../../src/domain/entities/Ids.ts"
import { Inverse } from "../../../src/domain/inverse/Inverse.ts"
import { addUser, request, signIn, testServer } from "../../support/TestServer.ts"
import { assertError, assertOk, field } from "../requests/Answers.ts"
import { apply, entity, idsFrom, type Submission, smallStrategy, submit } from "../Submissions.ts"

const decode = Schema.decodeUnknownEffect(Inverse)

const users = { admin: signIn("ada"), editor: signIn("bob") }

const inverseOf = Effect.fnUntraced(function* (token: string, set: EntityId) {
  const answer = assertOk(yield* request(`/api/change-sets/${set}/inverse`, { token }))
  return yield* Effect.orDie(decode(answer.json))
})

/** Sends the submissions of an inverse as they are; gives their outcomes. */
const send = (token: string, { submissions }: typeof Inverse.Type) =>
  Effect.forEach(submissions, ({ undoes, ...sent }) => submit(token, sent, { undoes: String(undoes) }))

const inSet = (token: string, set: EntityId, ...submissions: ReadonlyArray<Submission>) =>
  Effect.forEach(submissions, (each) => submit(token, each, { "change-set": set }))

const objective = Effect.fnUntraced(function* (token: string, id: EntityId) {
  return yield* request(`/api/objectives/${id}`, { token })
})

const edit = (id: EntityId, title: string): Submission => ({
  ...{ eventType: "update_objective_title", targetId: id, data: { title } }
})

/** A strategy whose team a set restores, with an edit of the same set after it. */
const restored = Effect.fnUntraced(function* (base: number) {
  const token = yield* users.admin
  const ids = idsFrom(base)
  const set = entity(base + 0x80)
  const target = yield* apply(token, ...smallStrategy(ids))
  yield* apply(token, edit(ids.objective, "Shrink"))
  const restore = { eventType: "restore_history" as const, data: { sequenceNumber: target, teamId: ids.team } }
  yield* inSet(token, set, restore, edit(ids.objective, "Grow fast"))
  return { token, ids, set }
})

const server = Effect.andThen(addUser("ada", "admin"), addUser("bob", "editor"))

layer(testServer)("what takes a change set back", (it) => {
  it.effect("restores a team as it was before it was restored, if nobody touched it since", () =>
    Effect.gen(function* () {
      yield* server
      const { token, ids, set } = yield* restored(0x1000)
      const inverse = yield* inverseOf(token, set)
      assert.deepStrictEqual(
        inverse.submissions.map(({ eventType }) => eventType),
        ["restore_history"]
      )
      for (const { status } of yield* send(token, inverse)) assert.strictEqual(status, "applied")
      assert.strictEqual(field(yield* objective(token, ids.objective), "title"), "Shrink")
      assert.deepInclude(yield* inverseOf(token, set), { submissions: [], left: [] })
    })
  )

  it.effect("never deletes what somebody made in a restored team since, and never sets back what somebody set", () =>
    Effect.gen(function* () {
      const { token, ids, set } = yield* restored(0x1100)
      const bob = yield* users.editor
      const made = entity(0x1190)
      yield* apply(
        bob,
        { eventType: "create_objective", targetId: ids.team, data: { id: made, title: "Mine" } },
        { eventType: "create_initiative", targetId: made, data: { title: "First" } },
        { eventType: "update_principle_title", targetId: ids.principle, data: { title: "Bob's" } }
      )
      for (const { status } of yield* send(token, yield* inverseOf(token, set))) assert.strictEqual(status, "applied")
      assert.strictEqual(field(yield* objective(token, ids.objective), "title"), "Shrink")
      assertOk(yield* objective(token, made))
      const principle = yield* request(`/api/principles/${ids.principle}`, { token })
      assert.strictEqual(field(principle, "title"), "Bob's")
    })
  )

  it.effect("is refused by the planner when somebody is faster: nothing of 60 writers is lost", () =>
    Effect.gen(function* () {
      const bob = yield* users.editor
      const lost: Array<number> = []
      for (let round = 0; round < 20; round++) {
        const { token, ids, set } = yield* restored(0x2000 + round * 0x100)
        const inverse = yield* inverseOf(token, set)
        const writes = [1, 2, 3].map((n) => edit(ids.objective, `Bob ${round} ${n}`))
        const [outcomes] = yield* Effect.all(
          [Effect.forEach(writes, (write) => submit(bob, write)), send(token, inverse)],
          { concurrency: "unbounded" }
        )
        const accepted = outcomes.filter(({ status }) => status === "applied").length
        const title = field(yield* objective(token, ids.objective), "title")
        if (accepted > 0 && title !== `Bob ${round} 3`) lost.push(round)
      }
      assert.deepStrictEqual(lost, [])
    })
  )

  it.effect("leaves an initiative where somebody put it when its group comes back", () =>
    Effect.gen(function* () {
      const [token, bob] = [yield* users.admin, yield* users.editor]
      const ids = idsFrom(0x4000)
      const set = entity(0x4080)
      yield* apply(token, ...smallStrategy(ids))
      const [deleted] = yield* inSet(token, set, { eventType: "delete_group", targetId: ids.group })
      const placement = { groupId: null, position: 1 }
      const later = yield* apply(bob, {
        ...{ eventType: "update_initiative_placement", targetId: ids.initiative, data: placement }
      })
      const inverse = yield* inverseOf(token, set)
      assert.deepStrictEqual(
        inverse.left.map(({ sequenceNumber, code, later }) => [
          sequenceNumber,
          code,
          later?.sequenceNumber,
          later?.actorName
        ]),
        [[deleted?.sequenceNumber, "changed_since", later, "bob"]]
      )
      for (const { status } of yield* send(token, inverse)) assert.strictEqual(status, "applied")
      const shown = assertOk(yield* objective(token, ids.objective))
      assert.include(JSON.stringify(field(shown, "groups")), ids.group)
      const initiatives = Object(field(shown, "initiatives"))
      assert.deepInclude(
        initiatives.find(({ id }: { readonly id: string }) => id === ids.initiative),
        { groupId: null }
      )
    })
  )

  it.effect("puts a corrected check-in back, unless a later one of its day stays", () =>
    Effect.gen(function* () {
      const token = yield* users.admin
      const ids = idsFrom(0x4800)
      yield* apply(token, ...smallStrategy(ids))
      const update = (data: NonNullable<Submission["data"]>): Submission => ({
        ...{ eventType: "update_progress_value", targetId: ids.progress, data }
      })
      const valueNow = Effect.map(request(`/api/objectives/${ids.objective}`, { token }), (answer) => {
        const [measure] = Object(field(answer, "progress"))
        return Object(measure).value
      })
      const correction = Effect.fnUntraced(function* (set: EntityId, from: number, to: number) {
        const wrong = yield* apply(token, update({ value: from }))
        yield* inSet(token, set, update({ value: to }), update({ retract: wrong }))
        assert.strictEqual(yield* valueNow, to)
      })
      const set = entity(0x4880)
      yield* correction(set, 6, 7)
      for (const { status } of yield* send(token, yield* inverseOf(token, set))) assert.strictEqual(status, "applied")
      assert.strictEqual(yield* valueNow, 6)
      const other = entity(0x4881)
      yield* correction(other, 8, 9)
      const later = yield* apply(token, update({ value: 10 }))
      const { submissions, left } = yield* inverseOf(token, other)
      assert.deepStrictEqual(submissions, [])
      for (const { code, reason, later: found } of left) {
        assert.deepStrictEqual([code, found?.sequenceNumber], ["later_check_in", later])
        assert.match(
          reason,
          /^The check-in of “.+” can only come back once the later one of the same day is deleted\.$/
        )
      }
      assert.strictEqual(left.length, 2)
    })
  )

  it.effect("names what needs another role; 404 where there is nothing", () =>
    Effect.gen(function* () {
      const { set } = yield* restored(0x5000)
      const bob = yield* users.editor
      const { submissions, left } = yield* inverseOf(bob, set)
      assert.isFalse(submissions.some(({ eventType }) => eventType === "restore_history"))
      assert.include(
        left.map(({ code }) => code),
        "role_required"
      )
      assertError(yield* request(`/api/change-sets/${entity(0x5fff)}/inverse`, { token: bob }), 404)
      assertError(yield* request("/api/history/999999/inverse", { token: bob }), 404)
    })
  )
})
