import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { slidesHeader } from "../../src/api/ExportApi.ts"
import { Exporter } from "../../src/deck/Exporter.ts"
import type { CompanyInput, DeckInput } from "../../src/deck/Input.ts"
import { type Answer, addUser, headOf, request, signIn, testServerWith } from "../support/TestServer.ts"
import { nobody } from "./Routes.ts"
import { assertError, assertOk } from "./requests/Answers.ts"
import { apply, idsFrom, smallStrategy } from "./Submissions.ts"

/** Workers that answer with their input; no deck is kept, so that each is made anew. */
const standIn = Exporter.layerWith({ script: new URL("../deck/standInWorker.ts", import.meta.url), capacity: 0 })

const [ids, southIds] = [idsFrom(0x10), idsFrom(0x100)]
const risky = idsFrom(0x200).objective
const path = `/api/teams/${ids.team}/export`

const given = (answer: Answer): DeckInput => JSON.parse(assertOk(answer).text)
const givenOfCompany = (answer: Answer): CompanyInput => JSON.parse(assertOk(answer).text)
const titlesIn = ({ team }: Pick<DeckInput, "team">) => team.objectives.map(({ title }) => title)

/** North on 1 January, with an objective at risk since 11 January; South on 11 February. Ends on 21 February. */
const fill = Effect.gen(function* () {
  yield* addUser("ada", "admin")
  yield* addUser("reader", "viewer")
  yield* apply(yield* signIn("ada"), ...smallStrategy(ids))
  yield* TestClock.adjust("10 days")
  const last = yield* apply(yield* signIn("ada"), {
    eventType: "create_objective",
    targetId: ids.team,
    data: { id: risky, title: "Save", status: "at_risk" }
  })
  yield* TestClock.adjust("31 days")
  yield* apply(yield* signIn("ada"), ...smallStrategy(southIds), {
    eventType: "update_team_name",
    targetId: southIds.team,
    data: { name: "South" }
  })
  yield* TestClock.adjust("10 days")
  return last
})

layer(testServerWith(standIn))("The export's options", (it) => {
  const reader = signIn("reader")
  const get = Effect.fnUntraced(function* (query: string, base = path) {
    return yield* request(`${base}${query}`, { token: yield* reader })
  })

  it.effect("default to everything, with notes, compared with 30 days before", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* fill, 11)
      const { detail, notes, since, date, selection } = given(yield* get(""))
      assert.deepStrictEqual(
        { detail, notes, since, date, selection },
        {
          ...{ detail: "full", notes: true, since: "1970-01-22", date: "1970-02-21", selection: null }
        }
      )
    })
  )

  it.effect("choose objectives by id or by status, in the earlier state too", () =>
    Effect.gen(function* () {
      const of = Effect.fnUntraced(function* (query: string) {
        const input = given(yield* get(query))
        return { titles: titlesIn(input), before: input.before?.objectives.length, selection: input.selection }
      })
      assert.deepStrictEqual(yield* of(`?objectives=${risky.toUpperCase()}`), {
        ...{ titles: ["Save"], before: 1, selection: { statuses: null, of: 2 } }
      })
      assert.deepStrictEqual(yield* of(`?objectives=${risky},${ids.objective}`), {
        ...{ titles: ["Grow", "Save"], before: 2, selection: { statuses: null, of: 2 } }
      })
      assert.deepStrictEqual(yield* of("?status=on_track,off_track"), {
        ...{ titles: ["Grow"], before: 1, selection: { statuses: ["on_track", "off_track"], of: 2 } }
      })
      assert.deepStrictEqual((yield* of("?status=missed")).titles, [])
    })
  )

  it.effect("compare with a day or an event", () =>
    Effect.gen(function* () {
      const of = Effect.fnUntraced(function* (query: string) {
        const { since, before } = given(yield* get(query))
        return [since, before?.objectives.length ?? null]
      })
      assert.deepStrictEqual(yield* of("?since=1970-01-01"), ["1970-01-01", null])
      assert.deepStrictEqual(yield* of("?since=0001-01-01"), ["0001-01-01", null])
      assert.deepStrictEqual(yield* of("?since=1970-01-02"), ["1970-01-02", 1])
      assert.deepStrictEqual(yield* of("?since=1970-02-21"), ["1970-02-21", 2])
      assert.deepStrictEqual(yield* of("?since=0"), ["1970-01-01", null])
      assert.deepStrictEqual(yield* of("?since=3"), ["1970-01-01", 0])
      assert.deepStrictEqual(yield* of("?since=11"), ["1970-01-11", 2])
      assert.deepStrictEqual(yield* of("?since=22"), ["1970-02-11", 2])
      assert.deepStrictEqual(yield* of("?since=11&at=11"), ["1970-01-11", 2])
      assert.deepStrictEqual(yield* of("?sinceDeck=11"), ["1970-01-11", 2])
      assert.deepStrictEqual(yield* of("?since=11&at=1970-02-10"), ["1970-01-11", 2])
      assert.deepStrictEqual(
        (yield* get("?since=1970-01-22")).headers.get("etag"),
        (yield* get("")).headers.get("etag")
      )
    })
  )

  it.effect("leave no username in what a worker gets, and without notes no name of who checked in", () =>
    Effect.gen(function* () {
      const admin = yield* signIn("ada")
      const profile = { method: "PUT", token: admin, body: { displayName: "Ada Lovelace" } } as const
      assertOk(yield* request("/api/auth/profile", profile))
      yield* apply(admin, { eventType: "update_progress_value", targetId: ids.progress, data: { value: 16 } })
      for (const base of [path, "/api/export"]) {
        for (const detail of ["full", "board"]) {
          const named = assertOk(yield* get(`?notes=1&detail=${detail}`, base)).text
          assert.include(named, '"Ada Lovelace"')
          assert.notInclude(named, '"ada"')
          assert.notMatch(assertOk(yield* get(`?notes=0&detail=${detail}`, base)).text, /"(?:ada|Ada Lovelace)"/)
        }
      }
    })
  )

  it.effect("with invalid values are 400, and the message says what they must be", () =>
    Effect.gen(function* () {
      const cases: ReadonlyArray<readonly [query: string, reason: string]> = [
        ["detail=", "detail must be full or board"],
        ["detail=Full", "detail must be full or board"],
        ["notes=true", "notes must be 0 or 1"],
        ["since=-1", "since must be"],
        ["since=2026-02-30", "since must be"],
        ["since=x", "since must be"],
        ["since=", "since must be"],
        ["status=", "status must be"],
        ["status=on_track,", "status must be"],
        ["status=open", "status must be"],
        ["status=on_track&status=missed", "status must be"],
        [`status=${Array(7).fill("draft").join()}`, "status must be"],
        ["sinceDeck=0", "sinceDeck must be a sequence number of 1 or more"],
        ["sinceDeck=1970-02-01", "sinceDeck must be a whole number"],
        ["sinceDeck=99", "sinceDeck is beyond the latest sequence number of the deck, 23."],
        ["sinceDeck=12&at=11", "sinceDeck is beyond the latest sequence number of the deck, 11."],
        ["sinceDeck=11&since=11", "use since or sinceDeck, not both."],
        ["at=1970-02-22", "at is in the future."],
        ["since=1970-02-22", "since is after the deck's date, 1970-02-21."],
        ["since=1970-01-12&at=11", "since is after the deck's date, 1970-01-11."],
        ["since=99", "since is beyond the latest sequence number of the deck, 23."],
        ["since=12&at=11", "since is beyond the latest sequence number of the deck, 11."],
        ["at=99", "at is beyond the latest sequence number, 23."]
      ]
      for (const [query, reason] of cases) {
        for (const base of [path, "/api/export"]) {
          assert.include(assertError(yield* get(`?${query}`, base), 400, query), `Invalid query: ${reason}`)
        }
      }
      const ownCases = [
        ["objectives=", "objectives must be"],
        ["objectives=x", "objectives must be"],
        [`objectives=${Array(301).fill(risky).join()}`, "objectives must be"],
        [`objectives=${risky},`, "objectives must be"],
        [`objectives=${southIds.objective}`, `objectives includes ${southIds.objective}, which is not an objective`],
        [`objectives=${nobody}`, "which is not an objective of this team."],
        [`objectives=${ids.principle}`, "which is not an objective of this team."],
        [`objectives=${risky}&at=10`, "which is not an objective of this team."],
        [`objectives=${risky}&status=at_risk`, "use objectives or status, not both."]
      ] as const
      for (const [query, reason] of ownCases) assert.include(assertError(yield* get(`?${query}`), 400, query), reason)
      for (const query of ["teams=", "teams=x", `teams=${ids.team},`]) {
        assert.include(assertError(yield* get(`?${query}`, "/api/export"), 400, query), "teams must be")
      }
      for (const [base, query] of [
        ["/api/export", `objectives=${risky}`],
        [path, `teams=${ids.team}`],
        [path, "details=board"],
        ["/api/export", "details=board"]
      ] as const) {
        assert.include(assertError(yield* get(`?${query}`, base), 400, query), query.slice(0, query.indexOf("=")))
      }
    })
  )

  it.effect("the answer has the number of slides, also to HEAD", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* get("")).headers.get(slidesHeader), "12")
      const { status, headers } = yield* headOf(path, yield* reader)
      assert.deepStrictEqual([status, headers.get(slidesHeader)], [200, "12"])
    })
  )

  it.effect("give the same bytes twice and 304 for every combination, and other bytes for other options", () =>
    Effect.gen(function* () {
      const options = [
        ["", "detail=board"],
        ["", "notes=0"],
        ["", "at=11"],
        ["", "since=1970-01-02", "since=11", "sinceDeck=11"],
        ["", `objectives=${risky}`, "status=at_risk,draft"]
      ]
      const queries = options.reduce<ReadonlyArray<ReadonlyArray<string>>>(
        (all, values) => all.flatMap((query) => values.map((value) => [...query, value])),
        [[]]
      )
      const etags = new Map<string, string>()
      const bodies = new Set<string>()
      const token = yield* reader
      for (const parts of queries) {
        const query = `?${parts.filter((part) => part !== "").join("&")}`
        const first = assertOk(yield* request(`${path}${query}`, { token }))
        const second = assertOk(yield* request(`${path}${query}`, { token }))
        assert.strictEqual(second.text, first.text, query)
        const etag = first.headers.get("etag") ?? assert.fail("no ETag")
        const known = yield* request(`${path}${query}`, { token, headers: { "if-none-match": etag } })
        assert.deepStrictEqual([known.status, known.text], [304, ""], query)
        bodies.add(first.text)
        etags.set(query, etag)
      }
      assert.strictEqual(etags.size, 96)
      assert.strictEqual(new Set(etags.values()).size, bodies.size, "equal tags are equal bytes")
      // Chosen by id and by status, it is the same objective, but the deck says how it was chosen.
      assert.strictEqual(bodies.size, 96)
    })
  )
})

layer(testServerWith(standIn))("The export of a company", (it) => {
  const reader = signIn("reader")
  const get = Effect.fnUntraced(function* (query = "") {
    return yield* request(`/api/export${query}`, { token: yield* reader })
  })

  it.effect("has all teams by name, without an appendix and its texts", () =>
    Effect.gen(function* () {
      yield* fill
      const answer = yield* get()
      const { teams, detail, date } = givenOfCompany(answer)
      assert.deepStrictEqual([detail, date], ["board", "1970-02-21"])
      assert.deepStrictEqual(
        teams.map(({ team, before }) => [team.name, titlesIn({ team }), before?.name ?? null]),
        [
          ["North", ["Grow", "Save"], "North"],
          ["South", ["Grow"], null]
        ]
      )
      assert.deepStrictEqual(
        teams.flatMap(({ team }) => team.objectives.map(({ initiatives }) => initiatives.length)),
        [0, 0, 0]
      )
      assert.match(answer.headers.get("content-disposition") ?? "", /filename="company-strategy-board-1970-02-21.pptx"/)
      const full = givenOfCompany(yield* get("?detail=full"))
      assert.strictEqual(full.teams[0]?.team.objectives[0]?.initiatives.length, 2)
    })
  )

  it.effect("has the named teams, each once, whatever their order", () =>
    Effect.gen(function* () {
      const both = yield* get(`?teams=${southIds.team},${ids.team},${ids.team.toUpperCase()}`)
      assert.strictEqual(both.headers.get("etag"), (yield* get()).headers.get("etag"))
      const one = givenOfCompany(yield* get(`?teams=${southIds.team}`))
      assert.deepStrictEqual(
        one.teams.map(({ team }) => team.name),
        ["South"]
      )
      assert.include(assertError(yield* get(`?teams=${ids.team},${nobody}`), 404), nobody)
      assertError(yield* get(`?teams=${southIds.team}&at=11`), 404)
      assert.lengthOf(givenOfCompany(yield* get("?at=11")).teams, 1)
      assertError(yield* request("/api/export"), 401)
    })
  )

  it.effect("takes as many teams as there can be", () =>
    Effect.gen(function* () {
      const known = [ids.team, southIds.team]
      const query = (count: number) =>
        `?teams=${Array.from({ length: count }, (_, n) => known[n % 2]?.toUpperCase()).join()}`
      const all = assertOk(yield* get(query(500)))
      assert.strictEqual(all.headers.get("etag"), (yield* get()).headers.get("etag"))
      assert.include(assertError(yield* get(query(501)), 400), "at most 500 teams")
    })
  )

  it.effect("shows only objectives of some statuses", () =>
    Effect.gen(function* () {
      const { teams } = givenOfCompany(yield* get("?status=at_risk"))
      assert.deepStrictEqual(teams.map(titlesIn), [["Save"], []])
    })
  )

  it.effect("is 304 until a team changes or goes", () =>
    Effect.gen(function* () {
      const etag = (yield* get()).headers.get("etag") ?? ""
      const status = Effect.fnUntraced(function* () {
        const { status } = yield* request("/api/export", { token: yield* reader, headers: { "if-none-match": etag } })
        return status
      })
      assert.strictEqual(yield* status(), 304)
      const admin = yield* signIn("ada")
      yield* apply(admin, { eventType: "update_team_color", targetId: southIds.team, data: { color: "#112233" } })
      assert.strictEqual(yield* status(), 200)
      yield* apply(admin, { eventType: "delete_team", targetId: southIds.team })
      assert.strictEqual(yield* status(), 200)
    })
  )
})

layer(testServerWith(standIn))("The export of no team", (it) => {
  it.effect("is 404", () =>
    Effect.gen(function* () {
      yield* addUser("reader", "viewer")
      const message = assertError(yield* request("/api/export", { token: yield* signIn("reader") }), 404)
      assert.strictEqual(message, "There are no teams yet.")
    })
  )
})
