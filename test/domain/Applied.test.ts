import { assert, describe, it } from "@effect/vitest"
import { EventType, type LoggedEvent } from "../../src/domain/Event.ts"
import { actorId, instant } from "./Commands.ts"
import { creations, eventOf, example, type Input, id } from "./ExampleStrategy.ts"

type Expected = Partial<LoggedEvent>

const field = (
  fieldName: string,
  previousSequence: number | null,
  oldValue: string,
  newValue: string,
  rest: Expected
): Expected => ({ fieldName, previousSequence, oldValue, newValue, ...rest })

const about = (entityType: LoggedEvent["entityType"], entityId: LoggedEvent["entityId"]) => ({ entityType, entityId })

const cases: ReadonlyArray<readonly [Input, Expected]> = [
  [
    { eventType: "create_team", data: { name: "  West ", color: "#ABCdef" } },
    {
      ...about("team", id.fresh),
      data: { id: id.fresh, name: "West", color: "#abcdef" },
      description: "created team 'West'"
    }
  ],
  [
    { eventType: "update_team_name", targetId: id.team, data: { name: "Nord" } },
    field("name", 1, "North", "Nord", {
      ...about("team", id.team),
      data: { name: "Nord" },
      description: "renamed team 'North' to 'Nord'"
    })
  ],
  [
    { eventType: "update_team_color", targetId: id.team, data: { color: "#BB0000" } },
    field("color", 1, "#aa0000", "#bb0000", {
      ...about("team", id.team),
      data: { color: "#bb0000" },
      description: "changed the colour of team 'North' from #aa0000 to #bb0000"
    })
  ],
  [
    { eventType: "delete_team", targetId: id.team },
    { ...about("team", id.team), data: {}, description: "deleted team 'North'" }
  ],
  [
    {
      eventType: "create_principle",
      targetId: id.team,
      data: { id: id.unknown, title: "Care", description: "a\r\nb" }
    },
    {
      ...about("principle", id.unknown),
      data: { id: id.unknown, title: "Care", description: "a\nb" },
      description: "created principle 'Care'"
    }
  ],
  [
    { eventType: "update_principle_title", targetId: id.principle, data: { title: "Hear" } },
    field("title", creations.principle, "Listen", "Hear", {
      ...about("principle", id.principle),
      data: { title: "Hear" },
      description: "renamed principle 'Listen' to 'Hear'"
    })
  ],
  [
    { eventType: "update_principle_description", targetId: id.principle, data: { description: "First." } },
    field("description", creations.principle, "", "First.", {
      ...about("principle", id.principle),
      data: { description: "First." },
      description: "changed the description of principle 'Listen'"
    })
  ],
  [
    { eventType: "update_principle_position", targetId: id.principle, data: { position: 1 } },
    field("position", creations.principle, "0", "1", {
      ...about("principle", id.principle),
      data: { position: 1 },
      description: "moved principle 'Listen' from position 1 to 2"
    })
  ],
  [
    { eventType: "delete_principle", targetId: id.principle },
    { ...about("principle", id.principle), data: {}, description: "deleted principle 'Listen'" }
  ],
  [
    { eventType: "create_objective", targetId: id.team, data: { title: "Win" } },
    {
      ...about("objective", id.fresh),
      data: { id: id.fresh, title: "Win", description: "", status: "draft", dueDate: null },
      description: "created objective 'Win'"
    }
  ],
  [
    { eventType: "update_objective_title", targetId: id.objective, data: { title: "Bloom" } },
    field("title", creations.objective, "Grow", "Bloom", {
      ...about("objective", id.objective),
      data: { title: "Bloom" },
      description: "renamed objective 'Grow' to 'Bloom'"
    })
  ],
  [
    { eventType: "update_objective_description", targetId: id.objective, data: { description: "why" } },
    field("description", creations.objective, "", "why", {
      ...about("objective", id.objective),
      data: { description: "why" },
      description: "changed the description of objective 'Grow'"
    })
  ],
  [
    { eventType: "update_objective_status", targetId: id.objective, data: { status: "on_track" } },
    field("status", creations.objective, "draft", "on_track", {
      ...about("objective", id.objective),
      data: { status: "on_track" },
      description: "changed the status of objective 'Grow' from draft to on track"
    })
  ],
  [
    { eventType: "update_objective_due_date", targetId: id.objective, data: { dueDate: "2028-02-29" } },
    field("dueDate", creations.objective, "", "2028-02-29", {
      ...about("objective", id.objective),
      data: { dueDate: "2028-02-29" },
      description: "set the due date of objective 'Grow' to 2028-02-29"
    })
  ],
  [
    { eventType: "update_objective_position", targetId: id.objective, data: { position: 1 } },
    field("position", creations.objective, "0", "1", {
      ...about("objective", id.objective),
      data: { position: 1 },
      description: "moved objective 'Grow' from position 1 to 2"
    })
  ],
  [
    {
      eventType: "update_objective_principle_link",
      targetId: id.objective,
      data: { principleId: id.secondPrinciple, linked: true }
    },
    field(`principle:${id.secondPrinciple}`, null, "false", "true", {
      ...about("objective", id.objective),
      data: { principleId: id.secondPrinciple, linked: true },
      description: "linked principle 'Ship' to objective 'Grow'"
    })
  ],
  [
    {
      eventType: "update_objective_principle_link",
      targetId: id.objective,
      data: { principleId: id.principle.toUpperCase(), linked: false }
    },
    field(`principle:${id.principle}`, creations.link, "true", "false", {
      ...about("objective", id.objective),
      data: { principleId: id.principle, linked: false },
      description: "unlinked principle 'Listen' from objective 'Grow'"
    })
  ],
  [
    { eventType: "delete_objective", targetId: id.objective },
    { ...about("objective", id.objective), data: {}, description: "deleted objective 'Grow'" }
  ],
  [
    { eventType: "create_group", targetId: id.objective, data: { name: "Next" } },
    {
      ...about("group", id.fresh),
      data: { id: id.fresh, name: "Next" },
      description: "created group 'Next' in objective 'Grow'"
    }
  ],
  [
    { eventType: "update_group_name", targetId: id.group, data: { name: "Today" } },
    field("name", 11, "Now", "Today", {
      ...about("group", id.group),
      data: { name: "Today" },
      description: "renamed group 'Now' to 'Today'"
    })
  ],
  [
    { eventType: "delete_group", targetId: id.group },
    { ...about("group", id.group), data: {}, description: "deleted group 'Now'" }
  ],
  [
    { eventType: "create_initiative", targetId: id.objective, data: { title: "Ask" } },
    {
      ...about("initiative", id.fresh),
      data: { id: id.fresh, title: "Ask", status: "planned", groupId: null },
      description: "created initiative 'Ask' in objective 'Grow'"
    }
  ],
  [
    { eventType: "update_initiative_title", targetId: id.initiative, data: { title: "Ring" } },
    field("title", creations.initiative, "Call", "Ring", {
      ...about("initiative", id.initiative),
      data: { title: "Ring" },
      description: "renamed initiative 'Call' to 'Ring'"
    })
  ],
  [
    { eventType: "update_initiative_status", targetId: id.initiative, data: { status: "active" } },
    field("status", creations.initiative, "planned", "active", {
      ...about("initiative", id.initiative),
      data: { status: "active" },
      description: "changed the status of initiative 'Call' from planned to active"
    })
  ],
  [
    { eventType: "update_initiative_placement", targetId: id.initiative, data: { groupId: id.secondGroup } },
    field(
      "placement",
      creations.initiative,
      `{"groupId":"${id.group}","position":0}`,
      `{"groupId":"${id.secondGroup}","position":2}`,
      {
        ...about("initiative", id.initiative),
        data: { groupId: id.secondGroup, position: 2 },
        description: "moved initiative 'Call' to group 'Later'"
      }
    )
  ],
  [
    { eventType: "update_initiative_placement", targetId: id.initiative, data: { groupId: null, position: 0 } },
    field(
      "placement",
      creations.initiative,
      `{"groupId":"${id.group}","position":0}`,
      `{"groupId":null,"position":0}`,
      {
        ...about("initiative", id.initiative),
        data: { groupId: null, position: 0 },
        description: "moved initiative 'Call' out of group 'Now'"
      }
    )
  ],
  [
    { eventType: "delete_initiative", targetId: id.initiative },
    { ...about("initiative", id.initiative), data: {}, description: "deleted initiative 'Call'" }
  ],
  [
    { eventType: "create_progress", targetId: id.objective, data: { name: "Users", start: -0, target: 5 } },
    {
      ...about("progress", id.fresh),
      data: { id: id.fresh, name: "Users", unit: "", start: 0, target: 5, value: 0 },
      description: "created progress measure 'Users' in objective 'Grow'"
    }
  ],
  [
    { eventType: "update_progress_value", targetId: id.progress, data: { value: 7, note: "\tgood \r day " } },
    field("value", creations.progress, "4", "7", {
      ...about("progress", id.progress),
      data: { value: 7, confidence: null, note: "good \n day" },
      description: "checked in 'Sales': 4 -> 7 of 10 %"
    })
  ],
  [
    { eventType: "delete_progress", targetId: id.progress },
    { ...about("progress", id.progress), data: {}, description: "deleted progress measure 'Sales'" }
  ],
  [
    { eventType: "restore_history", data: { sequenceNumber: creations.objective } },
    {
      data: { sequenceNumber: creations.objective },
      description: `restored the strategy to event ${creations.objective}`
    }
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
    assert.deepStrictEqual<LoggedEvent>(eventOf(example, ask), {
      sequenceNumber: example.sequenceNumber + 1,
      submissionId: `submission ${example.sequenceNumber + 1}`,
      timestamp: instant(example.sequenceNumber + 1),
      actorId,
      actorName: "ada",
      eventType: ask.eventType,
      targetId: ask.targetId ?? null,
      data: {},
      lastSeenSequence: null,
      status: "applied",
      rejectionReason: null,
      conflictingServerValue: null,
      entityId: null,
      entityType: null,
      fieldName: null,
      previousSequence: null,
      oldValue: null,
      newValue: null,
      description: "",
      ...expected
    })
  })
})
