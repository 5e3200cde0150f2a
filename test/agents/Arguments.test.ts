import { assert, describe, it } from "@effect/vitest"
import { dataFormOf, fieldsOf } from "../../src/agents/arguments/EventForms.ts"
import { readArguments } from "../../src/agents/arguments/LenientArguments.ts"
import type { StrictSchema } from "../../src/agents/arguments/StrictSchema.ts"
import { argumentsOf } from "../../src/agents/arguments/ToolArguments.ts"
import { applyChanges } from "../../src/agents/tools/ChangeTools.ts"
import { exampleOf, growing, otherForms, shrinking } from "../../src/api/document/ExampleSubmissions.ts"
import { eventTypes } from "../../src/shared/EventTypes.ts"

const { schema } = argumentsOf(applyChanges.parameters)

const events = [...growing, ...shrinking, ...Object.values(otherForms)]

const allFields = [...new Set(eventTypes.flatMap(fieldsOf))]

/** All that is optional is sent as null, as clients do that send every parameter. */
const withNulls = ({ data, ...event }: (typeof events)[number]) => ({
  ...{ lastSeenSequence: null, ...event },
  data: { ...Object.fromEntries(allFields.map((name) => [name, null])), ...data }
})

const texts = (members: object) =>
  Object.fromEntries(
    Object.entries(members).map(([name, value]) => [name, typeof value === "object" ? value : String(value)])
  )

describe("The events of a call", () => {
  const read = (sent: unknown) => (readArguments(schema, { events: sent }) as { events: ReadonlyArray<object> }).events
  const right = events.map(({ targetId, ...event }) => ({ ...event, ...(targetId === null ? {} : { targetId }) }))
  // A null in data is left out where the field may be, which comes to the same.
  const plain = right.map(({ data, ...event }) => {
    const members = Object.entries(data).filter(([, value]) => value !== null || !event.eventType.startsWith("create_"))
    return { ...event, data: Object.fromEntries(members) }
  })

  it("are read with everything else as null, as text, as JSON in text, and in other spellings", () => {
    const ways: Readonly<Record<string, unknown>> = {
      nulls: events.map(withNulls),
      texts: right.map(({ data, ...event }) => ({ ...event, data: texts(data) })),
      json: JSON.stringify(right),
      inner: right.map((event) => JSON.stringify({ ...event, data: JSON.stringify(event.data) })),
      spelling: right.map(({ eventType, ...event }) => ({ eventType: eventType.replaceAll("_", " "), ...event }))
    }
    assert.deepStrictEqual(read(right[0]), plain.slice(0, 1))
    for (const [name, sent] of Object.entries(ways)) assert.deepStrictEqual(read(sent), plain, name)
  })

  it.each([
    ["update_objective_dates", { dueDate: null }, { dueDate: null }],
    ["update_objective_dates", { dueDate: "none", title: null }, { dueDate: null }],
    ["update_objective_dates", {}, {}],
    ["update_objective_dates", { dueDate: "" }, { dueDate: "" }],
    ["update_objective_dates", { startDate: "2027-01-04", dueDate: null }, { startDate: "2027-01-04" }],
    ["update_objective_dates", { startDate: null, dueDate: "None" }, { dueDate: null }],
    ["update_objective_dates", { startDate: null, dueDate: null, owner: null }, { startDate: null, dueDate: null }],
    [
      "update_objective_dates",
      { startDate: "none", dueDate: "2027-06-30" },
      { startDate: null, dueDate: "2027-06-30" }
    ],
    ["update_objective_parent", { parentId: null }, { parentId: null }],
    ["update_objective_parent", { parentId: "none" }, { parentId: null }],
    ["update_owner", { owner: null }, { owner: "" }],
    ["update_owner", { owner: " None" }, { owner: "" }],
    ["update_owner", { owner: "Nonetheless" }, { owner: "Nonetheless" }],
    ["update_description", { description: "none" }, { description: "none" }],
    ["create_objective", { title: "X", owner: "none", parentId: "none", startDate: null }, { title: "X" }],
    ["update_progress_value", { retract: "12", value: null, date: null }, { retract: 12 }],
    ["update_progress_value", { value: 3, date: "2027-01-04", retract: null }, { value: 3, date: "2027-01-04" }],
    ["update_initiative_placement", { groupId: "none", position: "2" }, { groupId: null, position: 2 }],
    ["create_objective", { title: "none", dueDate: "none" }, { title: "none" }],
    ["update_progress_value", { value: "1,5" }, { value: "1,5" }],
    ["update_progress_value", { value: "1.200" }, { value: "1.200" }],
    ["update_progress_value", { value: "0.125" }, { value: 0.125 }],
    ["update_progress_value", { value: " -1.5e3 ", confidence: null }, { value: -1500 }],
    ["update_progress_value", { value: "12 %" }, { value: "12 %" }],
    ["update_objective_status", { status: "At risk" }, { status: "at_risk" }],
    ["update_objective_principle_link", { linked: "yes" }, { linked: "yes" }],
    ["delete_objective", null, {}]
  ])("%s with %o is read as %o", (eventType, data, expected) => {
    assert.deepStrictEqual(read([{ eventType, data }]), [{ eventType, data: expected }])
  })

  it("have a form for each type", () => {
    for (const eventType of eventTypes) {
      const form: StrictSchema | undefined = dataFormOf(eventType)?.schema
      assert.includeMembers([...fieldsOf(eventType)], Object.keys(exampleOf(eventType)?.data ?? {}), eventType)
      assert.strictEqual(form?.type, "object", eventType)
    }
  })
})
