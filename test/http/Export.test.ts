import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { presentationMediaType } from "../../src/api/ExportApi.ts"
import { Exporter } from "../../src/deck/Exporter.ts"
import { EntityId } from "../../src/domain/entities/Ids.ts"
import { byLabel, valueOf } from "../observability/Exposition.ts"
import * as OwnRegistry from "../observability/OwnRegistry.ts"
import { slidesOf } from "../support/slidesOf.ts"
import { addUser, BaseUrl, headOf, request, signIn, testServer, testServerWith } from "../support/TestServer.ts"
import { until } from "../support/until.ts"
import { nobody } from "./Routes.ts"
import { assertError, assertOk, field } from "./requests/Answers.ts"
import { Fault, faultyServer } from "./Servers.ts"
import { apply, idsFrom, smallStrategy } from "./Submissions.ts"

const ids = idsFrom(0x10)
const path = `/api/teams/${ids.team}/export`

/** Downloads the presentation. */
const download = Effect.fnUntraced(function* (path: string, token: string) {
  const base = yield* BaseUrl
  return yield* Effect.promise(async (signal) => {
    const response = await fetch(`${base}${path}`, { signal, headers: { cookie: `strategy_session=${token}` } })
    const { status, headers } = response
    return { status, headers, bytes: new Uint8Array(await response.arrayBuffer()) }
  })
})

const etagOf = ({ headers }: { readonly headers: Headers }) => headers.get("etag") ?? assert.fail("no ETag")

/** The text of all slides. */
const textOf = ({ bytes }: { readonly bytes: Uint8Array }) => Effect.map(slidesOf(bytes), (slides) => slides.join("\n"))

layer(testServer)("The export", (it) => {
  const reader = signIn("reader")

  it.effect("is a presentation of the team, named after the team and today's date", () =>
    Effect.gen(function* () {
      yield* addUser("ada", "admin")
      yield* addUser("reader", "viewer")
      yield* apply(yield* signIn("ada"), ...smallStrategy(ids))
      const { status, headers, bytes } = yield* download(path, yield* reader)
      assert.strictEqual(status, 200)
      assert.strictEqual(headers.get("content-type"), presentationMediaType)
      assert.strictEqual(headers.get("content-length"), String(bytes.byteLength))
      assert.strictEqual(
        headers.get("content-disposition"),
        `attachment; filename="North-strategy-1970-01-01.pptx"; filename*=UTF-8''North-strategy-1970-01-01.pptx`
      )
      assert.match(etagOf({ headers }), /^"[\w-]{43}"$/)
      assert.strictEqual(headers.get("cache-control"), "no-store")
      assert.strictEqual(headers.get("x-content-type-options"), "nosniff")
      const text = yield* textOf({ bytes })
      for (const shown of ["North", "Listen", "Ship", "Grow", "Call", "Write", "Sales"]) assert.include(text, shown)
    })
  )

  it.effect("has the same bytes until something changes, and is 304 with their ETag", () =>
    Effect.gen(function* () {
      const token = yield* reader
      const first = yield* download(path, token)
      assert.deepStrictEqual((yield* download(path, token)).bytes, first.bytes)
      const etag = etagOf(first)
      for (const sent of [etag, `W/${etag}`, "*", `"other", ${etag}`]) {
        const answer = yield* request(path, { token, headers: { "if-none-match": sent } })
        assert.deepStrictEqual([answer.status, answer.text, etagOf(answer)], [304, "", etag], sent)
        assert.isNull(answer.headers.get("content-disposition"), sent)
      }
      const other = yield* request(path, { token, headers: { "if-none-match": '"other"' } })
      assert.deepStrictEqual([other.status, etagOf(other)], [200, etag])
      const upper = yield* download(path.replace(ids.team, ids.team.toUpperCase()), token)
      assert.strictEqual(etagOf(upper), etag)
    })
  )

  it.effect("answers HEAD with the headers of GET and no body", () =>
    Effect.gen(function* () {
      const token = yield* reader
      const get = yield* download(path, token)
      const head = yield* headOf(path, token)
      assert.deepStrictEqual([head.status, head.text], [200, ""])
      for (const name of ["etag", "content-type", "content-length", "content-disposition"]) {
        assert.strictEqual(head.headers.get(name), get.headers.get(name), name)
      }
    })
  )

  it.effect("shows an earlier state, dated by its event", () =>
    Effect.gen(function* () {
      const admin = yield* signIn("ada")
      const token = yield* reader
      const before = yield* download(path, token)
      yield* TestClock.adjust("2 days")
      const at = yield* apply(admin, { eventType: "update_team_name", targetId: ids.team, data: { name: "Far north" } })
      const now = yield* download(path, token)
      assert.include(now.headers.get("content-disposition"), "Far-north-strategy-1970-01-03.pptx")
      assert.include(yield* textOf(now), "Far north")
      assert.strictEqual(etagOf(yield* download(`${path}?at=${at}`, token)), etagOf(now))
      const then = yield* download(`${path}?at=${at - 1}`, token)
      assert.include(then.headers.get("content-disposition"), '"North-strategy-1970-01-01.pptx"')
      assert.deepStrictEqual(then.bytes, before.bytes)
      assert.strictEqual(etagOf(then), etagOf(before))
      const early = yield* download(`${path}?at=1`, token)
      const text = yield* textOf(early)
      assert.include(text, "North")
      assert.notInclude(text, "Listen")
      const known = yield* request(`${path}?at=1`, { token, headers: { "if-none-match": etagOf(early) } })
      assert.strictEqual(known.status, 304)
    })
  )

  it.effect("is 400 for an invalid sequence number or one beyond the latest", () =>
    Effect.gen(function* () {
      const token = yield* reader
      for (const at of ["0", "-1", "1.5", "x", "", "9007199254740993", "1e400", "%00"]) {
        assert.include(assertError(yield* request(`${path}?at=${at}`, { token }), 400, at), "at must be", at)
      }
      for (const at of ["12", "999", "9007199254740991"]) {
        const message = assertError(yield* request(`${path}?at=${at}`, { token }), 400, at)
        assert.strictEqual(message, "Invalid query: at is beyond the latest sequence number, 11.")
      }
    })
  )

  it.effect(
    "is 404 for a team that is unknown, deleted, or not there at that sequence number, and 400 for an invalid id",
    () =>
      Effect.gen(function* () {
        const token = yield* reader
        const gone = idsFrom(0x200)
        const admin = yield* signIn("ada")
        const made = yield* apply(admin, {
          eventType: "create_team",
          data: { id: gone.team, name: "Gone", color: "#00aa00" }
        })
        yield* apply(admin, { eventType: "delete_team", targetId: gone.team })
        const exportOf = (id: string, query = "") => request(`/api/teams/${id}/export${query}`, { token })
        for (const id of [nobody, gone.team, ids.principle]) assertError(yield* exportOf(id), 404, id)
        assertError(yield* exportOf(gone.team, `?at=${made - 1}`), 404)
        assertOk(yield* exportOf(gone.team, `?at=${made}`))
        assertError(yield* exportOf(gone.team, `?at=${made + 1}`), 404)
        for (const id of ["x", `${nobody}0`, nobody.replaceAll("-", ""), "%00"]) {
          assert.include(assertError(yield* exportOf(id), 400, id), "GUID")
        }
      })
  )

  it.effect("needs a session of any role", () =>
    Effect.gen(function* () {
      assertError(yield* request(path), 401)
      assertOk(yield* request(path, { token: yield* reader, csrf: null }))
      assertError(yield* request(path, { method: "POST", token: yield* reader }), 405)
    })
  )

  it.effect.each([
    [`"; filename="x.exe`, "filename-x.exe-strategy", "; filename=-x.exe-strategy"],
    ["../../etc/passwd", "etc-passwd-strategy", "etc-passwd-strategy"],
    ["Команда 🎯", "team-strategy", "Команда 🎯-strategy"],
    ["...", "team-strategy", "team-strategy"],
    ["con.txt", "_con.txt-strategy", "_con.txt-strategy"],
    ["名".repeat(100), "team-strategy", `${"名".repeat(66)}-strategy`]
  ] as const)("of a team called %j has a name that is safe everywhere", ([name, ascii, full]) =>
    Effect.gen(function* () {
      yield* apply(yield* signIn("ada"), { eventType: "update_team_name", targetId: ids.team, data: { name } })
      const { headers } = yield* download(path, yield* reader)
      const [, plain, encoded = ""] =
        /^attachment; filename="([^"\\]*)"; filename\*=UTF-8''([\w.%-]*)$/.exec(
          headers.get("content-disposition") ?? ""
        ) ?? []
      const end = "-1970-01-03.pptx"
      assert.deepStrictEqual([plain, decodeURIComponent(encoded)], [ascii + end, full + end])
    })
  )
})

/** A stand-in worker that does what the first word of the team's name says. */
const standIn = Exporter.layerWith({ script: new URL("../deck/standInWorker.ts", import.meta.url) })

layer(testServerWith(standIn).pipe(Layer.provideMerge(OwnRegistry.layer)))("Concurrent exports", (it) => {
  const viewer = signIn("viewer")

  /** Creates teams with these names, and gives the paths of their exports. */
  const teams = Effect.fnUntraced(function* (base: number, ...names: ReadonlyArray<string>) {
    const admin = yield* signIn("ada")
    return yield* Effect.forEach(
      names,
      Effect.fnUntraced(function* (name, n) {
        const id = EntityId.make(`00000000-0000-4000-8000-${(base + n).toString(16).padStart(12, "0")}`)
        yield* apply(admin, { eventType: "create_team", data: { id, name, color: "#336699" } })
        return `/api/teams/${id}/export`
      })
    )
  })

  const load = Effect.map(OwnRegistry.scraped, (page) => [
    valueOf(page, "strategy_export_queue_running"),
    valueOf(page, "strategy_export_queue_waiting")
  ])

  const untilLoad = (running: number, waiting: number) => until(load, (now) => now[0] === running && now[1] === waiting)

  const counts = Effect.map(OwnRegistry.scraped, (page) => byLabel(page, "strategy_exports_total", "outcome"))

  const begin = (path: string, token: string) => Effect.forkChild(request(path, { token }), { startImmediately: true })

  it.effect("are not made when the client has them already", () =>
    Effect.gen(function* () {
      yield* addUser("ada", "admin")
      yield* addUser("viewer", "viewer")
      const token = yield* viewer
      const [path = ""] = yield* teams(0x100, "North")
      const answers = yield* Effect.all([request(path, { token }), request(path, { token })], { concurrency: 2 })
      const etag = etagOf(answers[0])
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        [200, 200]
      )
      yield* TestClock.adjust("1 hour")
      const before = yield* counts
      const headers = { "if-none-match": etag }
      assert.strictEqual((yield* request(path, { token: yield* viewer, headers })).status, 304)
      assert.deepStrictEqual(yield* counts, before)
    })
  )

  it.effect("are cancelled when the client leaves, which frees the worker and the place in the queue", () =>
    Effect.gen(function* () {
      const token = yield* viewer
      const [first = "", third = ""] = yield* teams(0x200, "spin 1", "Made")
      const spinning = yield* begin(first, token)
      yield* untilLoad(1, 0)
      const waiting = yield* begin(third, token)
      yield* untilLoad(1, 1)
      yield* Fiber.interrupt(waiting)
      yield* untilLoad(1, 0)
      const made = yield* begin(third, token)
      yield* untilLoad(1, 1)
      yield* Fiber.interrupt(spinning)
      assertOk(yield* Fiber.join(made))
      yield* untilLoad(0, 0)
    })
  )

  it.effect("beyond one in progress and four of a user or eight waiting are 429 or 503 with Retry-After", () =>
    Effect.gen(function* () {
      yield* addUser("other", "viewer")
      yield* addUser("third", "viewer")
      const [token, other, third] = [yield* viewer, yield* signIn("other"), yield* signIn("third")]
      const names = Array.from({ length: 11 }, (_, n) => `hang ${n}`)
      const paths = yield* teams(0x300, ...names)
      const refused = (token: string, status: number) =>
        Effect.map(request(paths[10] ?? "", { token }), (answer) => {
          assertError(answer, status)
          assert.match(answer.headers.get("retry-after") ?? "", /^[1-9]\d*$/)
        })
      const first = yield* Effect.forEach(paths.slice(0, 5), (path) => begin(path, token))
      yield* untilLoad(1, 4)
      yield* refused(token, 429)
      const second = yield* Effect.forEach(paths.slice(5, 9), (path) => begin(path, other))
      yield* untilLoad(1, 8)
      yield* refused(other, 429)
      assertOk(yield* request("/api/teams", { token }))
      // The third user's first deck takes the place of one of those who have more.
      const fibers = [...first, ...second, yield* begin(paths[9] ?? "", third)]
      assertError(yield* Fiber.join(first[4] ?? assert.fail("five were begun")), 429)
      yield* untilLoad(1, 8)
      yield* Fiber.interruptAll(fibers)
      yield* untilLoad(0, 0)
      yield* until(counts, ({ busy, left = 0 }) => busy === 3 && left >= 9)
    })
  )

  it.effect("are 500 with a reference and no cause when they fail", () =>
    Effect.gen(function* () {
      const token = yield* viewer
      for (const path of yield* teams(0x400, "fail", "crash", "exit")) {
        const answer = yield* request(path, { token })
        assert.strictEqual(answer.status, 500)
        assert.strictEqual(field(answer, "message"), "Something went wrong on our side.")
        assert.match(String(field(answer, "reference")), /^[\w-]{36}$/)
        assert.notInclude(answer.text, "stand-in")
      }
      const [path = ""] = yield* teams(0x500, "Made")
      assertOk(yield* request(path, { token }))
      assert.strictEqual((yield* counts).failed, 3)
    })
  )
})

/** The team North, and South without any content. */
const twoTeams = Effect.gen(function* () {
  yield* addUser("ada", "admin")
  const token = yield* signIn("ada")
  const south = idsFrom(0x100).team
  yield* apply(token, ...smallStrategy(ids), {
    eventType: "create_team",
    data: { id: south, name: "South", color: "#336699" }
  })
  return { token, other: `/api/teams/${south}/export` }
})

layer(faultyServer)("The export while the database is unreachable", (it) => {
  it.effect("is 503 with Retry-After, unless it was made before", () =>
    Effect.gen(function* () {
      const fault = yield* Fault
      const { token, other } = yield* twoTeams
      assertOk(yield* request(path, { token }))
      fault.events = "away"
      assertOk(yield* request(path, { token }))
      // Of a team without content only the hash for the receipt is read.
      const unread = [other, `${path}?since=1`, `${path}?at=3`]
      for (const address of unread) {
        const answer = yield* request(address, { token })
        assertError(answer, 503, address)
        assert.match(answer.headers.get("retry-after") ?? "", /^[1-9]\d*$/)
      }
      fault.events = "well"
      for (const address of unread) assertOk(yield* request(address, { token }))
    })
  )
})

const narrow = Exporter.layerWith({
  script: new URL("../deck/standInWorker.ts", import.meta.url),
  memory: 32
})

layer(testServerWith(narrow))("The export of a team that takes more memory than a worker has", (it) => {
  it.effect("is 422 and says what to ask for; another team is exported", () =>
    Effect.gen(function* () {
      const { token, other } = yield* twoTeams
      yield* apply(token, { eventType: "update_team_name", targetId: ids.team, data: { name: "hoard" } })
      const message = assertError(yield* request(path, { token }), 422)
      assert.include(message, "detail=board")
      assertError(yield* request(path, { token }), 422)
      assertOk(yield* request(other, { token }))
    })
  )
})
