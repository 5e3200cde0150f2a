import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { ChangesPage } from "../../../src/api/ChangesApi.ts"
import { EventStore } from "../../../src/log/store/EventStore.ts"
import { PageUrl } from "../../../src/url/ExternalUrl.ts"
import { addUser, request, signIn, testServerWith } from "../../support/TestServer.ts"
import { assertError, assertOk } from "../requests/Answers.ts"
import { apply, idsFrom, smallStrategy, submit } from "../Submissions.ts"

const [north, south] = [idsFrom(0x10), idsFrom(0x20)]

const decode = Schema.decodeUnknownEffect(ChangesPage)

const read = Effect.fnUntraced(function* (query: string) {
  const answer = assertOk(yield* request(`/api/changes${query}`, { token: yield* signIn("reader") }))
  return yield* Effect.orDie(decode(answer.json, { onExcessProperty: "error" }))
})

/** Reads all pages. */
const readAll = Effect.fnUntraced(function* (query: string) {
  const pages: Array<typeof ChangesPage.Type> = []
  let after = 0
  do {
    const page = yield* read(`?after=${after}${query}`)
    pages.push(page)
    after = page.nextAfter
  } while (after < (pages.at(-1)?.latestSequence ?? 0))
  return pages
})

const numbers = (pages: ReadonlyArray<typeof ChangesPage.Type>) =>
  pages.flatMap(({ changes }) => changes.map(({ sequenceNumber }) => sequenceNumber))

layer(testServerWith(Layer.succeed(PageUrl, "https://x/strategy/")))("changes", (it) => {
  it.effect("are none in an empty log", () =>
    Effect.gen(function* () {
      yield* addUser("boss", "admin")
      yield* addUser("reader", "viewer")
      const { epoch } = yield* EventStore.use(({ head }) => head)
      assert.deepStrictEqual(yield* read(""), { changes: [], nextAfter: 0, latestSequence: 0, epoch })
    })
  )

  it.effect("are the applied events in order, whatever the limit, and `nextAfter` leads to the end", () =>
    Effect.gen(function* () {
      const token = yield* signIn("boss")
      yield* apply(token, ...smallStrategy(north))
      yield* submit(token, { eventType: "update_team_name", targetId: north.team, data: { name: "" } })
      yield* apply(token, ...smallStrategy(south))
      yield* submit(token, { eventType: "update_team_name", targetId: north.team, data: { name: "" } })
      const applied = Array.from({ length: 21 }, (_, index) => index + 1).filter((number) => number !== 11)
      for (const limit of [1, 3, 20, 500]) {
        const pages = yield* readAll(`&limit=${limit}`)
        assert.deepStrictEqual(numbers(pages), applied, `limit ${limit}`)
        assert.isTrue(pages.every(({ changes }) => changes.length <= limit))
        // The last event was rejected, and yet there is nothing more to read.
        assert.deepInclude(pages.at(-1), { nextAfter: 22, latestSequence: 22 })
      }
      assert.deepInclude(yield* read("?after=22"), { changes: [], nextAfter: 22 })
    })
  )

  it.effect("can be of some teams and some types only, and say what they are about", () =>
    Effect.gen(function* () {
      const query = `&teams=${south.team.toUpperCase()}&types=create_objective,update_progress_value`
      const pages = yield* readAll(query)
      assert.deepStrictEqual(numbers(pages), [15, 21])
      const [created, checkedIn] = pages.flatMap(({ changes }) => changes)
      const common = { teamIds: [south.team], teams: [{ id: south.team, name: "North" }] }
      assert.deepInclude(created, {
        ...common,
        entityId: south.objective,
        entityType: "objective",
        entityTitle: "Grow",
        parentId: south.team,
        url: `https://x/strategy/teams/${south.team}/objectives/${south.objective}`
      })
      assert.deepInclude(created?.data, { id: south.objective, dueDate: "2026-12-31" })
      assert.deepInclude(checkedIn, {
        ...common,
        fieldName: "value",
        oldValue: "10",
        newValue: "15",
        entityTitle: "Sales",
        parentId: south.objective,
        data: { value: 15, confidence: 7, note: "slow", date: "1970-01-01" }
      })
      const none = yield* read(`?teams=${north.objective}`)
      assert.deepInclude(none, { changes: [], nextAfter: 22, latestSequence: 22 })
    })
  )

  it.effect("have an ETag, and end at another log and beyond the latest event", () =>
    Effect.gen(function* () {
      const token = yield* signIn("reader")
      const { epoch } = yield* read("")
      const first = yield* request(`/api/changes?epoch=${epoch}`, { token })
      const etag = first.headers.get("etag") ?? assert.fail("no ETag")
      const again = yield* request(`/api/changes?epoch=${epoch}`, { token, headers: { "if-none-match": etag } })
      assert.strictEqual(again.status, 304)
      assert.include(assertError(yield* request("/api/changes?after=3&epoch=x", { token }), 410), "begin again")
      assert.include(assertError(yield* request("/api/changes?after=23", { token }), 400), "beyond the latest")
    })
  )

  it.effect("come in several pages where they are large", () =>
    Effect.gen(function* () {
      const token = yield* signIn("boss")
      const edit = (n: number) => ({
        eventType: "update_description" as const,
        targetId: north.objective,
        data: { description: `${n} ${"🎿".repeat(4_090)}` }
      })
      yield* apply(token, ...Array.from({ length: 50 }, (_, n) => edit(n)))
      const pages = yield* readAll("&limit=500")
      assert.isAbove(pages.length, 1)
      assert.lengthOf(numbers(pages), 70)
    })
  )
})
