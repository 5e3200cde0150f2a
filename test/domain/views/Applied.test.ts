import { assert, describe, it } from "@effect/vitest"
import { EventType, type LoggedEvent } from "../../../src/domain/Event.ts"
import { EntityId } from "../../../src/domain/entities/Ids.ts"
import { actorId, instant, today } from "../Commands.ts"
import { creations, eventOf, example, type Input, id } from "../ExampleStrategy.ts"
import { sentenceOf } from "../Sentences.ts"

type Expected = Partial<LoggedEvent> & Pick<LoggedEvent, "description">

const entityTypes = ["team", "principle", "objective", "group", "initiative", "progress"] as const

/** The logged fields of an event about one entity; `restore_history` is about none. */
const about = ({
  eventType,
  targetId = null,
  data = {}
}: Input): Pick<LoggedEvent, "entityType" | "entityId" | "data"> => {
  const isCreation = eventType.startsWith("create_")
  const own = entityTypes.find((type) => eventType.replace(/^[a-z]+_/, "").startsWith(type))
  const entityType = own ?? entityTypes.find((type) => targetId !== null && targetId === id[type]) ?? null
  const entityId = isCreation ? EntityId.make(String(data.id ?? id.fresh)) : targetId
  return { entityType, entityId, data: isCreation ? { id: entityId, ...data } : data }
}

const change = (
  fieldName: string,
  previousSequence: number | null,
  oldValue: string,
  newValue: string,
  description: string
): Expected => ({ fieldName, previousSequence, oldValue, newValue, description })

/** Submissions, and the logged fields besides the entity and the data as sent; `description` is the sentence made of them. */
const cases: ReadonlyArray<readonly [Input, Expected]> = [
  [
    { eventType: "create_team", data: { name: "  West ", color: "#ABCdef" } },
    { data: { id: id.fresh, name: "West", color: "#abcdef" }, description: "created team “West”" }
  ],
  [
    { eventType: "update_team_name", targetId: id.team, data: { name: "Nord" } },
    change("name", 1, "North", "Nord", "renamed team “North” to “Nord”")
  ],
  [
    { eventType: "update_team_color", targetId: id.team, data: { color: "#BB0000" } },
    {
      ...change("color", 1, "#aa0000", "#bb0000", "changed the colour of team “North” from #aa0000 to #bb0000"),
      data: { color: "#bb0000" }
    }
  ],
  [{ eventType: "delete_team", targetId: id.team }, { description: "deleted team “North”" }],
  [
    {
      eventType: "create_principle",
      targetId: id.team,
      data: { id: id.unknown, title: "Care", description: "a\r\nb" }
    },
    { data: { id: id.unknown, title: "Care", description: "a\nb" }, description: "created principle “Care”" }
  ],
  [
    { eventType: "update_principle_title", targetId: id.principle, data: { title: "Hear" } },
    change("title", creations.principle, "Listen", "Hear", "renamed principle “Listen” to “Hear”")
  ],
  [
    { eventType: "update_description", targetId: id.principle, data: { description: "First." } },
    change("description", creations.principle, "", "First.", "changed the description of principle “Listen”")
  ],
  [
    { eventType: "update_position", targetId: id.principle, data: { position: 1 } },
    change("position", creations.principle, "0", "1", "moved principle “Listen” from position 1 to 2")
  ],
  [{ eventType: "delete_principle", targetId: id.principle }, { description: "deleted principle “Listen”" }],
  [
    { eventType: "create_objective", targetId: id.team, data: { title: "Win" } },
    {
      data: {
        ...{ id: id.fresh, title: "Win", description: "", status: "draft", statusNote: "", owner: "" },
        ...{ startDate: null, dueDate: null, parentId: null }
      },
      description: "created objective “Win”"
    }
  ],
  [
    { eventType: "update_objective_title", targetId: id.objective, data: { title: "Bloom" } },
    change("title", creations.objective, "Grow", "Bloom", "renamed objective “Grow” to “Bloom”")
  ],
  [
    { eventType: "update_description", targetId: id.objective, data: { description: "why" } },
    change("description", creations.objective, "", "why", "changed the description of objective “Grow”")
  ],
  [
    { eventType: "update_objective_status", targetId: id.objective, data: { status: "on_track" } },
    {
      ...change(
        "status",
        creations.objective,
        "draft",
        "on_track",
        "changed the status of objective “Grow” from draft to on track"
      ),
      data: { status: "on_track", note: "" }
    }
  ],
  [
    {
      eventType: "update_objective_status",
      targetId: id.objective,
      data: { status: "draft", note: " Still\r\nopen " }
    },
    {
      ...change(
        "status",
        creations.objective,
        "draft",
        "draft",
        "explained the status of objective “Grow” (draft): “Still open”"
      ),
      data: { status: "draft", note: "Still\nopen" }
    }
  ],
  [
    { eventType: "update_objective_dates", targetId: id.objective, data: { dueDate: "2028-02-29" } },
    change("dueDate", creations.objective, "", "2028-02-29", "set the due date of objective “Grow” to 29 Feb 2028")
  ],
  [
    { eventType: "update_objective_dates", targetId: id.objective, data: { startDate: "2026-01-01" } },
    change("startDate", creations.objective, "", "2026-01-01", "set the start date of objective “Grow” to 1 Jan 2026")
  ],
  [
    { eventType: "update_objective_parent", targetId: id.objective, data: { parentId: id.secondObjective } },
    change("parent", creations.objective, "", id.secondObjective, "made objective “Grow” support “Save”")
  ],
  [
    { eventType: "update_owner", targetId: id.objective, data: { owner: " Ada Brandt " } },
    {
      ...change("owner", creations.objective, "", "Ada Brandt", "set the owner of objective “Grow” to “Ada Brandt”"),
      data: { owner: "Ada Brandt" }
    }
  ],
  [
    { eventType: "update_owner", targetId: id.initiative, data: { owner: "Head of sales" } },
    change("owner", creations.initiative, "", "Head of sales", "set the owner of initiative “Call” to “Head of sales”")
  ],
  [
    { eventType: "update_position", targetId: id.objective, data: { position: 1 } },
    change("position", creations.objective, "0", "1", "moved objective “Grow” from position 1 to 2")
  ],
  [
    {
      eventType: "update_objective_principle_link",
      targetId: id.objective,
      data: { principleId: id.secondPrinciple, linked: true }
    },
    change(`principle:${id.secondPrinciple}`, null, "false", "true", "linked principle “Ship” to objective “Grow”")
  ],
  [
    {
      eventType: "update_objective_principle_link",
      targetId: id.objective,
      data: { principleId: id.principle.toUpperCase(), linked: false }
    },
    {
      ...change(
        `principle:${id.principle}`,
        creations.link,
        "true",
        "false",
        "unlinked principle “Listen” from objective “Grow”"
      ),
      data: { principleId: id.principle, linked: false }
    }
  ],
  [{ eventType: "delete_objective", targetId: id.objective }, { description: "deleted objective “Grow”" }],
  [
    { eventType: "create_group", targetId: id.objective, data: { name: "Next" } },
    { description: "created group “Next” in “Grow”" }
  ],
  [
    { eventType: "update_group_name", targetId: id.group, data: { name: "Today" } },
    change("name", 11, "Now", "Today", "renamed group “Now” to “Today”")
  ],
  [{ eventType: "delete_group", targetId: id.group }, { description: "deleted group “Now” in “Grow”" }],
  [
    { eventType: "create_initiative", targetId: id.objective, data: { title: "Ask" } },
    {
      data: { id: id.fresh, title: "Ask", status: "planned", owner: "", groupId: null },
      description: "created initiative “Ask” in “Grow”"
    }
  ],
  [
    { eventType: "update_initiative_title", targetId: id.initiative, data: { title: "Ring" } },
    change("title", creations.initiative, "Call", "Ring", "renamed initiative “Call” to “Ring”")
  ],
  [
    { eventType: "update_initiative_status", targetId: id.initiative, data: { status: "active" } },
    change(
      "status",
      creations.initiative,
      "planned",
      "active",
      "changed the status of initiative “Call” from planned to active"
    )
  ],
  [
    { eventType: "update_initiative_placement", targetId: id.initiative, data: { groupId: id.secondGroup } },
    {
      ...change(
        "placement",
        creations.initiative,
        `{"groupId":"${id.group}","position":0}`,
        `{"groupId":"${id.secondGroup}","position":2}`,
        "moved initiative “Call” to group “Later”"
      ),
      data: { groupId: id.secondGroup, position: 2 }
    }
  ],
  [
    { eventType: "update_initiative_placement", targetId: id.initiative, data: { groupId: null, position: 0 } },
    change(
      "placement",
      creations.initiative,
      `{"groupId":"${id.group}","position":0}`,
      `{"groupId":null,"position":0}`,
      "moved initiative “Call” out of group “Now”"
    )
  ],
  [{ eventType: "delete_initiative", targetId: id.initiative }, { description: "deleted initiative “Call” in “Grow”" }],
  [
    { eventType: "create_progress", targetId: id.objective, data: { name: "Users", start: -0, target: 5 } },
    {
      data: { id: id.fresh, name: "Users", unit: "", start: 0, target: 5, value: 0 },
      description: "created measure “Users” in “Grow”"
    }
  ],
  [
    { eventType: "update_progress_value", targetId: id.progress, data: { value: 7, note: "\tgood \r day " } },
    {
      ...change("value", creations.progress, "4", "7", "checked in “Sales” of “Grow”: 4 → 7 %"),
      data: { value: 7, confidence: null, note: "good \n day", date: today }
    }
  ],
  [
    { eventType: "update_progress_value", targetId: id.progress, data: { value: 3, date: "2025-12-01" } },
    {
      ...change("value", creations.progress, "4", "3", "checked in “Sales” of “Grow” for 1 Dec 2025: 3 %"),
      data: { value: 3, confidence: null, note: "", date: "2025-12-01" }
    }
  ],
  [{ eventType: "delete_progress", targetId: id.progress }, { description: "deleted measure “Sales” in “Grow”" }],
  [
    { eventType: "restore_history", data: { sequenceNumber: creations.objective } },
    { description: "restored the whole strategy to an earlier state" }
  ]
]

describe("applied events", () => {
  it("the examples cover all event types", () => {
    const types = new Set(cases.map(([ask]) => ask.eventType))
    assert.deepStrictEqual(
      EventType.literals.filter((type) => !types.has(type)),
      []
    )
  })

  it.each(cases)("$eventType", (ask, expected) => {
    const { effect, fact, ...event } = eventOf(example, ask)
    assert.strictEqual(effect !== undefined, ask.eventType === "restore_history")
    const { description, ...fields } = expected
    assert.strictEqual(sentenceOf(example, { ...event, ...(fact && { fact }), ...(effect && { effect }) }), description)
    assert.deepStrictEqual<LoggedEvent>(event, {
      sequenceNumber: example.sequenceNumber + 1,
      submissionId: `submission ${example.sequenceNumber + 1}`,
      timestamp: instant(example.sequenceNumber + 1),
      actorId,
      actorName: "ada",
      eventType: ask.eventType,
      targetId: ask.targetId ?? null,
      lastSeenSequence: null,
      status: "applied",
      rejectionReason: null,
      conflictingServerValue: null,
      fieldName: null,
      previousSequence: null,
      oldValue: null,
      newValue: null,
      ...about(ask),
      description: "",
      ...fields
    })
  })
})
