import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { HistoryPage } from "../../../src/api/HistoryApi.ts"
import type { HistoryEntry } from "../../../src/domain/views/History.ts"
import { addUser, request, signIn, testServer } from "../../support/TestServer.ts"
import { assertError, assertOk } from "../requests/Answers.ts"
import { apply, idsFrom, smallStrategy } from "../Submissions.ts"

const ids = idsFrom(0x10)
const ada = signIn("ada")

const decodePage = Schema.decodeUnknownEffect(HistoryPage)

const log = Effect.fnUntraced(function* (query = "") {
  const answer = assertOk(yield* request(`/api/history/all${query}`, { token: yield* ada }))
  return yield* Effect.orDie(decodePage(answer.json, { onExcessProperty: "error" }))
})

const sequences = (entries: ReadonlyArray<HistoryEntry>) => entries.map(({ sequenceNumber }) => sequenceNumber)

layer(testServer)("the global log", (it) => {
  it.effect("is empty at first", () =>
    Effect.gen(function* () {
      yield* addUser("ada", "admin")
      const empty = { entries: [], from: 0, limit: 100, nextFrom: null, latestSequence: 0 }
      assert.deepStrictEqual<unknown>(yield* log(), empty)
      assertError(yield* request("/api/history/all?from=1", { token: yield* ada }), 400)
    })
  )

  it.effect("shows each event once, as a direct one, newest first, 100 to a page by default", () =>
    Effect.gen(function* () {
      const token = yield* ada
      yield* apply(token, ...smallStrategy(ids))
      for (let i = 11; i <= 250; i++) {
        const data = { name: `North ${i}` }
        yield* apply(token, { eventType: "update_team_name", targetId: ids.team, data })
      }
      const { entries, ...page } = yield* log()
      assert.deepStrictEqual(page, { from: 250, limit: 100, nextFrom: 150, latestSequence: 250 })
      assert.deepStrictEqual(
        sequences(entries),
        Array.from({ length: 100 }, (_, i) => 250 - i)
      )
      assert.isTrue(entries.every(({ isTransitive }) => !isTransitive))
      assert.deepInclude(entries[0], { fieldName: "name", oldValue: "North 249", newValue: "North 250" })
    })
  )

  it.effect("is complete when read page by page, without gap or repetition", () =>
    Effect.gen(function* () {
      for (const limit of [7, 50, 125, 249, 250, 500]) {
        const seen: Array<number> = []
        let from: number | null = 250
        while (from !== null) {
          const page: typeof HistoryPage.Type = yield* log(`?from=${from}&limit=${limit}`)
          assert.deepStrictEqual([page.from, page.limit, page.latestSequence], [from, limit, 250])
          seen.push(...sequences(page.entries))
          from = page.nextFrom
        }
        assert.deepStrictEqual(
          seen,
          Array.from({ length: 250 }, (_, i) => 250 - i)
        )
      }
    })
  )

  it.effect("starts at the sequence number in from", () =>
    Effect.gen(function* () {
      const { entries, ...page } = yield* log("?from=3&limit=2")
      assert.deepStrictEqual(page, { from: 3, limit: 2, nextFrom: 1, latestSequence: 250 })
      assert.deepStrictEqual(sequences(entries), [3, 2])
      assert.strictEqual((yield* log("?from=2&limit=2")).nextFrom, null)
      assert.deepStrictEqual(sequences((yield* log("?from=1")).entries), [1])
    })
  )

  it.effect("is 400 for a limit or a start out of range", () =>
    Effect.gen(function* () {
      const token = yield* ada
      const { latestSequence } = yield* log("?limit=1")
      for (const limit of ["0", "501", "-1", "1.5", "x", "", "1e9", "NaN"]) {
        const message = assertError(yield* request(`/api/history/all?limit=${limit}`, { token }), 400, limit)
        assert.include(message, "limit")
      }
      for (const from of ["0", "-1", "1.5", "x", "", `${latestSequence + 1}`, "9007199254740993", "1e300"]) {
        const message = assertError(yield* request(`/api/history/all?from=${from}`, { token }), 400, from)
        assert.include(message, "from")
      }
      assert.strictEqual((yield* log("?limit=500")).entries.length, latestSequence)
    })
  )
})
