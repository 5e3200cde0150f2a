import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { Outcome } from "../../src/domain/Outcome.ts"
import { ObjectivesBody } from "../../src/domain/views/Views.ts"
import { type EditedField, editType } from "../../src/shared/EventTypes.ts"
import { assertOk } from "../http/requests/Answers.ts"
import { addUser, request, signIn, testServer } from "../support/TestServer.ts"
import { agent, call, tokenOf, valueOf } from "./McpClient.ts"

const idAt = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`
const team = idAt(0)
const numbers = Array.from({ length: 200 }, (_, index) => index + 1)

const decodeObjectives = Schema.decodeUnknownEffect(ObjectivesBody)
const decodeOutcome = Schema.decodeUnknownEffect(Outcome)

/** What is edited of each objective, by id. */
const shown = Effect.fnUntraced(function* (session: string) {
  const { json } = yield* request(`/api/teams/${team}/objectives`, { token: session })
  const { objectives } = yield* decodeObjectives(json)
  return new Map(
    objectives.map(({ id, title, description, status, dueDate }) => [
      id as string,
      { title, description, status, dueDate }
    ])
  )
})

const submit = Effect.fnUntraced(function* (session: string, body: object) {
  const answer = yield* request("/api/events", { token: session, body })
  assertOk(answer)
  return yield* decodeOutcome(answer.json)
})

layer(testServer)("An agent and two people on 200 objectives at once", (it) => {
  it.effect("lose and overwrite nothing, and the agent's changes are taken back exactly", () =>
    Effect.gen(function* () {
      for (const [name, role] of [
        ["ada", "admin"],
        ["ben", "editor"],
        ["cy", "editor"]
      ] as const)
        yield* addUser(name, role)
      const [ada, ben, cy] = [yield* signIn("ada"), yield* signIn("ben"), yield* signIn("cy")]
      yield* submit(ada, { eventType: "create_team", data: { id: team, name: "Payments", color: "#123456" } })
      yield* Effect.forEach(
        numbers,
        (n) => submit(ada, { eventType: "create_objective", targetId: team, data: { id: idAt(n), title: `Old ${n}` } }),
        { concurrency: 20 }
      )
      const client = yield* agent(yield* tokenOf(ada, "write"))
      const { sequenceNumber } = valueOf(yield* call(client, "get_team", { teamId: team, limit: 1 }))
      const before = yield* shown(ada)
      const edit = (n: number, field: EditedField<"objective">, value: string) => ({
        ...{ eventType: editType("objective", field), targetId: idAt(n), lastSeenSequence: sequenceNumber },
        data: { [field]: value }
      })

      /** Everybody edits the description of every objective, and a field that nobody else edits. */
      const byPerson = (session: string, name: string, field: EditedField<"objective">, value: (n: number) => string) =>
        Effect.forEach(
          numbers,
          (n) =>
            Effect.all([
              submit(session, edit(n, "description", `By ${name} ${n}`)),
              submit(session, edit(n, field, value(n)))
            ]),
          { concurrency: 10 }
        )
      const sets = Array.from({ length: 4 }, (_, quarter) => numbers.slice(quarter * 50, quarter * 50 + 50))
      const byAgent = Effect.forEach(
        sets,
        (some, index) =>
          Effect.map(
            call(client, "apply_changes", {
              events: some.flatMap((n) => [edit(n, "description", `By agent ${n}`), edit(n, "dueDate", "2027-03-31")]),
              name: `Part ${index}`
            }),
            valueOf
          ),
        { concurrency: 2 }
      )
      const [applied, titled, stated] = yield* Effect.all(
        [byAgent, byPerson(ben, "ben", "title", (n) => `New ${n}`), byPerson(cy, "cy", "status", () => "at_risk")],
        { concurrency: "unbounded" }
      )

      const outcomesOf = {
        agent: applied.flatMap(({ outcomes }) => outcomes.filter((_: unknown, index: number) => index % 2 === 0)),
        ben: titled.map(([first]) => first),
        cy: stated.map(([first]) => first)
      }
      const winners = numbers.map((n, index) => {
        const applied = Object.entries(outcomesOf).filter(([, outcomes]) => outcomes[index]?.status === "applied")
        assert.lengthOf(applied, 1, `objective ${n}`)
        return applied[0]?.[0]
      })
      const after = yield* shown(ada)
      const expected = (n: number, { isUndone = false } = {}) => ({
        title: `New ${n}`,
        description: isUndone && winners[n - 1] === "agent" ? "" : `By ${winners[n - 1]} ${n}`,
        status: "at_risk",
        dueDate: isUndone ? null : "2027-03-31"
      })
      assert.deepStrictEqual<unknown>(
        after,
        new Map([...before.keys()].map((id) => [id, expected(Number(id.slice(-12)))]))
      )

      // Ben moves the due dates of the first ten once more, while the sets are undone one after the other.
      for (const n of numbers.slice(0, 10))
        yield* submit(ben, { ...edit(n, "dueDate", "2027-06-30"), lastSeenSequence: null })
      const other = yield* agent(yield* tokenOf(cy, "write"))
      const left: Array<unknown> = []
      for (const { changeSetId } of applied.toReversed()) {
        left.push(...valueOf(yield* call(other, "undo_changes", { changeSetId })).left)
      }
      assert.lengthOf(left, 10)
      assert.deepStrictEqual<unknown>(
        yield* shown(ada),
        new Map(
          [...before.keys()].map((id) => {
            const n = Number(id.slice(-12))
            return [id, { ...expected(n, { isUndone: true }), ...(n <= 10 && { dueDate: "2027-06-30" }) }]
          })
        )
      )
    })
  )
})
