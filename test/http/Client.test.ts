import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Option, Ref } from "effect"
import { Cookies, FetchHttpClient, HttpClient } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import packageJson from "../../package.json" with { type: "json" }
import { sessionCookie } from "../../src/api/Access.ts"
import { Api } from "../../src/api/Api.ts"
import { BadRequest, Conflict, Forbidden, NotFound, Unauthorized } from "../../src/api/Errors.ts"
import { NotModified } from "../../src/api/requests/ConditionalRequest.ts"
import { withSession } from "../../src/client/SignedInClient.ts"
import { EntityId } from "../../src/domain/entities/Ids.ts"
import { addUser, BaseUrl, password, testServer } from "../support/TestServer.ts"

/** A client that keeps its session cookie. */
const connect = Effect.gen(function* () {
  const session = yield* Ref.make(Option.none<string>())
  return yield* HttpApiClient.make(Api, {
    baseUrl: yield* BaseUrl,
    transformClient: (client) =>
      HttpClient.tap(withSession(client, session), ({ cookies }) =>
        Option.match(Cookies.get(cookies, sessionCookie.key), {
          onNone: () => Effect.void,
          onSome: ({ value }) => Ref.set(session, value === "" ? Option.none() : Option.some(value))
        })
      )
  })
})

const signedIn = Effect.fnUntraced(function* (username: string) {
  const client = yield* connect
  assert.deepInclude(yield* client.auth.login({ payload: { username, password } }), { success: true, username })
  return client
})

const id = (n: number): EntityId => EntityId.make(`00000000-0000-4000-8000-${String(n).padStart(12, "0")}`)
const [team, principle, objective, progress] = [id(1), id(2), id(3), id(4)]

const server = Layer.provideMerge(
  Layer.effectDiscard(
    Effect.all([addUser("ada", "admin"), addUser("eve", "editor"), addUser("vera", "viewer")], { discard: true })
  ),
  Layer.merge(testServer, FetchHttpClient.layer)
)

layer(server, { excludeTestServices: true })("The derived client", (it) => {
  it.effect("signs in, reads its own user and signs out", () =>
    Effect.gen(function* () {
      const client = yield* connect
      assert.deepStrictEqual(yield* client.auth.login({ payload: { username: "ada", password: "wrong" } }), {
        success: false,
        error: "Invalid username or password."
      })
      assert.instanceOf(yield* Effect.flip(client.auth.me()), Unauthorized)
      const session = yield* client.auth.login({ payload: { username: "ada", password } })
      assert.deepStrictEqual(yield* client.auth.me(), session)
      assert.deepStrictEqual(yield* client.auth.logout(), { success: true })
      assert.instanceOf(yield* Effect.flip(client.auth.me()), Unauthorized)
    })
  )

  it.effect("changes a password, and reports which rule a new one breaks", () =>
    Effect.gen(function* () {
      const client = yield* signedIn("vera")
      const newPassword = "battery staple"
      assert.deepStrictEqual(
        yield* Effect.flip(
          client.auth.changePassword({ payload: { currentPassword: password, newPassword: "short" } })
        ),
        new BadRequest({
          message: "The password must have 8 to 128 characters.",
          code: "invalid_password",
          field: "newPassword"
        })
      )
      assert.deepStrictEqual(
        yield* client.auth.changePassword({ payload: { currentPassword: password, newPassword } }),
        { success: true }
      )
      yield* client.auth.changePassword({ payload: { currentPassword: newPassword, newPassword: password } })
    })
  )

  it.effect("submits a strategy and reads it back", () =>
    Effect.gen(function* () {
      const { events, strategy, history } = yield* signedIn("ada")
      const submit = (payload: Parameters<typeof events.submit>[0]["payload"]) =>
        events.submit({ payload, headers: {} })

      yield* submit({ eventType: "create_team", data: { id: team, name: "North", color: "#AA0000" } })
      yield* submit({ eventType: "create_principle", targetId: team, data: { id: principle, title: "Listen" } })
      yield* submit({ eventType: "create_objective", targetId: team, data: { id: objective, title: "Grow" } })
      const created = yield* submit({
        eventType: "create_progress",
        targetId: objective,
        data: { id: progress, name: "Sales", start: 0, target: 10 }
      })
      yield* submit({
        eventType: "update_objective_principle_link",
        targetId: objective,
        data: { principleId: principle, linked: true }
      })
      const checkedIn = yield* submit({
        eventType: "update_progress_value",
        targetId: progress,
        data: { value: 4, confidence: 7, note: "a start" },
        lastSeenSequence: created.sequenceNumber
      })
      assert.deepStrictEqual(checkedIn, {
        sequenceNumber: created.sequenceNumber + 2,
        status: "applied",
        rejectionReason: null,
        previousValue: "0",
        conflictingServerValue: null
      })
      const late = yield* submit({
        eventType: "update_progress_value",
        targetId: progress,
        data: { value: 5 },
        lastSeenSequence: created.sequenceNumber
      })
      assert.deepInclude(late, { status: "rejected", conflictingServerValue: "4" })

      assert.deepStrictEqual(yield* strategy.teams({ query: {}, headers: {} }), [
        { id: team, name: "North", color: "#aa0000" }
      ])
      const { principles } = yield* strategy.principles({ query: {}, params: { teamId: team }, headers: {} })
      assert.deepStrictEqual(
        principles.map(({ id, title, objectives }) => ({ id, title, objectives })),
        [{ id: principle, title: "Listen", objectives: [{ id: objective, title: "Grow", status: "draft" }] }]
      )
      assert.deepInclude(yield* strategy.principle({ query: {}, params: { principleId: principle }, headers: {} }), {
        ...principles[0]
      })
      const { objectives, sequenceNumber } = yield* strategy.objectives({
        query: {},
        params: { teamId: team },
        headers: {}
      })
      assert.strictEqual(sequenceNumber, checkedIn.sequenceNumber)
      assert.deepStrictEqual(
        objectives.map(({ id, percent, progress }) => [id, percent, progress.map(({ value, note }) => [value, note])]),
        [[objective, 40, [[4, "a start"]]]]
      )
      const single = yield* strategy.objective({ query: {}, params: { objectiveId: objective }, headers: {} })
      assert.deepStrictEqual(
        single.progress.flatMap(({ checkIns }) => checkIns.map(({ value }) => value)),
        [4]
      )

      const entries = yield* history.entity({ params: { entityId: progress }, query: { limit: 2 } })
      assert.deepStrictEqual(
        entries.map(({ eventType, status, oldValue, newValue }) => [eventType, status, oldValue, newValue]),
        [
          ["update_progress_value", "rejected", "4", "5"],
          ["update_progress_value", "applied", "0", "4"]
        ]
      )
      const page = yield* history.all({ query: { from: 3, limit: 2 } })
      assert.deepStrictEqual(
        { ...page, entries: page.entries.map((entry) => entry.sequenceNumber) },
        { entries: [3, 2], from: 3, limit: 2, nextFrom: 1, latestSequence: late.sequenceNumber }
      )
    })
  )

  it.effect("gets the first answer again under an idempotency key, and a typed conflict for another request", () =>
    Effect.gen(function* () {
      const { events } = yield* signedIn("ada")
      const submit = (name: string) =>
        events.submit({
          headers: { "idempotency-key": "a-key" },
          payload: { eventType: "create_team", data: { name, color: "#00aa00" } }
        })
      const first = yield* submit("South")
      assert.strictEqual(first.status, "applied")
      assert.deepStrictEqual(yield* submit("South"), first)
      assert.instanceOf(yield* Effect.flip(submit("West")), Conflict)
    })
  )

  it.effect("fetches a view only if it has changed", () =>
    Effect.gen(function* () {
      const { strategy } = yield* signedIn("vera")
      const [teams, { headers }] = yield* strategy.teams({
        query: {},
        headers: {},
        responseMode: "decoded-and-response"
      })
      const unchanged = strategy.teams({ query: {}, headers: { "if-none-match": headers.etag } })
      assert.instanceOf(yield* Effect.flip(unchanged), NotModified)
      assert.deepStrictEqual(yield* Effect.catchTag(unchanged, "NotModified", () => Effect.succeed(teams)), teams)
      assert.deepStrictEqual(yield* strategy.teams({ query: {}, headers: { "if-none-match": '"older"' } }), teams)
    })
  )

  it.effect("administers users", () =>
    Effect.gen(function* () {
      const { users } = yield* signedIn("ada")
      const created = yield* users.create({ payload: { username: "nina", password, role: "viewer" } })
      assert.deepInclude(created, { username: "nina", role: "viewer" })
      assert.instanceOf(
        yield* Effect.flip(users.create({ payload: { username: "NINA", password, role: "viewer" } })),
        Conflict
      )
      const params = { userId: created.id }
      assert.deepStrictEqual(yield* users.setRole({ params, payload: { role: "editor" } }), {
        ...created,
        role: "editor"
      })
      assert.deepInclude(yield* users.list(), { ...created, role: "editor", lastSeenAt: null })
      assert.deepStrictEqual(yield* users.remove({ params }), { success: true })
      assert.instanceOf(yield* Effect.flip(users.remove({ params })), NotFound)
    })
  )

  it.effect("gets each error as an instance of its class", () =>
    Effect.gen(function* () {
      const viewer = yield* signedIn("vera")
      const editor = yield* signedIn("eve")
      const stranger = yield* connect
      assert.instanceOf(yield* Effect.flip(stranger.strategy.teams({ query: {}, headers: {} })), Unauthorized)
      assert.deepStrictEqual(
        yield* Effect.flip(viewer.users.list()),
        new Forbidden({ message: "This requires the admin role; yours is viewer." })
      )
      assert.instanceOf(
        yield* Effect.flip(
          editor.events.submit({
            headers: {},
            payload: { eventType: "create_team", data: { name: "A", color: "#000000" } }
          })
        ),
        Forbidden
      )
      assert.deepStrictEqual(
        yield* Effect.flip(viewer.strategy.objective({ query: {}, params: { objectiveId: id(99) }, headers: {} })),
        new NotFound({ message: "There is no objective with this id." })
      )
      assert.instanceOf(
        yield* Effect.flip(editor.events.submit({ headers: {}, payload: { eventType: "delete_team", data: {} } })),
        BadRequest
      )
      const refused: Effect.Effect<unknown, Unauthorized | Forbidden> = Effect.catchTags(viewer.users.list(), {
        BadRequest: () => Effect.void,
        InternalError: () => Effect.void,
        Unavailable: () => Effect.void,
        HttpClientError: () => Effect.void,
        SchemaError: () => Effect.void
      })
      assert.instanceOf(yield* Effect.flip(refused), Forbidden)
    })
  )

  it.effect("rejects invalid input before it is sent", () =>
    Effect.gen(function* () {
      const { history } = yield* signedIn("ada")
      const error = yield* Effect.flip(history.all({ query: { limit: 501 } }))
      assert.strictEqual(error._tag, "SchemaError")
    })
  )

  it.effect("reads the service's health", () =>
    Effect.gen(function* () {
      const { system } = yield* connect
      assert.deepStrictEqual(yield* system.health(), { status: "healthy" })
      assert.deepStrictEqual(yield* system.live(), { status: "alive", version: packageJson.version })
    })
  )
})
