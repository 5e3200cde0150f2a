import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { EventType } from "../../../src/domain/Event.ts"
import { eventTable } from "../../../src/domain/events/EventTable.ts"
import { answerOf, noChange } from "../../../src/domain/Outcome.ts"
import { Projector } from "../../../src/log/projection/Projector.ts"
import { retiredTypes } from "../../../src/shared/EventTypes.ts"
import { addUser, request, signIn, testServer } from "../../support/TestServer.ts"
import { nobody } from "../Routes.ts"
import { assertError, assertOk } from "../requests/Answers.ts"
import { apply, idsFrom, smallStrategy, submit } from "../Submissions.ts"

const ids = idsFrom(0x10)

const head = Projector.use(({ state }) => Effect.map(state, ({ sequenceNumber }) => sequenceNumber))

const rename = (title: string, lastSeenSequence?: number | null) => ({
  eventType: "update_principle_title" as const,
  targetId: ids.principle,
  data: { title },
  ...(lastSeenSequence === undefined ? {} : { lastSeenSequence })
})

const ada = signIn("ada")

const post = (token: string, body: unknown, headers: Record<string, string> = {}) =>
  request("/api/events", { token, body, headers })

layer(testServer)("submitting events", (it) => {
  it.effect("each applied event takes the next sequence number", () =>
    Effect.gen(function* () {
      yield* addUser("ada", "admin")
      yield* addUser("eve", "editor")
      const answer = assertOk(
        yield* post(yield* ada, { eventType: "create_team", data: { name: "First", color: "#123456" } })
      )
      assert.deepStrictEqual(answer.json, {
        sequenceNumber: 1,
        status: "applied",
        rejectionReason: null,
        previousValue: null,
        conflictingServerValue: null
      })
      assert.strictEqual(yield* apply(yield* ada, ...smallStrategy(ids)), 11)
    })
  )

  it.effect("an applied edit of a field answers with the previous value and no conflict", () =>
    Effect.gen(function* () {
      const before = yield* head
      assert.deepStrictEqual(yield* submit(yield* ada, rename("  Hear  ", before)), {
        sequenceNumber: before + 1,
        status: "applied",
        rejectionReason: null,
        previousValue: "Listen",
        conflictingServerValue: null
      })
    })
  )

  it.effect("the current value, after trimming, is no_change: sequence number 0, and nothing is stored", () =>
    Effect.gen(function* () {
      const before = yield* head
      for (const title of ["Hear", "  Hear\t "]) {
        assert.deepStrictEqual(yield* submit(yield* ada, rename(title)), answerOf(noChange))
        // This holds even if the field has changed after `lastSeenSequence`.
        assert.deepStrictEqual(yield* submit(yield* ada, rename(title, 1)), answerOf(noChange))
      }
      assert.strictEqual(yield* head, before)
    })
  )

  it.effect("an edit based on an older value is rejected as a conflict, with the current value", () =>
    Effect.gen(function* () {
      const before = yield* head
      const outcome = yield* submit(yield* ada, rename("Obey", before - 1))
      assert.match(outcome.rejectionReason ?? "", /^ada had already changed the title of principle “/)
      assert.deepStrictEqual(outcome, {
        sequenceNumber: before + 1,
        status: "rejected",
        rejectionReason: outcome.rejectionReason,
        previousValue: null,
        conflictingServerValue: "Hear"
      })
    })
  )

  it.effect("any other broken rule is a rejection with only a reason", () =>
    Effect.gen(function* () {
      const token = yield* ada
      const broken = [
        rename(""),
        rename("x".repeat(251)),
        rename("two\nlines"),
        rename("Fine", 10_000),
        { ...rename("Fine"), targetId: nobody },
        { ...rename("Fine"), targetId: ids.team },
        { ...rename("Fine"), data: { title: "Fine", unknown: 1 } },
        { ...rename("Fine"), data: { title: 7 } },
        { eventType: "create_team" as const, targetId: ids.team, data: { name: "N", color: "#000000" } },
        { eventType: "create_team" as const, data: { id: ids.team, name: "N", color: "#000000" } },
        { eventType: "create_team" as const, data: { name: "N", color: "red" } }
      ]
      for (const submission of broken) {
        const before = yield* head
        const outcome = yield* submit(token, submission)
        assert.deepStrictEqual(outcome, {
          sequenceNumber: before + 1,
          status: "rejected",
          rejectionReason: outcome.rejectionReason,
          previousValue: null,
          conflictingServerValue: null
        })
        assert.match(outcome.rejectionReason ?? "", /^.{10,}$/)
        assert.notMatch(outcome.rejectionReason ?? "", /Expected|conflict/)
      }
    })
  )

  it.effect("previous and conflicting value are never both set, and null unless a field is edited", () =>
    Effect.gen(function* () {
      const token = yield* ada
      const other = idsFrom(0x100)
      const edits = yield* Effect.forEach([0, 1, null, undefined], (seen) => submit(token, rename(`By ${seen}`, seen)))
      assert.deepStrictEqual(
        edits.map(({ status }) => status),
        ["rejected", "rejected", "applied", "applied"]
      )
      for (const { status, previousValue, conflictingServerValue } of edits) {
        assert.strictEqual(previousValue === null, status === "rejected")
        assert.strictEqual(conflictingServerValue === null, status === "applied")
      }
      const made = yield* Effect.forEach(smallStrategy(other), (submission) => submit(token, submission))
      const gone = yield* submit(token, { eventType: "delete_team", targetId: other.team })
      for (const [index, { eventType }] of smallStrategy(other).entries()) {
        const value = made[index]?.previousValue
        if (eventType.startsWith("create_")) assert.isNull(value, eventType)
        else assert.isString(value, eventType)
      }
      assert.isNull(gone.previousValue)
    })
  )

  it.effect("a client may choose an entity's id once; it is stored in lower case", () =>
    Effect.gen(function* () {
      const token = yield* ada
      const id = "aaaaaaaa-0000-4000-8000-00000000000a"
      const make = (title: string, chosen: string) =>
        submit(token, { eventType: "create_principle", targetId: ids.team, data: { id: chosen, title } })
      assert.strictEqual((yield* make("Mine", id.toUpperCase())).status, "applied")
      assertOk(yield* request(`/api/principles/${id}`, { token }))
      assert.match((yield* make("Mine too", id)).rejectionReason ?? "", /in use/)
      yield* apply(token, { eventType: "delete_principle", targetId: id })
      assert.match((yield* make("Mine again", id)).rejectionReason ?? "", /in use/)
    })
  )
})

const serverWithStrategy = Layer.effectDiscard(
  Effect.gen(function* () {
    yield* addUser("ada", "admin")
    yield* apply(yield* ada, ...smallStrategy(ids))
  })
).pipe(Layer.provideMerge(testServer))

layer(serverWithStrategy)("the envelope of an event", (it) => {
  it.effect("an event type that is missing, empty or not one of the 29 is 400", () =>
    Effect.gen(function* () {
      const token = yield* ada
      const { eventType: _, ...without } = rename("X")
      assert.include(assertError(yield* post(token, without), 400), "eventType")
      for (const eventType of [
        "",
        " ",
        "create",
        "CREATE_TEAM",
        "create_team ",
        "toString",
        "__proto__",
        1,
        null,
        []
      ]) {
        const message = assertError(yield* post(token, { ...without, eventType }), 400, String(eventType))
        assert.include(message, "eventType must be one of the 29 event types")
      }
    })
  )

  it.effect.each(Object.entries(retiredTypes))("the retired %s is 400, which names %s", ([retired, current]) =>
    Effect.gen(function* () {
      const token = yield* ada
      const rule = `; send ${current} instead of the retired ${retired}.`
      const event = { eventType: retired, targetId: ids.objective, data: {} }
      const hook = { url: "https://example.org", eventTypes: ["create_team", retired] }
      const answers = [
        yield* post(token, event),
        yield* request("/api/events/preview", { token, body: { events: [event] } }),
        yield* request(`/api/changes?types=create_team,${retired}`, { token }),
        yield* request("/api/admin/webhooks", { token, body: hook })
      ]
      for (const answer of answers) assert.include(assertError(answer, 400), rule)
    })
  )

  it.effect("there are 29 event types, of which two take no target", () =>
    Effect.sync(() => {
      assert.strictEqual(EventType.literals.length, 29)
      assert.deepStrictEqual(
        EventType.literals.filter((type) => eventTable[type].targets.length === 0),
        ["create_team", "restore_history"]
      )
    })
  )

  const targeted = EventType.literals.filter((type) => type !== "create_team" && type !== "restore_history")

  it.effect.each(targeted)("%s without its targetId is 400", (eventType) =>
    Effect.gen(function* () {
      const token = yield* ada
      assert.include(assertError(yield* post(token, { eventType, data: {} }), 400), "targetId")
      assert.include(assertError(yield* post(token, { eventType, targetId: null, data: {} }), 400), "targetId")
      for (const targetId of ["", "x", 1, {}, `${nobody}x`]) {
        assert.include(assertError(yield* post(token, { eventType, targetId, data: {} }), 400), "targetId")
      }
    })
  )

  it.effect.each(["create_team", "restore_history"])("%s needs no targetId", (eventType) =>
    Effect.gen(function* () {
      const token = yield* ada
      assertOk(yield* post(token, { eventType, data: {} }))
      assertOk(yield* post(token, { eventType, targetId: null, data: {} }))
    })
  )

  it.effect("data that is missing or not an object is 400", () =>
    Effect.gen(function* () {
      const token = yield* ada
      for (const data of [undefined, null, [], "title", 1, true]) {
        assert.include(assertError(yield* post(token, { ...rename("X"), data }), 400, JSON.stringify(data)), "data")
      }
      for (const body of [[], null, "x", 1, [rename("X")]]) assertError(yield* post(token, body), 400)
    })
  )

  it.effect("lastSeenSequence that is not a 64-bit integer is 400", () =>
    Effect.gen(function* () {
      const token = yield* ada
      for (const seen of ["1", 1.5, 1e30, -1e30, true, [], {}]) {
        const message = assertError(yield* post(token, { ...rename("X"), lastSeenSequence: seen }), 400, String(seen))
        assert.include(message, "lastSeenSequence")
      }
      for (const seen of [null, 0, -1, Number.MAX_SAFE_INTEGER]) {
        assertOk(yield* post(token, { ...rename(`Seen ${seen}`), lastSeenSequence: seen }))
      }
    })
  )

  const written: ReadonlyArray<readonly [string, "beyond" | "conflict" | "400"]> = [
    ["9007199254740993", "beyond"],
    ["9223372036854774784", "beyond"],
    ["9223372036854775296", "beyond"],
    ["9223372036854775807", "beyond"],
    ["9223372036854775808", "400"],
    ["9223372036854777000", "400"],
    ["18446744073709551615", "400"],
    ["1e400", "400"],
    ["9223372036854775808.0", "400"],
    ["-9223372036854775807", "conflict"],
    ["-9223372036854775808", "conflict"],
    ["-9223372036854775809", "400"],
    ["-9223372036854777000", "400"]
  ]
  it.effect.each(written)("a lastSeenSequence written as %s is %s, by shortcut and endpoint", ([number, expected]) =>
    Effect.gen(function* () {
      const token = yield* ada
      // The same text elsewhere in the body makes no difference.
      const decoys = `"title":"New \\"lastSeenSequence\\":1","lastSeenSequence":1`
      const body = (data: string) =>
        `{"lastSeenSequence":1,"data":{${data}},"last\\u0053eenSequence" : ${number},` +
        `"eventType":"update_principle_title","targetId":"${ids.principle}"}`
      for (const type of ["application/json", "application/json; charset=utf-8"]) {
        const send = (data: string) =>
          request("/api/events", { token, raw: body(data), headers: { "content-type": type } })
        const answer = yield* send(`"title":"New"`)
        if (expected === "400") {
          assert.include(assertError(answer, 400, number), "lastSeenSequence")
        } else {
          assert.include(
            assertOk(answer).text,
            expected === "beyond" ? "beyond the latest event" : "had already changed"
          )
          assert.include((yield* send(decoys)).text, expected === "beyond" ? "beyond the latest event" : "is not known")
        }
      }
    })
  )
})
