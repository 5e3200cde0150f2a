import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Broadcaster } from "../../src/live/Broadcaster.ts"
import { type EventStream, open } from "../support/EventStream.ts"
import { addUser, BaseUrl, headOf, request, signIn, testServer } from "../support/TestServer.ts"
import { assertError } from "./requests/Answers.ts"
import * as RawAnswers from "./requests/RawAnswers.ts"
import { submit } from "./Submissions.ts"

const eventTimeoutMs = 30_000

const team = "00000000-0000-4000-8000-000000000001"

const rename = Effect.fnUntraced(function* (name: string) {
  const { sequenceNumber } = yield* submit(yield* signIn("ada"), {
    eventType: "update_team_name",
    targetId: team,
    data: { name }
  })
  return sequenceNumber
})

const stream = Effect.fnUntraced(function* (options: Omit<Parameters<typeof open>[0], "url" | "token"> = {}) {
  const url = yield* BaseUrl
  const token = yield* signIn("eve")
  return yield* Effect.acquireRelease(
    Effect.sync(() => open({ url, token, ...options })),
    ({ close }) => Effect.sync(close)
  )
})

const changeOf =
  (wanted: number) =>
  ({ event, data }: { readonly event: string; readonly data: unknown }) =>
    event === "change" && Reflect.get(Object(data), "sequenceNumber") === wanted

const changeArrives = ({ waitFor }: EventStream, sequenceNumber: number) =>
  Effect.promise(() => waitFor(changeOf(sequenceNumber), eventTimeoutMs))

const readyArrives = ({ waitFor }: EventStream) =>
  Effect.promise(() => waitFor(({ event }) => event === "ready", eventTimeoutMs))

/** Sends the bytes on a raw connection; gives all that is received until it contains `last` or the connection is closed. */
const exchange = Effect.fnUntraced(function* (
  bytes: string,
  last: string,
  then: Effect.Effect<unknown, never, BaseUrl>
) {
  const { write, until } = yield* RawAnswers.open(yield* BaseUrl)
  write(bytes)
  yield* until((received) => received.includes("event: ready"))
  yield* then
  return yield* until((received) => received.includes(last))
})

layer(testServer, { excludeTestServices: true })("GET /api/sse", (it) => {
  it.effect("needs a session, and has headers that keep proxies from buffering", () =>
    Effect.gen(function* () {
      yield* addUser("ada", "admin")
      yield* addUser("eve", "viewer")
      yield* submit(yield* signIn("ada"), {
        eventType: "create_team",
        data: { id: team, name: "Payments", color: "#123456" }
      })
      assertError(yield* request("/api/sse"), 401)
      assertError(yield* request("/api/sse", { method: "POST", token: yield* signIn("eve") }), 405)
      const { status, headers } = yield* Effect.flatMap(stream(), ({ answered }) => Effect.promise(() => answered))
      assert.strictEqual(status, 200)
      assert.deepInclude(headers, {
        "content-type": "text/event-stream",
        "cache-control": "no-store, no-transform",
        "x-accel-buffering": "no",
        "x-content-type-options": "nosniff"
      })
      const head = yield* headOf("/api/sse", yield* signIn("eve"))
      assert.deepStrictEqual([head.status, head.text], [200, ""])
      assert.strictEqual(head.headers.get("content-type"), "text/event-stream")
    })
  )

  it.effect("sends a change as soon as it is answered, and resumes by header or query, the header first", () =>
    Effect.gen(function* () {
      const live = yield* stream()
      const { id: start } = yield* readyArrives(live)
      const first = yield* rename("Money")
      const second = yield* rename("Café 💶")
      const { id } = yield* changeArrives(live, first)
      yield* changeArrives(live, second)
      assert.deepStrictEqual(
        live.frames.map(({ event }) => event),
        ["ready", "change", "change"]
      )
      const resumed = [
        yield* stream({ lastEventId: id }),
        yield* stream({ path: `/api/sse?lastEventId=${id}` }),
        yield* stream({ path: `/api/sse?lastEventId=${start}`, lastEventId: id })
      ]
      for (const each of resumed) {
        yield* changeArrives(each, second)
        assert.deepStrictEqual(
          each.frames.map((frame) => [frame.event, frame.id]),
          [
            ["ready", id],
            ["change", live.frames[2]?.id]
          ]
        )
        assert.deepStrictEqual(each.frames[1]?.data, live.frames[2]?.data)
      }
      const empty = yield* stream({ path: "/api/sse?lastEventId=" })
      assert.strictEqual((yield* readyArrives(empty)).id, live.frames[2]?.id)
      assert.lengthOf(empty.frames, 1)
    })
  )

  it.effect("tells with `changes=1` how the views changed, and everybody else the same bytes as ever", () =>
    Effect.gen(function* () {
      const [plain, detailed] = [yield* stream(), yield* stream({ path: "/api/sse?changes=1" })]
      const { id } = yield* readyArrives(detailed)
      yield* readyArrives(plain)
      const before = yield* rename("Before")
      const after = yield* rename("After")
      yield* changeArrives(plain, after)
      yield* changeArrives(detailed, after)
      const texts = ({ frames }: EventStream) => frames.slice(1).map(({ text }) => text)
      assert.match(
        texts(plain)[1] ?? "",
        new RegExp(
          `^\\{"sequenceNumber":${after},"eventType":"update_team_name","targetId":"${team}","entityType":"team",` +
            `"fieldName":"name","teamIds":\\["${team}"\\],"entityIds":\\["${team}"\\],"actorName":"ada","actorDisplayName":null,` +
            `"timestamp":"[^"]*","entityTitle":"After",.*"undoes":null\\}$`
        )
      )
      const views = `,"views":{"id":"${team}","from":${before},"set":{"name":"After"}}}`
      assert.strictEqual(texts(detailed)[1], (texts(plain)[1] ?? "").slice(0, -1) + views)
      const resumed = yield* stream({ path: `/api/sse?changes=1&lastEventId=${id}` })
      yield* changeArrives(resumed, after)
      assert.deepStrictEqual(texts(resumed), texts(detailed))
    })
  )

  it.effect("names the token that a change came with, on resuming too", () =>
    Effect.gen(function* () {
      const queries = ["", "changes=1", "tokenNames=1"]
      const opened = yield* Effect.forEach(queries, (query) => stream({ path: `/api/sse?${query}` }))
      const [{ id } = { id: "" }] = yield* Effect.forEach(opened, readyArrives)
      const token = { name: 'Ada’s "agent"', scope: "write", expiresInDays: 1 }
      const made = yield* request("/api/auth/tokens", { token: yield* signIn("ada"), body: token })
      const headers = { authorization: `Bearer ${Reflect.get(Object(made.json), "token")}` }
      yield* rename("By hand")
      const body = { eventType: "create_objective", targetId: team, data: { title: "By the agent" } }
      const last = Number(
        Reflect.get(Object((yield* request("/api/events", { headers, body })).json), "sequenceNumber")
      )
      const back = yield* stream({ path: `/api/sse?tokenNames=1&lastEventId=${id}` })
      yield* Effect.forEach([...opened, back], (each) => changeArrives(each, last))
      for (const { frames } of [...opened, back]) {
        const [byHand, byToken] = frames.slice(1).map(({ text }) => JSON.parse(text))
        assert.deepStrictEqual([byHand.tokenName, byToken.tokenName], [null, token.name])
      }
    })
  )

  it.effect("takes no other value for what is asked for", () =>
    Effect.gen(function* () {
      const token = yield* signIn("eve")
      for (const name of ["changes", "tokenNames"]) {
        for (const value of ["", "0", "2", "true", `1&${name}=1`])
          assertError(yield* request(`/api/sse?${name}=${value}`, { token }), 400)
      }
    })
  )

  it.effect("is chunked for HTTP/1.1, plain for HTTP/1.0, and keeps the order of pipelined requests", () =>
    Effect.gen(function* () {
      const cookie = `Cookie: strategy_session=${yield* signIn("eve")}`
      const modern = yield* exchange(
        `GET /api/sse HTTP/1.1\r\nHost: x\r\n${cookie}\r\n\r\n`,
        '"actorName":"ada"',
        rename("one")
      )
      const [head = "", ...rest] = modern.split("\r\n\r\n")
      assert.match(head, /Transfer-Encoding: chunked/i)
      const body = rest.join("\r\n\r\n")
      const size = Number.parseInt(body, 16)
      assert.strictEqual(
        body
          .slice(body.indexOf("\r\n") + 2)
          .slice(0, size)
          .split("\n")[2],
        "event: ready"
      )
      assert.strictEqual(body.slice(body.indexOf("\r\n") + 2 + size).slice(0, 2), "\r\n")

      const old = yield* exchange(`GET /api/sse HTTP/1.0\r\n${cookie}\r\n\r\n`, '"actorName":"ada"', rename("two"))
      assert.notMatch(old, /chunked/i)
      assert.match(old.split("\r\n\r\n")[1] ?? "", /^retry: \d+\nid: \S+\nevent: ready\n/)

      const piped = yield* exchange(
        `GET /api/teams HTTP/1.1\r\nHost: x\r\n${cookie}\r\n\r\nGET /api/sse HTTP/1.1\r\nHost: x\r\n${cookie}\r\n\r\n`,
        '"actorName":"ada"',
        rename("three")
      )
      assert.match(
        piped,
        /^HTTP\/1.1 200 OK[\s\S]*application\/json[\s\S]*HTTP\/1.1 200 OK[\s\S]*text\/event-stream[\s\S]*ready/
      )
    })
  )

  it.effect("nothing is kept of a client that leaves", () =>
    Effect.gen(function* () {
      const { id } = yield* addUser("fleeting", "viewer")
      const [url, token] = [yield* BaseUrl, yield* signIn("fleeting")]
      const count = Effect.flatMap(Broadcaster, ({ subscribers }) =>
        Effect.map(subscribers, (all) => all.filter(({ userId }) => userId === id).length)
      )
      const opened = Array.from({ length: 10 }, () => open({ url, token }))
      yield* Effect.forEach(opened, readyArrives)
      assert.strictEqual(yield* count, 10)
      for (const { close } of opened) close()
      for (let tries = 0; (yield* count) > 0; tries++) {
        assert.isBelow(tries, 10_000)
        yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      }
    })
  )

  it.effect("serves twenty streams per user, and sends busy to more", () =>
    Effect.gen(function* () {
      yield* addUser("greedy", "viewer")
      const [url, token] = [yield* BaseUrl, yield* signIn("greedy")]
      const opened = Array.from({ length: 20 }, () => open({ url, token }))
      yield* Effect.forEach(opened, readyArrives)
      const refused = open({ url, token })
      assert.deepStrictEqual(yield* Effect.promise(() => refused.ended), { how: "busy", scope: "user" })
      assert.isAtLeast(refused.frames[0]?.retry ?? 0, 10_000)
      assert.strictEqual((yield* Effect.promise(() => refused.answered)).status, 200)
      for (const { close } of opened) close()
    })
  )
})
