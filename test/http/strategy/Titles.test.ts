import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import type { EventData, EventType } from "../../../src/domain/Event.ts"
import { TitlesBody } from "../../../src/domain/views/TitleIndex.ts"
import { Planner } from "../../../src/log/writer/Planner.ts"
import { entityId, envelope } from "../../log/Samples.ts"
import { addUser, request, signIn, testServer } from "../../support/TestServer.ts"
import { assertOk } from "../requests/Answers.ts"

const submit = Effect.fnUntraced(function* (eventType: EventType, target: number | null, data: EventData) {
  const planner = yield* Planner
  const targetId = target === null ? null : entityId(target)
  const { status } = yield* planner.submit(envelope({ eventType, targetId, data }))
  assert.strictEqual(status, "applied")
})

const decode = Schema.decodeUnknownEffect(TitlesBody)

const titlesFor = Effect.fnUntraced(function* (name: string, etag?: string, encoding = "gzip") {
  const token = yield* signIn(name)
  const headers = { "accept-encoding": encoding, ...(etag === undefined ? {} : { "if-none-match": etag }) }
  return yield* request("/api/titles", { token, headers })
})

const etagOf = ({ headers }: { readonly headers: Headers }) => headers.get("etag") ?? assert.fail("no ETag")

/** A team at `at` with an objective, an initiative, a measure and a principle. */
const team = Effect.fnUntraced(function* (at: number, name: string) {
  yield* submit("create_team", null, { id: entityId(at), name, color: "#336699" })
  yield* submit("create_objective", at, { id: entityId(at + 1), title: `Grow ${name}`, owner: "Ana" })
  yield* submit("create_initiative", at + 1, { id: entityId(at + 2), title: "Call", owner: "Ben" })
  yield* submit("create_progress", at + 1, { id: entityId(at + 3), name: "Sales", start: 0, target: 9 })
  yield* submit("create_principle", at, { id: entityId(at + 4), title: "Listen" })
  return {
    id: entityId(at),
    name,
    principles: [{ id: entityId(at + 4), title: "Listen" }],
    objectives: [
      {
        id: entityId(at + 1),
        title: `Grow ${name}`,
        owner: "Ana",
        initiatives: [{ id: entityId(at + 2), title: "Call", owner: "Ben" }],
        progress: [{ id: entityId(at + 3), name: "Sales" }]
      }
    ]
  }
})

layer(testServer)("All titles", (it) => {
  it.effect("are one answer, sorted as the teams, whose tag changes with a title and with nothing else", () =>
    Effect.gen(function* () {
      yield* addUser("reader", "viewer")
      const empty = assertOk(yield* titlesFor("reader"))
      assert.deepStrictEqual(empty.json, { complete: true, total: 0, teams: [] })
      const south = yield* team(0x100, "South")
      const north = yield* team(0x200, "north")
      const first = assertOk(yield* titlesFor("reader"))
      assert.deepStrictEqual<unknown>(yield* decode(first.json), first.json)
      assert.deepStrictEqual(first.json, { complete: true, total: 10, teams: [north, south] })
      assert.match(first.headers.get("content-type") ?? "", /^application\/json/)
      const known = yield* titlesFor("reader", etagOf(first))
      assert.deepStrictEqual([known.status, known.text, etagOf(known)], [304, "", etagOf(first)])
      yield* submit("update_progress_value", 0x103, { value: 4 })
      assert.strictEqual((yield* titlesFor("reader", etagOf(first))).status, 304)
      yield* submit("update_initiative_title", 0x102, { title: "Write" })
      const changed = assertOk(yield* titlesFor("reader", etagOf(first)))
      assert.notStrictEqual(etagOf(changed), etagOf(first))
      assert.strictEqual(changed.text, first.text.replace(/"Call"(?!.*"Call")/, '"Write"'))
    })
  )

  it.effect("are streamed when they are long, with the same JSON as when they are compressed", () =>
    Effect.gen(function* () {
      yield* addUser("patient", "viewer")
      const title = "é".repeat(250)
      yield* submit("create_team", null, { id: entityId(0x300), name: "Wide", color: "#336699" })
      for (let at = 0; at < 250; at++)
        yield* submit("create_objective", 0x300, { title: `${at} ${title}`.slice(0, 250) })
      const long = assertOk(yield* titlesFor("patient", undefined, "identity"))
      assert.isAbove(Buffer.byteLength(long.text), 64 * 1024)
      const { teams } = yield* decode(long.json)
      assert.strictEqual(teams.find(({ name }) => name === "Wide")?.objectives.length, 250)
      assert.strictEqual((yield* titlesFor("patient", etagOf(long), "identity")).status, 304)
      const short = assertOk(yield* titlesFor("patient"))
      assert.deepStrictEqual([short.text, short.headers.get("content-encoding")], [long.text, "gzip"])
    })
  )
})
