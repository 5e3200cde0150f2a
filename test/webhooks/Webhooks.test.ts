import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { IpNetwork } from "effect/net"
import { TestClock } from "effect/testing"
import { Webhook } from "standardwebhooks"
import { AccountLogPage } from "../../src/api/AccountLogApi.ts"
import { EntityId } from "../../src/domain/entities/Ids.ts"
import { maxWebhooks } from "../../src/domain/Webhook.ts"
import { utcDays } from "../../src/shared/Days.ts"
import { PageUrl } from "../../src/url/ExternalUrl.ts"
import { beginOf } from "../../src/webhooks/DigestWeek.ts"
import { WebhookAllow } from "../../src/webhooks/Receiver.ts"
import { WebhookStore } from "../../src/webhooks/WebhookStore.ts"
import { nobody } from "../http/Routes.ts"
import { assertError, assertOk, field, list } from "../http/requests/Answers.ts"
import { addUser, request, signIn, testServer, testServerWith } from "../support/TestServer.ts"
import { type Received, testReceiver } from "./TestReceiver.ts"

const path = "/api/admin/webhooks"
const admin = signIn("boss")

const call = (method: string, address: string, body?: unknown) =>
  Effect.flatMap(admin, (token) => request(address, { token, method, ...(body === undefined ? {} : { body }) }))

const createTeam = Effect.fnUntraced(function* (name: string) {
  const answer = yield* call("POST", "/api/events", { eventType: "create_team", data: { name, color: "#1f5fbf" } })
  return Number(field(assertOk(answer), "sequenceNumber"))
})

const register = Effect.fnUntraced(function* (settings: unknown) {
  const answer = assertOk(yield* call("POST", path, settings), 201)
  return { id: String(field(answer, "id")), secret: String(field(answer, "secret")) }
})

const hook = (id: string) => Effect.map(call("GET", `${path}/${id}`), assertOk)

const remove = (id: string) => Effect.map(call("DELETE", `${path}/${id}`), assertOk)

const numbers = (received: ReadonlyArray<Received>) => received.map(({ id }) => Number(id.split(".")[1]))

/** Lets the server's other work run until the webhook fulfils the condition. */
const hookUntil = Effect.fnUntraced(function* (id: string, condition: (hook: Record<string, unknown>) => boolean) {
  while (!condition((yield* hook(id)).json as Record<string, unknown>)) yield* Effect.yieldNow
})

const allowed = Layer.succeed(WebhookAllow, [IpNetwork.fromStringUnsafe("127.0.0.1/32")])
const server = Layer.provide(testServer, allowed)

layer(server)("webhooks", (it) => {
  it.effect("posts applied events in order, signed, with their content", () =>
    Effect.gen(function* () {
      yield* addUser("boss", "admin")
      yield* createTeam("Before")
      const { url, received, until } = yield* testReceiver
      const { id, secret } = yield* register({ url, description: "All of it" })
      assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
      const first = yield* createTeam("Zürich 🎿")
      const second = yield* createTeam("Bern")
      yield* until((all) => all.length === 2)
      assert.deepStrictEqual(numbers(received), [first, second])
      const [message = assert.fail("none")] = received
      // The server has the test's clock, standardwebhooks the real one.
      const body = JSON.parse(message.body)
      assert.throws(() => new Webhook(secret).verify(message.body, message.headers), /too old/)
      assert.deepInclude(body, { type: "create_team", timestamp: "1970-01-01T00:00:00.000Z" })
      assert.deepInclude(body.data, {
        sequenceNumber: first,
        eventType: "create_team",
        actorName: "boss",
        fieldName: null,
        oldValue: null,
        newValue: null,
        entityType: "team",
        entityTitle: "Zürich 🎿",
        parentId: null
      })
      const [team] = body.data.teamIds
      assert.deepStrictEqual(body.data.teams, [{ id: team, name: "Zürich 🎿" }])
      assert.deepStrictEqual(body.data.data, { id: team, name: "Zürich 🎿", color: "#1f5fbf" })
      const pull = assertOk(yield* call("GET", `/api/changes?after=${first - 1}&limit=1`))
      assert.deepStrictEqual(field(pull, "changes"), [body.data])
      assert.notProperty(body.data, "url")
      assert.include(body.data.description, "Zürich 🎿")
      yield* hookUntil(id, ({ sequenceNumber }) => sequenceNumber === second)
      const deliveries = list(assertOk(yield* call("GET", `${path}/${id}/deliveries`)))
      assert.lengthOf(deliveries, 2)
      assert.deepInclude(deliveries[0], { sequenceNumber: second, outcome: "delivered", status: 204, attempt: 1 })
      const shown = yield* call("GET", path)
      assert.notInclude(shown.text, "whsec_")
      assert.notInclude((yield* hook(id)).text, "whsec_")
      yield* remove(id)
      yield* createTeam("After")
      assert.lengthOf(received, 2)
    })
  )

  it.effect("filters by type and by team", () =>
    Effect.gen(function* () {
      const { url, received, until } = yield* testReceiver
      const teamId = "00000000-0000-4000-8000-000000000077"
      const byType = yield* register({ url, eventTypes: ["create_principle"] })
      const byTeam = yield* register({ url, teamIds: [teamId] })
      yield* createTeam("Elsewhere")
      yield* call("POST", "/api/events", {
        eventType: "create_team",
        data: { id: teamId, name: "Here", color: "#1f5fbf" }
      })
      const principle = { eventType: "create_principle", targetId: teamId, data: { title: "Simple" } }
      yield* call("POST", "/api/events", principle)
      yield* until((all) => all.length === 3)
      assert.sameMembers(
        received.map(({ body }) => JSON.parse(body).type),
        ["create_team", "create_principle", "create_principle"]
      )
      for (const { id } of [byType, byTeam]) yield* remove(id)
    })
  )

  it.effect("repeats a failed delivery before later ones, and holds up neither another webhook nor a write", () =>
    Effect.gen(function* () {
      const [broken, silent, sound] = [yield* testReceiver, yield* testReceiver, yield* testReceiver]
      broken.behaviour.answer = (response) => void response.writeHead(500).end()
      silent.behaviour.answer = () => {}
      const hooks = [
        yield* register({ url: broken.url }),
        yield* register({ url: silent.url }),
        yield* register({ url: sound.url })
      ]
      const [one, two] = [yield* createTeam("One"), yield* createTeam("Two")]
      yield* sound.until((all) => all.length === 2)
      yield* silent.until((all) => all.length === 1)
      yield* hookUntil(hooks[0]?.id ?? "", ({ failures }) => failures === 1)
      assert.deepStrictEqual(numbers(broken.received), [one])
      const { json } = yield* hook(hooks[0]?.id ?? "")
      assert.deepInclude(json, {
        failures: 1,
        failingSince: "1970-01-01T00:00:00.000Z",
        nextAttemptAt: "1970-01-01T00:00:05.000Z",
        sequenceNumber: one - 1
      })
      yield* TestClock.adjust("5 seconds")
      yield* broken.until((all) => all.length === 2)
      yield* hookUntil(hooks[0]?.id ?? "", ({ failures }) => failures === 2)
      broken.behaviour.answer = (response) => void response.writeHead(200).end()
      yield* TestClock.adjust("30 seconds")
      yield* broken.until((all) => all.length === 4)
      assert.deepStrictEqual(numbers(broken.received), [one, one, one, two])
      assert.strictEqual(new Set(broken.received.slice(0, 3).map(({ id }) => id)).size, 1)
      yield* hookUntil(hooks[0]?.id ?? "", ({ failures, nextAttemptAt }) => failures === 0 && nextAttemptAt === null)
      for (const { id } of hooks) yield* remove(id)
    })
  )

  it.effect("resends from an event on, and starts again at the head of another log", () =>
    Effect.gen(function* () {
      const { url, received, until } = yield* testReceiver
      const { id } = yield* register({ url })
      const events = [yield* createTeam("A"), yield* createTeam("B"), yield* createTeam("C")]
      yield* until((all) => all.length === 3)
      yield* hookUntil(id, ({ sequenceNumber }) => sequenceNumber === events[2])
      assertOk(yield* call("POST", `${path}/${id}/resend`, { from: events[1] }))
      yield* until((all) => all.length === 5)
      assert.deepStrictEqual(numbers(received), [...events, ...events.slice(1)])
      const beyond = yield* call("POST", `${path}/${id}/resend`, { from: (events[2] ?? 0) + 2 })
      assertError(beyond, 400)
      const store = yield* WebhookStore
      yield* store.moveTo(EntityId.make(id), { epoch: nobody, sequenceNumber: 1 })
      yield* TestClock.adjust("2 seconds")
      yield* hookUntil(id, ({ sequenceNumber }) => sequenceNumber === events[2])
      yield* TestClock.adjust("2 seconds")
      const next = yield* createTeam("D")
      yield* until((all) => all.length === 6)
      assert.strictEqual(numbers(received)[5], next)
      yield* remove(id)
    })
  )

  it.effect("posts a test at once, to a disabled webhook too, and answers how it went", () =>
    Effect.gen(function* () {
      const { url, received, behaviour } = yield* testReceiver
      const { id } = yield* register({ url, enabled: false })
      const answer = assertOk(yield* call("POST", `${path}/${id}/test`))
      assert.deepInclude(answer.json, { outcome: "delivered", status: 204, error: null })
      const [message = assert.fail("none")] = received
      assert.deepInclude(JSON.parse(message.body), { type: "test", data: {} })
      assert.match(message.id, /^test\.[0-9a-f-]{36}$/)
      behaviour.answer = (response) => void response.writeHead(500).end()
      const refused = assertOk(yield* call("POST", `${path}/${id}/test`))
      assert.deepInclude(refused.json, { outcome: "refused", error: "The receiver answered 500." })
      assert.deepStrictEqual(list(assertOk(yield* call("GET", `${path}/${id}/deliveries`))), [])
      yield* remove(id)
    })
  )

  it.effect("skips an event that cannot be delivered, and shows what was sent and answered", () =>
    Effect.gen(function* () {
      const { url, received, until, behaviour } = yield* testReceiver
      const { id } = yield* register({ url, format: "slack" })
      behaviour.answer = (response) => void response.writeHead(400).end(`invalid_blocks\0${"x".repeat(5_000)}`)
      const [bad, good] = [yield* createTeam("Bad"), yield* createTeam("Good")]
      yield* hookUntil(id, ({ failures }) => failures === 1)
      assertError(yield* call("POST", `${path}/${id}/skip`, { event: good }), 409)
      behaviour.answer = (response) => void response.writeHead(204).end()
      const skipped = assertOk(yield* call("POST", `${path}/${id}/skip`, { event: bad }))
      assert.deepInclude(skipped.json, { sequenceNumber: bad, failures: 0 })
      yield* until((all) => all.length === 2)
      yield* hookUntil(id, ({ sequenceNumber }) => sequenceNumber === good)
      assert.strictEqual(JSON.parse(received[1]?.body ?? "").text, "boss created team “Good”")
      const [latest, first] = list(assertOk(yield* call("GET", `${path}/${id}/deliveries?limit=2`)))
      assert.deepInclude(latest, { number: 2, sequenceNumber: good, outcome: "delivered" })
      assert.notProperty(first, "request")
      const { json } = assertOk(yield* call("GET", `${path}/${id}/deliveries/1`))
      const { answer, request: sent } = json as { readonly answer: string; readonly request: string }
      assert.strictEqual(sent, received[0]?.body)
      assert.strictEqual(answer, `invalid_blocks\uFFFD${"x".repeat(2_033)}`)
      yield* remove(id)
    })
  )

  it.effect("signs with both secrets after a change, and ends at a 410", () =>
    Effect.gen(function* () {
      const { url, received, until, behaviour } = yield* testReceiver
      const { id, secret } = yield* register({ url })
      const rotated = assertOk(yield* call("POST", `${path}/${id}/rotate-secret`))
      assert.notStrictEqual(field(rotated, "secret"), secret)
      assert.notInclude((yield* hook(id)).text, "whsec_")
      behaviour.answer = (response) => void response.writeHead(410).end()
      yield* createTeam("Signed twice")
      yield* until((all) => all.length === 1)
      const signatures = received[0]?.headers["webhook-signature"]?.split(" ") ?? []
      assert.lengthOf(signatures, 2)
      yield* hookUntil(id, ({ enabled }) => enabled === false)
      assert.deepInclude((yield* hook(id)).json, {
        disabledReason: "The receiver answered 410: it wants no more events."
      })
      yield* remove(id)
    })
  )

  it.effect(
    "records in the account log what admins do, with the webhook's host and id and neither path nor secret",
    () =>
      Effect.gen(function* () {
        const secretUrl = "https://hooks.example.org:8443/T000/secret-path?token=x"
        const { id, secret } = yield* register({ url: secretUrl, enabled: false })
        assertOk(yield* call("PUT", `${path}/${id}`, { url: "https://other.example.org/secret-path" }))
        assertOk(yield* call("POST", `${path}/${id}/rotate-secret`))
        assertOk(yield* call("POST", `${path}/${id}/resend`, { from: 1 }))
        assertError(yield* call("POST", `${path}/${id}/skip`, { event: 5 }), 409)
        yield* remove(id)
        for (const [method, address, body] of [
          ["POST", path, { url: "x" }],
          ["PUT", `${path}/${id}`, { url: secretUrl }],
          ["POST", `${path}/${id}/resend`, { from: 1 }],
          ["DELETE", `${path}/${id}`]
        ] as const) {
          yield* call(method, address, body)
        }
        const { json, text } = assertOk(yield* call("GET", "/api/admin/account-log?limit=500"))
        const { entries } = Schema.decodeUnknownSync(AccountLogPage)(json)
        assert.deepStrictEqual(
          entries
            .filter(({ detail }) => detail?.includes(id))
            .map(({ action, actorName, subjectName, address, count, detail }) => [
              ...[action, actorName, subjectName, address, count, detail]
            ])
            .toReversed(),
          [
            ["webhook_created", "boss", null, "127.0.0.1", 1, `hooks.example.org:8443; ${id}`],
            ["webhook_changed", "boss", null, "127.0.0.1", 1, `other.example.org; ${id}`],
            ["webhook_changed", "boss", null, "127.0.0.1", 1, `other.example.org; ${id}; secret`],
            ["webhook_resent", "boss", null, "127.0.0.1", 1, `other.example.org; ${id}`],
            ["webhook_deleted", "boss", null, "127.0.0.1", 1, `other.example.org; ${id}`]
          ]
        )
        for (const hidden of [secret, "secret-path", "token=x"]) assert.notInclude(text, hidden)
      })
  )

  it.effect("refuses invalid webhooks, one more than the maximum, and unknown ids", () =>
    Effect.gen(function* () {
      for (const url of [
        "",
        "x",
        "https://10.0.0.1/",
        "https://[::1]/",
        "http://1.1.1.1/",
        `https://${"a".repeat(2_000)}`
      ]) {
        assertError(yield* call("POST", path, { url }), 400)
      }
      const url = "https://example.org/"
      for (const settings of [
        { url, eventTypes: [] },
        { url, eventTypes: ["nothing"] },
        { url, teamIds: [] },
        { url, teamIds: ["x"] },
        { url, description: "a\nb" },
        { url, enabled: "no" }
      ]) {
        assertError(yield* call("POST", path, settings), 400)
      }
      for (const [settings, rule] of [
        [{ format: "irc" }, "format must be standard, slack or teams"],
        [{ digest: "daily" }, "digest must be weekly or null"]
      ] as const) {
        assert.include(assertError(yield* call("POST", path, { url, ...settings }), 400), rule)
      }
      for (let n = 0; n < maxWebhooks; n++) yield* register({ url, enabled: false })
      assertError(yield* call("POST", path, { url }), 409)
      const all = list(assertOk(yield* call("GET", path)))
      for (const each of all) yield* remove(String((each as { id: string }).id))
      for (const [method, address, body] of [
        ["GET", `${path}/${nobody}`],
        ["PUT", `${path}/${nobody}`, { url }],
        ["DELETE", `${path}/${nobody}`],
        ["GET", `${path}/${nobody}/deliveries`],
        ["POST", `${path}/${nobody}/test`],
        ["GET", `${path}/${nobody}/deliveries/1`],
        ["POST", `${path}/${nobody}/skip`, { event: 1 }],
        ["POST", `${path}/${nobody}/rotate-secret`],
        ["POST", `${path}/${nobody}/resend`, { from: 1 }]
      ] as const) {
        assertError(yield* call(method, address, body), 404)
      }
    })
  )
})

const withPage = testServerWith(Layer.succeed(PageUrl, "https://plans.example.org/strategy/"))

layer(Layer.provide(withPage, allowed))("webhooks of a service that knows its address", (it) => {
  it.effect("names the page's address of each event", () =>
    Effect.gen(function* () {
      yield* addUser("boss", "admin")
      const { url, received, until } = yield* testReceiver
      yield* register({ url })
      yield* createTeam("Bern")
      yield* until((all) => all.length === 1)
      const { data } = JSON.parse(received[0]?.body ?? "")
      assert.strictEqual(data.url, `https://plans.example.org/strategy/teams/${data.teamIds[0]}`)
    })
  )

  it.effect("posts a digest instead of events, once a week", () =>
    Effect.gen(function* () {
      const { url, received } = yield* testReceiver
      const { id } = yield* register({ url, digest: "weekly" })
      const teamId = "00000000-0000-4000-8000-000000000078"
      yield* call("POST", "/api/events", {
        eventType: "create_team",
        data: { id: teamId, name: "Bern", color: "#1f5fbf" }
      })
      const principle = { eventType: "create_principle", targetId: teamId, data: { title: "Simple" } }
      const last = field(assertOk(yield* call("POST", "/api/events", principle)), "sequenceNumber")
      for (const week of [0, 1]) {
        yield* TestClock.setTime(beginOf(week, utcDays))
        // A receiver has ten seconds of this clock for its answer.
        while (received.length <= week || field(yield* hook(id), "sequenceNumber") !== last) {
          yield* TestClock.adjust("5 seconds")
        }
      }
      yield* TestClock.adjust("1 hour")
      const [first, second, ...more] = received.map(({ body }) => JSON.parse(body))
      assert.deepStrictEqual(more, [])
      assert.deepInclude(first, { type: "weekly_digest", timestamp: "1970-01-05T07:00:00.000Z" })
      assert.deepInclude(first.data.sections[0].lines, {
        text: "Bern: 1 new principle.",
        url: `https://plans.example.org/strategy/teams/${teamId}`
      })
      assert.deepStrictEqual(second.data.sections, [
        { title: "What changed", count: 1, lines: [{ text: "Nothing changed." }] }
      ])
    })
  )
})
