import { assert, layer } from "@effect/vitest"
import { Config, ConfigProvider, Deferred, Effect, Fiber, Layer, Option, Queue, Redacted, Stream } from "effect"
import { FetchHttpClient, HttpClient, HttpClientError } from "effect/http"
import { SessionStore } from "../../src/accounts/sessions/SessionStore.ts"
import { UserStore } from "../../src/accounts/users/UserStore.ts"
import { BadRequest } from "../../src/api/Errors.ts"
import * as Client from "../../src/client/Client.ts"
import { EntityId } from "../../src/domain/entities/Ids.ts"
import { TokenStore } from "../../src/identity/TokenStore.ts"
import { addUser, BaseUrl, password, testServer } from "../support/TestServer.ts"

const id = (n: number): EntityId => EntityId.make(`00000000-0000-4000-8000-${String(n).padStart(12, "0")}`)

const connect = Effect.fnUntraced(function* (username: string, secret = password) {
  // With a slash at its end, as people copy addresses.
  return yield* Client.make({ baseUrl: `${yield* BaseUrl}/`, username, password: Redacted.make(secret) })
})

const server = Layer.provideMerge(
  Layer.effectDiscard(Effect.all([addUser("ada", "admin"), addUser("vera", "viewer")], { discard: true })),
  Layer.merge(testServer, FetchHttpClient.layer)
)

/** Loses every first answer to a submission: the request arrives, its answer does not. */
const losingAnswers = Effect.map(HttpClient.HttpClient, (client) => {
  const seen = new Set<string>()
  return HttpClient.transform(client, (answer, request) =>
    Effect.flatMap(answer, (response) => {
      const key = request.headers["idempotency-key"]
      if (key === undefined || seen.has(key)) return Effect.succeed(response)
      seen.add(key)
      const reason = new HttpClientError.TransportError({ request, description: "lost" })
      return Effect.fail(new HttpClientError.HttpClientError({ reason }))
    })
  )
})

const endSessions = Effect.fnUntraced(function* (username: string) {
  const { id } = Option.getOrThrow(yield* (yield* UserStore).findByUsername(username))
  yield* (yield* SessionStore).endAllOf(id)
})

layer(server, { excludeTestServices: true })("the packaged client", (it) => {
  it.effect("says why it cannot sign in", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(connect("ada", "wrong"))
      assert.deepInclude(failure, { _tag: "SignInFailed", message: "Invalid username or password." })
    })
  )

  it.effect("works with a token within its scope until that is revoked, and then says why not", () =>
    Effect.gen(function* () {
      const tokens = yield* TokenStore
      const { id: userId } = Option.getOrThrow(yield* (yield* UserStore).findByUsername("ada"))
      const { secret, token } = yield* tokens.create(userId, { name: "Report", scope: "write", days: 1 })
      const { api, submit, changes } = yield* Client.make({ baseUrl: yield* BaseUrl, token: secret })
      assert.deepInclude(yield* api.auth.me(), { username: "ada", role: "editor" })
      const created = submit({ eventType: "create_team", data: { id: id(7), name: "By token", color: "#336699" } })
      assert.deepInclude(yield* Effect.flip(created), { _tag: "Forbidden" })
      const title = { id: id(8), title: "By token" }
      const rejected = yield* submit({ eventType: "create_principle", targetId: id(9), data: title })
      assert.strictEqual(rejected.status, "rejected")
      const begun = yield* Deferred.make<void>()
      const following = yield* Effect.forkChild(
        Stream.runForEach(changes(), () => Deferred.succeed(begun, undefined)).pipe(Effect.flip)
      )
      yield* Deferred.await(begun)
      yield* tokens.revoke(token.id)
      const refused = {
        _tag: "SignInFailed" as const,
        message: "This token is unknown, or it has expired or was revoked."
      }
      assert.deepInclude(yield* Fiber.join(following), refused)
      assert.deepInclude(yield* Effect.flip(api.auth.me()), refused)
    })
  )

  it.effect("applies a submission once when its answer is lost", () =>
    Effect.gen(function* () {
      const lossy = Layer.effect(HttpClient.HttpClient, losingAnswers)
      const { submit, api } = yield* Effect.provide(connect("ada"), lossy)
      const answer = yield* submit({ eventType: "create_team", data: { id: id(1), name: "Once", color: "#336699" } })
      assert.strictEqual(answer.status, "applied")
      const named = (yield* api.strategy.teams()).filter(({ name }) => name === "Once")
      assert.lengthOf(named, 1)
    })
  )

  it.effect("is a service, with credentials from configuration", () =>
    Effect.gen(function* () {
      const layer = Client.layerConfig({
        baseUrl: Config.String("PLANS_URL"),
        username: Config.String("PLANS_NAME"),
        password: Config.Redacted("PLANS_PASSWORD")
      })
      const env = { PLANS_URL: yield* BaseUrl, PLANS_NAME: "vera", PLANS_PASSWORD: password }
      const configured = Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env }))
      const me = Effect.flatMap(Client.Client, ({ api }) => api.auth.me())
      assert.deepInclude(yield* configured(Effect.provide(me, layer)), { username: "vera" })
      const given = Client.layer({ baseUrl: env.PLANS_URL, username: "vera", password: Redacted.make("wrong") })
      assert.strictEqual((yield* Effect.flip(Effect.provide(me, given)))._tag, "SignInFailed")
    })
  )

  it.effect("signs in again when its session has ended, and gives an endpoint's errors as types", () =>
    Effect.gen(function* () {
      const { api } = yield* connect("ada")
      yield* endSessions("ada")
      assert.deepInclude(yield* api.auth.me(), { success: true, username: "ada" })
      const refused = api.auth.changePassword({ payload: { currentPassword: password, newPassword: "short" } })
      assert.instanceOf(yield* Effect.flip(refused), BadRequest)
    })
  )

  it.effect("delivers every change once and in order over a connection that is cut, and tells agents from people", () =>
    Effect.gen(function* () {
      const { id: userId } = Option.getOrThrow(yield* (yield* UserStore).findByUsername("ada"))
      const { secret } = yield* (yield* TokenStore).create(userId, { name: "Planning agent", scope: "write", days: 1 })
      const agent = yield* Client.make({ baseUrl: yield* BaseUrl, token: secret })
      const editor = yield* connect("ada")
      const viewer = yield* connect("vera")
      const heard: Array<number> = []
      const tokenNames: Array<string | null> = []
      const places: Array<string | null> = []
      const begun = yield* Deferred.make<void>()
      const follow = (from: string | null) =>
        viewer.changes(from).pipe(
          Stream.tap((change) =>
            Effect.sync(() => {
              places.push(change.id)
              if (change._tag !== "Changed") return
              heard.push(change.notification.sequenceNumber)
              tokenNames.push(change.notification.tokenName)
            })
          ),
          Stream.tap(({ _tag }) => (_tag === "Ready" ? Deferred.succeed(begun, undefined) : Effect.void)),
          Stream.takeUntil((change) => change._tag === "Changed" && change.notification.eventType === "delete_team"),
          Stream.runDrain
        )
      const following = yield* Effect.forkChild(follow(null))
      const drafted = (title: string) =>
        agent.submit({ eventType: "create_objective", targetId: id(2), data: { title } })
      yield* Deferred.await(begun)
      const sent: Array<number> = []
      const submitted = (outcome: { readonly sequenceNumber: number }) => sent.push(outcome.sequenceNumber)
      submitted(yield* editor.submit({ eventType: "create_team", data: { id: id(2), name: "Zero", color: "#336699" } }))
      submitted(yield* drafted("One"))
      yield* endSessions("vera")
      submitted(yield* drafted("Two"))
      submitted(yield* editor.submit({ eventType: "delete_team", targetId: id(2), data: {} }))
      yield* Fiber.join(following)
      assert.deepStrictEqual(heard, sent)
      assert.deepStrictEqual(tokenNames, [null, "Planning agent", "Planning agent", null])

      // Another process continues after the second change.
      heard.length = 0
      yield* follow(places[2] ?? assert.fail("no place"))
      assert.deepStrictEqual(heard, sent.slice(2))
    })
  )

  it.effect("keeps a view of a team alive over a connection that is cut, whole after each change", () =>
    Effect.gen(function* () {
      const { submit } = yield* connect("ada")
      const { api, views } = yield* connect("vera")
      const [team, principle, objective] = [id(20), id(21), id(22)]
      yield* submit({ eventType: "create_team", data: { id: team, name: "Live", color: "#336699" } })
      const seen = yield* Queue.unbounded<Client.TeamView>()
      const live = yield* Effect.forkChild(Stream.runForEach(views.liveTeam(team), (view) => Queue.offer(seen, view)))
      assert.deepStrictEqual(yield* Queue.take(seen), yield* views.team(team))
      yield* submit({ eventType: "create_principle", targetId: team, data: { id: principle, title: "First" } })
      yield* submit({ eventType: "create_objective", targetId: team, data: { id: objective, title: "Grow" } })
      yield* endSessions("vera")
      const link = { principleId: principle, linked: true }
      yield* submit({ eventType: "update_objective_principle_link", targetId: objective, data: link })
      yield* submit({ eventType: "create_team", data: { id: id(23), name: "Another", color: "#336699" } })
      const last = yield* submit({ eventType: "update_team_name", targetId: team, data: { name: "Livelier" } })
      const isLast = ({ sequenceNumber }: Client.TeamView) => sequenceNumber === last.sequenceNumber
      const view = yield* Effect.repeat(Queue.take(seen), { until: isLast })
      assert.deepStrictEqual(view, yield* views.team(team))
      const request = { params: { teamId: team }, query: {}, headers: {} }
      assert.deepStrictEqual(view.objectives, (yield* api.strategy.objectives(request)).objectives)
      yield* submit({ eventType: "delete_team", targetId: team, data: {} })
      assert.instanceOf(yield* Effect.flip(Fiber.join(live)), Client.NotFound)
    })
  )

  it.effect("tells outcomes apart, with the code of a rejection", () =>
    Effect.gen(function* () {
      const { submit } = yield* connect("ada")
      const team = id(30)
      const { sequenceNumber } = yield* submit({
        eventType: "create_team",
        data: { id: team, name: "One", color: "#336699" }
      })
      const rename = (name: string, lastSeenSequence?: number) =>
        submit({
          eventType: "update_team_name",
          targetId: team,
          data: { name },
          lastSeenSequence: lastSeenSequence ?? null
        })
      const applied = { status: "applied", sequenceNumber: sequenceNumber + 1, previousValue: "One" } as const
      assert.deepStrictEqual(yield* rename("Two"), applied)
      assert.deepStrictEqual(yield* rename("Two"), { status: "no_change", sequenceNumber: 0 })
      const conflict = { status: "rejected", code: "conflict", conflictingServerValue: "Two" } as const
      assert.deepInclude(yield* rename("Three", sequenceNumber), conflict)
      assert.deepInclude(yield* rename(""), { status: "rejected", code: "invalid_data" })
    })
  )

  it.effect("streams the log in pages, and gives decks as bytes", () =>
    Effect.gen(function* () {
      const { submit, history, changePages, decks } = yield* connect("ada")
      const team = id(40)
      const created = { eventType: "create_team", data: { id: team, name: "Paged", color: "#336699" } } as const
      const { sequenceNumber } = yield* submit(created)
      const edits = Array.from({ length: 501 }, (_, n) => `Name ${n}`)
      const rename = (name: string) => submit({ eventType: "update_team_name", targetId: team, data: { name } })
      yield* Effect.forEach(edits, rename, { concurrency: 50 })
      assert.lengthOf(yield* Stream.runCollect(history(team)), 502)
      const numbers = Array.from(yield* Stream.runCollect(history()), (entry) => entry.sequenceNumber)
      assert.deepStrictEqual(
        numbers,
        Array.from({ length: sequenceNumber + 501 }, (_, n) => sequenceNumber + 501 - n)
      )
      const pages = yield* Stream.runCollect(changePages({ after: sequenceNumber, types: ["update_team_name"] }))
      assert.deepStrictEqual(
        pages.map(({ changes }) => changes.length),
        [500, 1]
      )
      const { nextAfter: after = 0, epoch = "" } = pages.at(-1) ?? {}
      assert.deepStrictEqual(
        (yield* Stream.runCollect(changePages({ after, epoch }))).flatMap(({ changes }) => changes),
        []
      )
      const gone = Stream.runDrain(changePages({ epoch: "another" }))
      assert.instanceOf(yield* Effect.flip(gone), Client.Gone)
      const zip = [0x50, 0x4b]
      for (const deck of [decks.team(team, { notes: "0" }), decks.company()]) {
        assert.deepStrictEqual(Array.from((yield* deck).subarray(0, 2)), zip)
      }
    })
  )

  it.effect("imports a text as a change set, goes on after a stop, and takes back what nobody has changed since", () =>
    Effect.gen(function* () {
      const { api, submit, imports, undo, views } = yield* connect("ada")
      const { imports: viewed } = yield* connect("vera")
      const team = id(50)
      yield* submit({ eventType: "create_team", data: { id: team, name: "Here", color: "#336699" } })
      yield* submit({ eventType: "create_objective", targetId: team, data: { title: "Known" } })
      const text =
        "Type,Title,Objective,Team,Target\nObjective,known,,Here,\nObjective,New,,,\nMeasure,Sales,New,,soon\nMeasure,Users,New,,5\nObjective,There,,Away,"
      const plan = yield* imports.plan(text)
      assert.match(
        plan.summary,
        /^Here: 1 objective, 1 measure\nAway: 1 team, 1 objective\n1 value .*\n.*title from Known to known\. Row 2\n {2}Skipped “soon”: .*Row 4\n/
      )
      assert.deepStrictEqual([plan.items, (yield* viewed.plan(text)).items], [4, 2])
      const stored: Client.ImportPlan = JSON.parse(JSON.stringify(plan))
      const head = Effect.map(api.history.all({ query: { limit: 1 } }), ({ latestSequence }) => latestSequence)
      const before = yield* head
      yield* imports.apply({ ...stored, steps: stored.steps.slice(0, 1) })
      assert.deepStrictEqual(yield* imports.apply(stored), { made: 4, changed: 0, refused: [] })
      assert.deepStrictEqual(
        [yield* imports.apply(stored), yield* head],
        [{ made: 4, changed: 0, refused: [] }, before + 4]
      )
      assert.strictEqual((yield* imports.plan(text)).items, 0)
      const { objectives } = yield* views.team(team)
      const { id: changed } = objectives.find(({ title }) => title === "New") ?? assert.fail("not imported")
      yield* submit({ eventType: "update_objective_status", targetId: changed, data: { status: "at_risk" } })
      const { undone, left } = yield* undo(stored.id)
      assert.deepStrictEqual(
        [undone.length, left.map(({ code, later }) => [code, later?.actorName])],
        [2, [["changed_since", "ada"]]]
      )
      assert.deepInclude(yield* undo(stored.id), { undone: [], left, refused: [] })
      yield* submit({ eventType: "delete_objective", targetId: changed, data: {} })
      const download = JSON.stringify(yield* views.team(team))
      yield* submit({ eventType: "delete_team", targetId: team, data: {} })
      const again = yield* imports.plan(download)
      assert.deepStrictEqual([again.items, again.summary], [2, "Here: 1 team, 1 objective"])
      assert.instanceOf(yield* Effect.flip(imports.plan("x".repeat(1_000_001))), Client.ImportRefused)
      assert.instanceOf(yield* Effect.flip(viewed.apply(again)), Client.Forbidden)
    })
  )

  it.effect("brings new figures as check-ins that are undone with the import, and refuses what is unclear", () =>
    Effect.gen(function* () {
      const { imports, submit, undo, views } = yield* connect("ada")
      const team = id(60)
      yield* submit({ eventType: "create_team", data: { id: team, name: "Größe", color: "#336699" } })
      const head = "Objective,KPI,Start,Target,Current\n"
      yield* imports.apply(yield* imports.plan(`${head}Grow,Sales,0,1000,0\nGrow,Users,5,50,7`, { team: "grosse" }))
      const later = `${head}GROW,Sales,0,1000,640\nGrow,Users,5,60,7`
      const left = yield* imports.plan(later, { team })
      assert.deepStrictEqual(
        left.differences.map(({ row, title, noun, before, after, isCheckIn }) => [
          ...[row, title, noun, before, after, isCheckIn]
        ]),
        [
          [2, "GROW", "title", "Grow", "GROW", false],
          [2, "Sales", "value", 0, 640, true],
          [3, "Users", "target", 50, 60, false]
        ]
      )
      assert.deepStrictEqual([left.items, left.steps], [0, []])
      const plan = yield* imports.plan(later, { team, existing: "check-in" })
      const stale = yield* imports.plan(later.replace("640", "650"), { team, existing: "set" })
      assert.deepStrictEqual(yield* imports.apply(plan), { made: 0, changed: 1, refused: [] })
      const measures = Effect.map(views.team(team), ({ objectives }) =>
        objectives.flatMap(({ progress }) => progress.map(({ value, target }) => [value, target]))
      )
      assert.deepStrictEqual(yield* measures, [
        [640, 1000],
        [7, 50]
      ])
      // Somebody was faster: what was seen is not what is there.
      const { changed, refused } = yield* imports.apply(stale)
      assert.deepStrictEqual([changed, refused.map(({ row, title }) => [row, title])], [2, [[2, "Sales"]]])
      yield* undo(stale.id)
      yield* undo(plan.id)
      assert.deepStrictEqual(yield* measures, [
        [0, 1000],
        [7, 50]
      ])
      const unclear = "Objective,Due date\nOne,3/4/2027"
      const asked = yield* imports.plan(unclear, { team })
      assert.deepStrictEqual(
        asked.questions.map(({ choice, answers }) => [choice, answers]),
        [["dates", ["dmy", "mdy"]]]
      )
      assert.instanceOf(yield* Effect.flip(imports.apply(asked)), Client.ImportUnanswered)
      assert.deepStrictEqual((yield* imports.plan(unclear, { team, dates: "mdy" })).questions, [])
      assert.deepInclude(yield* imports.apply(asked, { acceptGuesses: true }), { made: 1, refused: [] })
      assert.instanceOf(yield* Effect.flip(imports.plan(unclear, { team: "Nowhere" })), Client.UnknownTeam)
      assert.instanceOf(yield* Effect.flip(imports.plan(unclear, { team, columns: ["title"] })), Client.ImportRefused)
    })
  )
})
