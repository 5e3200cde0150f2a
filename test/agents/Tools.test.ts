import { assert, layer } from "@effect/vitest"
import type { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { Context, Effect, Layer, Option } from "effect"
import { UserStore } from "../../src/accounts/users/UserStore.ts"
import { growing, objective, team } from "../../src/api/document/ExampleSubmissions.ts"
import { perObjective } from "../../src/shared/Limits.ts"
import { addUser, signIn, testServer } from "../support/TestServer.ts"
import { agent, call, textOf, tokenOf, valueOf } from "./McpClient.ts"

/** An agent of an admin, on a strategy that an agent made. */
class Agent extends Context.Service<Agent, Client>()("strategy/test/agents/Agent") {}

const measure = growing.find(({ eventType }) => eventType === "create_progress")?.data.id

const server = Layer.effect(
  Agent,
  Effect.gen(function* () {
    yield* addUser("ada", "admin")
    const client = yield* agent(yield* tokenOf(yield* signIn("ada"), "admin"))
    const create = growing.filter(({ eventType }) => eventType.startsWith("create_"))
    const { sequenceNumber } = valueOf(yield* call(client, "apply_changes", { events: create }))
    assert.strictEqual(sequenceNumber, create.length)
    const edits = growing.filter((event) => !create.includes(event))
    const events = JSON.stringify(edits.map((event) => ({ ...event, lastSeenSequence: String(sequenceNumber) })))
    const { outcomes } = valueOf(yield* call(client, "apply_changes", { events, name: null, idempotencyKey: null }))
    const statuses = outcomes.map(({ status }: { readonly status: string }) => status)
    assert.notInclude(statuses, "rejected")
    return client
  })
).pipe(Layer.provideMerge(testServer))

const reading = [
  ["get_overview", {}],
  ["find", { text: "answer" }],
  ["get_team", { teamId: team }],
  ["get_objective", { objectiveId: objective }],
  ["get_changes", {}],
  ["get_history", { entityId: measure }],
  ["get_deck", { teamId: team }]
] as const

/** Arguments that a tool takes. */
const valid = (name: string): object => {
  if (name === "check_in") return { measureId: measure, value: 1, lastSeenSequence: 1 }
  if (name === "apply_changes") return { events: [{ eventType: "create_team", data: {} }] }
  return reading.find(([each]) => each === name)?.[1] ?? {}
}

layer(server)("The tools", (it) => {
  it.effect("take null for everything that may be left out, and answer without nulls", () =>
    Effect.gen(function* () {
      const client = yield* Agent
      const { tools } = yield* Effect.promise(() => client.listTools())
      for (const [name, args] of reading) {
        const { properties = {}, required = [] } = tools.find((tool) => tool.name === name)?.inputSchema ?? {}
        const optional = Object.keys(properties).filter((member) => !required.includes(member))
        const nulls = Object.fromEntries(optional.map((member) => [member, null]))
        const plain = valueOf(yield* call(client, name, args))
        assert.deepStrictEqual(valueOf(yield* call(client, name, { ...args, ...nulls })), plain, name)
        assert.notInclude(JSON.stringify(plain), "null", name)
      }
    })
  )

  it.effect.each([
    ["get_team", { team }, "team is not a member that is known here; the nearest is teamId"],
    ["get_team", {}, "teamId is missing"],
    ["get_team", { teamId: "Care" }, "teamId must be a GUID"],
    ["get_team", { teamId: team, limit: 51 }, "limit must be from 1 to 50"],
    ["get_team", { teamId: team, limit: "many" }, "limit must be from 1 to 50"],
    ["get_team", { teamId: team, limit: 1.5 }, "limit must be from 1 to 50"],
    ["get_team", { teamId: team, dueBefore: "2027-02-30" }, "dueBefore must be a calendar date of the form YYYY-MM-DD"],
    ["get_team", { teamId: team, status: 5 }, "status must be a list"],
    [
      "get_overview",
      { status: ["green"] },
      "status.0 is not a value that is known here; send draft, on_track, at_risk, off_track, achieved or missed"
    ],
    ["get_overview", { reason: "stall" }, "reason.0 is not a value that is known here; the nearest is stale"],
    ["find", { text: "" }, "text must have 1 to 100 characters"],
    [
      "check_in",
      { measureId: measure, value: "12 %", lastSeenSequence: 1 },
      "value must be a number between -1e15 and 1e15"
    ],
    [
      "check_in",
      { measureId: measure, value: 1, confidence: 11, lastSeenSequence: 1 },
      "confidence must be from 0 to 10"
    ],
    ["get_overview", { stale: "maybe" }, "stale must be true or false"],
    ["apply_changes", { events: [] }, "events must have 1 to 100 items"],
    ["apply_changes", { events: "two edits" }, "events must be a list"],
    [
      "apply_changes",
      { events: [{ eventType: "update_due_date", data: {} }] },
      "events.0.eventType must be one of the 29 event types; the nearest is update_objective_dates"
    ],
    [
      "apply_changes",
      { events: [{ eventType: "create_objective", data: "a title" }] },
      "events.0.data must be an object"
    ]
  ] as const)("%s of %o is refused in a sentence", ([name, args, sentence]) =>
    Effect.gen(function* () {
      const result = yield* call(yield* Agent, name, args)
      assert.deepStrictEqual(
        [result.isError, result.content],
        [true, [{ type: "text", text: `Invalid arguments: ${sentence}.` }]]
      )
    })
  )

  it.effect("say of any parameter what it must be", () =>
    Effect.gen(function* () {
      const client = yield* Agent
      const { tools } = yield* Effect.promise(() => client.listTools())
      for (const { name, inputSchema } of tools) {
        for (const member of Object.keys(inputSchema.properties ?? {})) {
          const result = yield* call(client, name, {
            ...valid(name),
            [member]: member === "events" ? [5] : { not: "it" }
          })
          assert.match(textOf(result), /"Invalid arguments: \S+ (must (be|have)|is not a value) [^"]+\."/, name)
        }
      }
    })
  )

  it.effect("refuse an event whose data has what its type does not take, before anything is written", () =>
    Effect.gen(function* () {
      const client = yield* Agent
      const events = [
        { eventType: "create_principle", targetId: team, data: { title: "Kept" } },
        { eventType: "create_objective", targetId: team, data: { title: "Not", name: "Not" } }
      ]
      const result = yield* call(client, "apply_changes", { events })
      assert.include(
        textOf(result),
        "Nothing was changed. events[1]: data.name is not a member that is known here; create_objective takes id, title, description, status, statusNote, owner, startDate, dueDate, parentId, asOf."
      )
      assert.lengthOf(valueOf(yield* call(client, "find", { text: "Kept" })).found, 0)
    })
  )

  it.effect("say with isError that a check-in did not happen, and what the value is", () =>
    Effect.gen(function* () {
      const client = yield* Agent
      const { sequenceNumber } = valueOf(yield* call(client, "get_objective", { objectiveId: objective }))
      const checkIn = { measureId: measure, value: "5", confidence: null, lastSeenSequence: String(sequenceNumber) }
      const { outcome } = valueOf(yield* call(client, "check_in", checkIn))
      assert.deepStrictEqual(Object.keys(outcome), ["sequenceNumber", "status", "previousValue"])
      const late = yield* call(client, "check_in", { ...checkIn, value: 4.5 })
      assert.isTrue(late.isError)
      assert.include(
        textOf(late),
        `Nothing was recorded for measureId ${measure}: ada had already checked in. The value is 5 now: read the`
      )
      const unknown = yield* call(client, "check_in", { ...checkIn, measureId: objective })
      assert.include(textOf(unknown), "targetId names an objective, not a measure.")
    })
  )

  it.effect("narrow lists by status, reason and due date, page by page", () =>
    Effect.gen(function* () {
      const client = yield* Agent
      const days = Array.from({ length: 9 }, (_, index) => index + 1)
      const titles = days.map((day) => `Row ${day}`)
      const events = days.map((day) => ({
        ...{ eventType: "create_objective", targetId: team },
        data: { title: `Row ${day}`, dueDate: `2099-01-0${day}`, status: day % 3 === 0 ? "at_risk" : "on_track" }
      }))
      yield* call(client, "apply_changes", { events })
      const listed = Effect.fnUntraced(function* (args: object) {
        const found = yield* call(client, "get_team", { teamId: team, ...args })
        const rows: ReadonlyArray<{ readonly title: string }> = valueOf(found).objectives
        return rows.map(({ title }) => title).filter((title) => titles.includes(title))
      })
      assert.deepStrictEqual(yield* listed({ status: "At risk" }), ["Row 3", "Row 6", "Row 9"])
      assert.deepStrictEqual(yield* listed({ status: ["at_risk"], dueBefore: "2099-01-06" }), ["Row 3"])
      assert.deepStrictEqual(yield* listed({ stale: "true" }), [])
      assert.deepStrictEqual(yield* listed({ reason: "at_risk, stale", offset: "1", limit: "1" }), ["Row 6"])
      const first = valueOf(yield* call(client, "get_overview", { reason: ["at_risk"], limit: 2 }))
      assert.deepInclude(first, { attentionInAll: 3, nextOffset: 2, othersInAll: 0 })
      const second = valueOf(yield* call(client, "get_overview", { reason: ["at_risk"], limit: 2, offset: 2 }))
      assert.lengthOf(second.attention, 1)
      assert.notProperty(second, "nextOffset")
      const dueSoon = valueOf(yield* call(client, "get_overview", { dueBefore: "2099-01-03" }))
      // Two rows, and the objective that was there.
      assert.strictEqual(dueSoon.othersInAll, 3)
    })
  )

  it.effect("answer whose objectives are at risk when, what they support and why, in one call", () =>
    Effect.gen(function* () {
      const client = yield* Agent
      yield* addUser("asilva", "viewer")
      const users = yield* UserStore
      const ana = Option.getOrThrow(yield* users.findByUsername("asilva"))
      yield* users.setDisplayName(ana.id, "Ána Silva")
      const rows = [
        { owner: "Ana Silva & Ben", status: "at_risk", statusNote: "Late", dueDate: "1970-03-31", parentId: objective },
        { owner: "ASILVA", status: "at_risk", startDate: "1970-03-31", dueDate: "1970-06-30" },
        { owner: "Ana Silva", status: "at_risk", startDate: "1970-04-01" },
        { owner: "Ana Silva", status: "off_track", dueDate: "1969-12-31" },
        { owner: "Diana", status: "at_risk", dueDate: "1970-03-31" },
        { owner: "ada", status: "at_risk" },
        { status: "at_risk", parentId: objective }
      ]
      const events = rows.map((data, index) => ({
        ...{ eventType: "create_objective", targetId: team },
        data: { title: `Risk ${index}`, ...data }
      }))
      yield* call(client, "apply_changes", { events })
      const listed = Effect.fnUntraced(function* (args: object) {
        const { attention } = valueOf(yield* call(client, "get_overview", { limit: 50, ...args }))
        const titles = attention.map(({ title }: { readonly title: string }) => /Risk (\d)/.exec(title)?.[1] ?? "")
        return titles.sort().join("")
      })
      const cases: ReadonlyArray<readonly [args: object, titles: string]> = [
        [{ owner: "ana", status: "at_risk", period: "this quarter" }, "01"],
        [{ owner: "ána", period: "1970-Q1" }, "013"],
        [{ owner: "Silva, Ana", period: "next_quarter", status: "at_risk" }, "12"],
        [{ owner: "asilva", period: "1970-05" }, "12"],
        [{ owner: "ana", period: "1969" }, "03"],
        [{ owner: "me" }, "5"],
        [{ owner: "Unowned", status: "at_risk" }, "6"],
        [{ parentId: objective, owner: null }, "06"]
      ]
      for (const [args, titles] of cases) assert.strictEqual(yield* listed(args), titles, JSON.stringify(args))
      const [row] = valueOf(yield* call(client, "get_overview", { owner: "Ben" })).attention
      const said = { owner: "Ana Silva & Ben", statusNote: "Late", parentId: objective, dueDate: "1970-03-31" }
      const parentTitle = "Halve the time to a first answer"
      assert.deepInclude(row, { ...said, parentTitle })
      assert.notProperty(row, "startDate")
      assert.deepInclude(valueOf(yield* call(client, "get_objective", { objectiveId: row.id })), {
        ...said,
        parentTitle
      })
      const { found } = valueOf(yield* call(client, "find", { text: "silva risk" }))
      assert.lengthOf(found, 4)
      assert.deepInclude(found[0], { type: "objective", id: row.id, owner: said.owner })
      const unknown = yield* call(client, "get_team", { teamId: team, owner: "Diane" })
      assert.include(textOf(unknown), "No objective has the owner Diane; the nearest is Diana. Send words of")
      const never = yield* call(client, "get_team", { teamId: team, period: "Q5 2027" })
      assert.include(
        textOf(never),
        "Invalid arguments: period must be 2027, 2027-H1, 2027-Q1 or 2027-03, or this, last"
      )
      const both = { eventType: "update_objective_dates", targetId: row.id, lastSeenSequence: 1 }
      const dates = { startDate: null, dueDate: null }
      const asked = yield* call(client, "preview_changes", { events: [{ ...both, data: dates }] })
      assert.include(
        textOf(asked),
        "events[0]: data.startDate and data.dueDate are both null. Send none for the one to"
      )
    })
  )

  it.effect("give the longest objective in pages, and the notes that they cut in the history", () =>
    Effect.gen(function* () {
      const client = yield* Agent
      const id = (kind: number, index: number) => `00000000-0000-4000-800${kind}-${String(index).padStart(12, "0")}`
      const long = id(0, 1)
      const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
      const apply = (events: ReadonlyArray<object>) => Effect.map(call(client, "apply_changes", { events }), valueOf)
      yield* apply([{ eventType: "create_objective", targetId: team, data: { id: long, title: "Long".repeat(60) } }])
      const measures = numbers(perObjective.progress).map((index) => ({
        ...{ eventType: "create_progress", targetId: long },
        data: { id: id(1, index), name: "M".repeat(100), start: 0, target: 10 }
      }))
      const { sequenceNumber } = yield* apply(measures)
      const initiatives = numbers(perObjective.initiatives).map((index) => ({
        ...{ eventType: "create_initiative", targetId: long },
        data: { id: id(2, index), title: "T".repeat(250) }
      }))
      yield* apply(initiatives)
      for (const value of numbers(6)) {
        const checkIns = measures.map(({ data }) => ({
          ...{ eventType: "update_progress_value", targetId: data.id, lastSeenSequence: sequenceNumber + 1000 },
          data: { value: value + 1, note: "n".repeat(900) }
        }))
        const now = valueOf(yield* call(client, "find", { text: "Long" })).sequenceNumber
        const seen = checkIns.map((event) => ({ ...event, lastSeenSequence: now }))
        yield* apply(seen.slice(0, 10))
        yield* apply(seen.slice(10))
      }
      const found: Record<"progress" | "initiatives", Array<string>> = { progress: [], initiatives: [] }
      let next: object | undefined = {}
      while (next !== undefined) {
        const result = yield* call(client, "get_objective", { objectiveId: long, ...next })
        assert.isBelow(textOf(result).length, 70_000)
        const page = valueOf(result)
        found.progress.push(...page.progress.map((each: { readonly id: string }) => each.id))
        found.initiatives.push(...page.initiatives.map((each: { readonly id: string }) => each.id))
        const { nextMeasuresOffset: measuresOffset, nextInitiativesOffset: initiativesOffset } = page
        next = measuresOffset === undefined ? undefined : { measuresOffset, initiativesOffset }
      }
      assert.deepStrictEqual(
        found.progress,
        measures.map(({ data }) => data.id)
      )
      assert.deepStrictEqual(
        found.initiatives,
        initiatives.map(({ data }) => data.id)
      )
      const history = valueOf(yield* call(client, "get_history", { entityId: id(1, 0), limit: 1 }))
      assert.strictEqual(history.entries[0].note, "n".repeat(900))
    })
  )
})
