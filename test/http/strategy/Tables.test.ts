import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { readCells } from "../../../src/import/file/ImportCells.ts"
import { addUser, BaseUrl, request, signIn, testServer } from "../../support/TestServer.ts"
import { assertError, assertOk, field } from "../requests/Answers.ts"
import { apply, entity, idsFrom, smallStrategy, submit } from "../Submissions.ts"

const ids = idsFrom(0x10)
const formula = '=HYPERLINK("https://x")'

/** The rows of a table by the names of its columns. */
const rowsOf = (text: string): ReadonlyArray<Readonly<Record<string, string>>> => {
  const [head = [], ...rows] = readCells(text, ",")
  return rows.map((row) => {
    assert.lengthOf(row, head.length)
    return Object.fromEntries(row.map((cell, at) => [head[at] ?? "", cell]))
  })
}

const read = Effect.fnUntraced(function* (path: string) {
  const answer = assertOk(yield* request(path, { token: yield* signIn("reader") }))
  assert.strictEqual(answer.headers.get("content-type"), "text/csv; charset=utf-8")
  return rowsOf(answer.text)
})

const checkIn = (value: number, note = "") => ({
  eventType: "update_progress_value" as const,
  targetId: ids.progress,
  data: { value, confidence: 5, note }
})

layer(testServer)("tables", (it) => {
  it.effect("have their head only while there is nothing", () =>
    Effect.gen(function* () {
      yield* addUser("boss", "admin")
      yield* addUser("reader", "viewer")
      for (const name of ["overview", "measures", "changes"]) {
        assert.deepStrictEqual(yield* read(`/api/${name}.csv`), [], name)
      }
    })
  )

  it.effect("show every objective as the overview does, with its team's name and without formulas", () =>
    Effect.gen(function* () {
      const token = yield* signIn("boss")
      yield* apply(token, ...smallStrategy(ids))
      yield* apply(token, { eventType: "create_objective", targetId: ids.team, data: { title: formula } })
      const overview = assertOk(yield* request("/api/overview", { token }))
      const rows = yield* read("/api/overview.csv")
      assert.deepStrictEqual(
        rows.map(({ team, initiatives: _, ...row }) => row),
        (field(overview, "objectives") as ReadonlyArray<Record<string, unknown>>).map(
          ({ initiatives, principleIds, doubts, title, wrongWay, ...rest }) => ({
            ...Object.fromEntries(
              ["id", "name", "unit", "by"].map((name) => [`wrongWay.${name}`, String(Object(wrongWay)[name] ?? "")])
            ),
            ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value ?? "")])),
            title: title === formula ? `'${formula}` : String(title),
            principleIds: (principleIds as ReadonlyArray<string>).join(" "),
            doubts: (doubts as ReadonlyArray<string>).join(" "),
            "initiatives.total": String(Object(initiatives).total),
            "initiatives.done": String(Object(initiatives).done)
          })
        )
      )
      assert.deepStrictEqual(
        rows.map(({ team }) => team),
        ["North", "North"]
      )
    })
  )

  it.effect("show every check-in, oldest first, with its measure as it is now", () =>
    Effect.gen(function* () {
      const token = yield* signIn("boss")
      // More than a view keeps, and more than one page of the log.
      yield* apply(token, ...Array.from({ length: 150 }, (_, n) => checkIn(16 + n)))
      yield* submit(token, checkIn(Number.NaN))
      yield* apply(token, checkIn(-5, "-5 is less\nthan nothing"), {
        eventType: "update_progress_value",
        targetId: ids.progress,
        data: { name: "+Sales", target: 110 }
      })
      const rows = yield* read("/api/measures.csv")
      assert.deepStrictEqual(
        rows.map(({ value }) => Number(value)),
        [15, ...Array.from({ length: 150 }, (_, n) => 16 + n), -5]
      )
      const common = { team: "North", objective: "Grow", id: ids.progress, name: "'+Sales", unit: "k", start: "10" }
      assert.deepInclude(rows[0], {
        ...common,
        target: "110",
        value: "15",
        percent: "5",
        confidence: "7",
        note: "slow"
      })
      assert.deepInclude(rows.at(-1), { value: "-5", percent: "0", note: "'-5 is less\nthan nothing" })
    })
  )

  it.effect("show changes as the API gives them, filtered, and to the end", () =>
    Effect.gen(function* () {
      const all = yield* read("/api/changes.csv")
      const page = yield* request("/api/changes?limit=500", { token: yield* signIn("reader") })
      const changes = field(page, "changes") as ReadonlyArray<Record<string, unknown>>
      assert.lengthOf(all, changes.length)
      for (const [index, row] of all.entries()) {
        const change = changes[index] ?? {}
        assert.deepStrictEqual(
          Object.keys(row).filter((name) => name !== "url" && !(name in change)),
          []
        )
        assert.strictEqual(row.sequenceNumber, String(change.sequenceNumber))
        assert.strictEqual(row.description, change.description)
      }
      const some = yield* read(`/api/changes.csv?after=2&types=create_principle&teams=${ids.team}`)
      assert.deepStrictEqual(
        some.map(({ sequenceNumber, entityTitle, data }) => [sequenceNumber, entityTitle, JSON.parse(data ?? "")]),
        [["3", "Ship", { id: ids.second, title: "Ship", description: "" }]]
      )
      assert.deepStrictEqual(yield* read(`/api/changes.csv?teams=${entity(0x99)}`), [])
      const token = yield* signIn("reader")
      assertError(yield* request("/api/changes.csv?epoch=x", { token }), 410)
      assertError(yield* request("/api/changes.csv?after=9999", { token }), 400)
    })
  )

  it.effect("are written as the reader's Excel opens them, or with a byte order mark for programs", () =>
    Effect.gen(function* () {
      const token = yield* signIn("boss")
      yield* apply(token, checkIn(20.5, "a;b"))
      const last = Effect.fnUntraced(function* (search: string) {
        const path = `/api/measures.csv${search}`
        const headers = { cookie: `strategy_session=${token}` }
        const url = `${yield* BaseUrl}${path}`
        const bytes = yield* Effect.promise(() => fetch(url, { headers }).then((answer) => answer.bytes()))
        const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)
        const row = text.trimEnd().split("\r\n").at(-1) ?? ""
        return [text.startsWith("\uFEFF"), row]
      })
      const [points, commas, both] = ['.5,10,5,"a;b"', ',5";10;5;"a;b"', '.5;10;5;"a;b"']
      const rows = [
        ["", false, points],
        ["?bom=1", true, points],
        ["?for=excel", true, points],
        ["?for=excel&locale=de", true, commas],
        ["?locale=fr&for=excel&bom=0", false, commas],
        ["?for=excel&locale=de-CH", true, both]
      ] as const
      for (const [search, hasMark, row] of rows) {
        const [isMarked, written] = yield* last(search)
        assert.strictEqual(isMarked, hasMark, search)
        assert.isTrue(String(written).endsWith(`20${row}`), `${search}: ${written}`)
      }
      const semicolons = yield* request("/api/overview.csv?for=excel&locale=de", { token })
      assert.isTrue(semicolons.text.startsWith("id;teamId;team;title;"))
      for (const [search, message] of [
        ["for=word", "for must be excel."],
        ["for=excel&locale=xx", "locale must be one of en, es-MX,"],
        ["locale=de", "Add for=excel: locale needs it."],
        ["bom=yes", "bom must be 0 or 1."]
      ] as const) {
        const refused = yield* request(`/api/changes.csv?${search}`, { token })
        assertError(refused, 400)
        assert.include(String(field(refused, "message")), message)
      }
    })
  )

  it.effect("have an ETag that changes with what they show", () =>
    Effect.gen(function* () {
      const token = yield* signIn("boss")
      const tagOf = Effect.fnUntraced(function* (path: string) {
        const etag = (yield* request(path, { token })).headers.get("etag") ?? assert.fail("no ETag")
        const again = yield* request(path, { token, headers: { "if-none-match": etag } })
        assert.deepStrictEqual([again.status, again.text], [304, ""], path)
        return etag
      })
      const paths = ["", "?after=3", "?bom=1"].map((search) => `/api/changes.csv${search}`)
      paths.push("/api/overview.csv", "/api/overview.csv?bom=1", "/api/measures.csv")
      const tags = yield* Effect.forEach(paths, tagOf)
      assert.lengthOf(new Set(tags), paths.length)
      yield* apply(token, checkIn(40))
      const later = yield* Effect.forEach(paths, tagOf)
      for (const [index, tag] of later.entries()) assert.notInclude(tags, tag, paths[index])
    })
  )
})
