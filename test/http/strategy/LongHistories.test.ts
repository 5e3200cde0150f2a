import { connect, type Socket } from "node:net"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Logger, Schema } from "effect"
import { TestClock } from "effect/testing"
import { HistoryPage } from "../../../src/api/HistoryApi.ts"
import { StorageError } from "../../../src/domain/StorageError.ts"
import { HistoryEntry } from "../../../src/domain/views/History.ts"
import { EventStore } from "../../../src/log/store/EventStore.ts"
import { Planner } from "../../../src/log/writer/Planner.ts"
import { entityId, envelope } from "../../log/Samples.ts"
import { addUser, BaseUrl, headOf, request, signIn, testServerWith } from "../../support/TestServer.ts"
import { until } from "../../support/until.ts"
import { assertError, assertOk } from "../requests/Answers.ts"

interface Observed {
  /** Rows of histories that the server has read from the store. */
  rows: number
  /** Pages that the server can still read before the store fails. */
  failsAfter: number
  /** Responses that the server has logged as cut off. */
  cut: number
}

class Reads extends Context.Service<Reads, Observed>()("test/http/Reads") {
  static readonly layer = Layer.sync(Reads, () => ({ rows: 0, failsAfter: Number.POSITIVE_INFINITY, cut: 0 }))
}

const logger = Layer.unwrap(
  Effect.map(Reads, (reads) =>
    Logger.layer([
      Logger.make(({ message }) => {
        if (String(message).includes("was cut off")) reads.cut += 1
      })
    ])
  )
)

const observedStore = Layer.effect(
  EventStore,
  Effect.gen(function* () {
    const store = yield* EventStore
    const reads = yield* Reads
    const counted = (page: ReturnType<typeof store.page>) =>
      Effect.suspend(() => {
        if (reads.failsAfter <= 0) return new StorageError({ operation: "test", unavailable: true, cause: "test" })
        reads.failsAfter -= 1
        return Effect.tap(page, ({ rows }) =>
          Effect.sync(() => {
            reads.rows += rows.length
          })
        )
      })
    return EventStore.of({
      ...store,
      page: (before, bounds) => counted(store.page(before, bounds)),
      history: (id, before, bounds) => counted(store.history(id, before, bounds))
    })
  })
)

const server = testServerWith(observedStore).pipe(Layer.provideMerge(logger), Layer.provideMerge(Reads.layer))

const [team, principle] = [entityId(1), entityId(2)]
const path = `/api/history/entity/${principle}`

/** Edits of the principle, each of 48 KiB in its history: together more than a connection buffers. */
const edits = 300

const fill = Effect.gen(function* () {
  const { submit } = yield* Planner
  yield* submit(
    envelope({ eventType: "create_team", targetId: null, data: { id: team, name: "North", color: "#336699" } })
  )
  yield* submit(envelope({ eventType: "create_principle", targetId: team, data: { id: principle, title: "Listen" } }))
  const descriptions = ["🎯", "🌱"].map((emoji) => emoji.repeat(4_096))
  for (let n = 0; n < edits; n++) {
    const data = { description: descriptions[n % 2] ?? "" }
    yield* submit(envelope({ eventType: "update_description", targetId: principle, data }))
  }
})

const entries = Schema.Array(HistoryEntry)
const decodeEntries = Schema.decodeUnknownSync(entries, { onExcessProperty: "error" })
const decodePage = Schema.decodeUnknownSync(HistoryPage, { onExcessProperty: "error" })

const user = Effect.fnUntraced(function* (name: string, role: "viewer" | "admin" = "viewer") {
  yield* addUser(name, role)
  return yield* signIn(name)
})

const get = (path: string, token: string) =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nCookie: strategy_session=${token}\r\n\r\n`

const lastChunk = "\r\n0\r\n\r\n"

interface Connection {
  readonly socket: Socket
  /** All text received so far. */
  readonly received: () => string
  /** The number of responses received completely, counted by their last chunks. */
  readonly ended: () => number
  readonly isClosed: () => boolean
}

/** Opens a connection and sends the text. After the first bytes nothing is read until the socket is resumed. */
const unread = Effect.fnUntraced(function* (sent: string) {
  const { hostname, port } = new URL(yield* BaseUrl)
  return yield* Effect.acquireRelease(
    Effect.callback<Connection>((resume) => {
      const chunks: Array<Buffer> = []
      let [tail, ended, isClosed] = ["", 0, false]
      const socket = connect({ port: Number(port), host: hostname }, () => socket.write(sent))
      const received = () => Buffer.concat(chunks).toString()
      const connection = { socket, received, ended: () => ended, isClosed: () => isClosed }
      socket.on("data", (chunk) => {
        chunks.push(chunk)
        const text = tail + chunk.toString("latin1")
        ended += text.split(lastChunk).length - 1
        tail = text.slice(1 - lastChunk.length)
        if (chunks.length > 1) return
        socket.pause()
        resume(Effect.succeed(connection))
      })
      socket.on("error", () => {})
      socket.on("close", () => {
        isClosed = true
      })
    }),
    ({ socket }) => Effect.sync(() => socket.destroy())
  )
})

const statusOf = ({ received }: Connection) => received().slice(9, 12)

/** Continues to read until `answers` responses are complete, or the connection is closed. */
const readOn = ({ socket, ended, isClosed }: Connection, answers: number) =>
  Effect.suspend(() => {
    socket.resume()
    return until(Effect.sync(isClosed), (isClosed) => isClosed || ended() >= answers)
  })

const refused = (token: string) => Effect.map(request(path, { token }), ({ status }) => status === 503)

layer(server)("A long history", (it) => {
  it.effect("is streamed without a limit, and has the same entries as its pages", () =>
    Effect.gen(function* () {
      yield* fill
      const token = yield* user("ada", "admin")
      const whole = assertOk(yield* request(path, { token }))
      assert.strictEqual(whole.headers.get("content-type"), "application/json")
      assert.isNull(whole.headers.get("content-length"))
      const all = decodeEntries(whole.json)
      assert.deepStrictEqual(
        all.map(({ sequenceNumber }) => sequenceNumber),
        Array.from({ length: edits + 1 }, (_, n) => edits + 2 - n)
      )
      assert.strictEqual(whole.text, JSON.stringify(whole.json))
      const paged = []
      let before = ""
      for (;;) {
        const page = decodeEntries(assertOk(yield* request(`${path}?limit=90${before}`, { token })).json)
        paged.push(...page)
        if (page.length < 90) break
        before = `&before=${page.at(-1)?.sequenceNumber}`
      }
      assert.deepStrictEqual(paged, [...all])

      const ofAll = assertOk(yield* request("/api/history/all?limit=250", { token }))
      const { entries: shown, ...frame } = decodePage(ofAll.json)
      assert.deepStrictEqual(shown, all.slice(0, 250))
      assert.deepStrictEqual(frame, { from: 302, limit: 250, nextFrom: 52, latestSequence: 302 })
      assert.strictEqual(ofAll.text, JSON.stringify(ofAll.json))
    })
  )

  it.effect("has a content length when it is short", () =>
    Effect.gen(function* () {
      const token = yield* user("brief")
      for (const short of [`/api/history/entity/${entityId(77)}`, `${path}?before=3`, `${path}?limit=1`]) {
        const answer = assertOk(yield* request(short, { token }))
        assert.strictEqual(answer.headers.get("content-length"), String(Buffer.byteLength(answer.text)), short)
      }
    })
  )

  it.effect("is read from the database as its client takes it, a few pages ahead at most", () =>
    Effect.gen(function* () {
      const reads = yield* Reads
      const [viewer, admin] = [yield* user("slow"), yield* user("slow-admin", "admin")]
      reads.rows = 0
      const addresses = [
        [path, viewer],
        [path, viewer],
        [`${path}?limit=250`, viewer],
        ["/api/history/all?limit=250", admin]
      ] as const
      const connections = yield* Effect.forEach(addresses, ([path, token]) => unread(get(path, token)))
      assert.deepStrictEqual(connections.map(statusOf), ["200", "200", "200", "200"])
      assert.isTrue(yield* refused(viewer))
      assert.isBelow(reads.rows, 4 * 250)

      const [first, second, limited, ofAll] = connections
      if (!(first && second && limited && ofAll)) return assert.fail("four were opened")
      // A client that begins to read in time gets the whole history as it was at its request.
      yield* Planner.use(({ submit }) =>
        submit(
          envelope({ eventType: "update_principle_title", targetId: principle, data: { title: `Later ${reads.rows}` } })
        )
      )
      yield* readOn(first, 1)
      assert.strictEqual(first.ended(), 1)
      const text = first.received()
      assert.notInclude(text, "Later")
      assert.strictEqual(text.match(/"sequenceNumber":\d+,"timestamp"/g)?.length, edits + 1)

      // The others are cut off.
      while (reads.cut < 3) yield* Effect.andThen(TestClock.adjust("30 seconds"), request("/health/live"))
      assert.isFalse(yield* refused(viewer))
      for (const connection of [second, limited, ofAll]) {
        yield* readOn(connection, 1)
        assert.deepStrictEqual([connection.ended(), connection.isClosed()], [0, true])
      }
    }).pipe(Effect.scoped)
  )

  it.effect("is streamed to at most two requests per user and eight in total; others get 503", () =>
    Effect.gen(function* () {
      const tokens = yield* Effect.forEach(["a", "b", "c", "d", "e"], (name) => user(`many-${name}`))
      const [first = "", second = ""] = tokens
      yield* Effect.scoped(
        Effect.gen(function* () {
          const all = yield* Effect.forEach(Array.from({ length: 40 }), () => unread(get(path, first)))
          assert.deepStrictEqual(all.filter((connection) => statusOf(connection) === "200").length, 2)
          const answer = yield* request(path, { token: first })
          assertError(answer, 503)
          assert.match(answer.headers.get("retry-after") ?? "", /^[1-9]\d*$/)
          assertOk(yield* request(`${path}?limit=100`, { token: first }))
          assertOk(yield* request(path, { token: second }))
          for (const token of tokens.slice(1, 4)) {
            for (const sent of [get(path, token), get(path, token)]) {
              assert.strictEqual(statusOf(yield* unread(sent)), "200")
            }
          }
          assertError(yield* request(path, { token: tokens[4] ?? "" }), 503)
        })
      )
      // Clients that leave free their places.
      yield* until(refused(tokens[4] ?? ""), (is) => !is)
      yield* until(refused(first), (is) => !is)
    })
  )

  it.effect("gives its place back after HEAD, and between requests on one connection", () =>
    Effect.gen(function* () {
      const token = yield* user("header")
      for (let n = 0; n < 5; n++) {
        const { status, text } = yield* headOf(path, token)
        assert.deepStrictEqual([status, text], [200, ""])
      }
      const connection = yield* unread(get(path, token).repeat(2))
      yield* readOn(connection, 2)
      assert.strictEqual(connection.ended(), 2)
      yield* until(refused(token), (is) => !is)
    }).pipe(Effect.scoped)
  )

  it.effect("is cut off when its reader's session ends", () =>
    Effect.gen(function* () {
      const token = yield* user("leaving")
      const connection = yield* unread(get(path, token))
      assertOk(yield* request("/api/auth/logout", { method: "POST", token }))
      yield* readOn(connection, 1)
      assert.deepStrictEqual([connection.ended(), connection.isClosed()], [0, true])
    }).pipe(Effect.scoped)
  )

  it.effect("is an error if the database fails before the first byte, and a broken connection afterwards", () =>
    Effect.gen(function* () {
      const reads = yield* Reads
      const token = yield* user("unlucky", "admin")
      for (const address of [path, `${path}?limit=250`, "/api/history/all?limit=250"]) {
        reads.failsAfter = 0
        assertError(yield* request(address, { token }), 503, address)
        reads.failsAfter = 3
        const connection = yield* unread(get(address, token))
        yield* readOn(connection, 1)
        assert.strictEqual(statusOf(connection), "200", address)
        assert.deepStrictEqual([connection.ended(), connection.isClosed()], [0, true], address)
        reads.failsAfter = Number.POSITIVE_INFINITY
      }
      assertOk(yield* request(path, { token }))
    }).pipe(Effect.scoped)
  )
})
