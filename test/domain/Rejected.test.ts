import { assert, describe, it } from "@effect/vitest"
import type { LoggedEvent } from "../../src/domain/Event.ts"
import { creations, decideIn, eventOf, example, type Input, id, stateAfter } from "./ExampleStrategy.ts"
import { reasonOf, sentenceOf } from "./Sentences.ts"

const head = example.sequenceNumber

const refusals: ReadonlyArray<readonly [Input, string]> = [
  [{ eventType: "create_team", targetId: id.team, data: {} }, "this event takes no targetId"],
  [{ eventType: "create_team", data: { color: "#000000" } }, "name is required"],
  [{ eventType: "create_team", data: { name: " ", color: "#000000" } }, "name must have 1 to 100 characters"],
  [{ eventType: "create_team", data: { name: "a", color: "red" } }, "color must be a colour of the form #rrggbb"],
  [{ eventType: "create_team", data: { name: "a", color: 7 } }, "color must be a colour of the form #rrggbb"],
  [{ eventType: "create_team", data: { id: "x", name: "a", color: "#000000" } }, "id must be a GUID"],
  [{ eventType: "create_team", data: { id: 5, name: "a", color: "#000000" } }, "id must be a GUID"],
  [{ eventType: "create_team", data: { id: id.group, name: "a", color: "#000000" } }, "id is already in use"],
  [{ eventType: "create_team", data: { id: id.deletedGroup, name: "a", color: "#000000" } }, "id is already in use"],
  [{ eventType: "create_team", data: { name: "a", color: "#000000", x: 1 } }, "“x” is not known here"],
  [
    { eventType: "create_team", data: { name: " ", color: "red" } },
    "name must have 1 to 100 characters; color must be a colour of the form #rrggbb"
  ],
  [
    { eventType: "create_team", data: { x: 1, y: 2, id: "x" } },
    "“x” is not known here; “y” is not known here; id must be a GUID; name is required; color is required"
  ],
  [
    { eventType: "create_team", data: { x: 1, y: 2, z: 3, id: "x" } },
    "“x” is not known here; “y” is not known here; “z” is not known here; id must be a GUID; name is required"
  ],
  [{ eventType: "update_team_name" }, "targetId is required"],
  [{ eventType: "update_team_name", targetId: id.unknown }, "targetId does not name a team: no entity has this id"],
  [{ eventType: "update_team_name", targetId: id.deletedTeam }, "the team was deleted"],
  [{ eventType: "update_team_name", targetId: id.objective }, "targetId names an objective, not a team"],
  [{ eventType: "update_team_name", targetId: id.team, data: { name: 5 } }, "name must be text"],
  [
    { eventType: "update_team_color", targetId: id.team, data: { color: "#12345" } },
    "color must be a colour of the form #rrggbb"
  ],
  [{ eventType: "delete_team", targetId: id.team, data: { sure: true } }, "“sure” is not known here"],
  [{ eventType: "delete_team", targetId: id.team, data: { ["__proto__"]: true } }, "“__proto__” is not known here"],
  [
    { eventType: "create_principle", targetId: id.principle, data: { title: "a" } },
    "targetId names a principle, not a team"
  ],
  [{ eventType: "create_principle", targetId: id.team, data: { title: "a\nb" } }, "title must be on one line"],
  [{ eventType: "update_principle_title", targetId: id.principle, data: {} }, "title is required"],
  [
    { eventType: "update_description", targetId: id.principle, data: { description: "\u0000 x" } },
    "description must not contain control characters"
  ],
  [{ eventType: "update_position", targetId: id.principle, data: { position: 2 } }, "position must be from 0 to 1"],
  [
    { eventType: "update_position", targetId: id.principle, data: { position: -1 } },
    "position must be a whole number, 0 or more"
  ],
  [
    { eventType: "update_position", targetId: id.principle, data: { position: 0.5 } },
    "position must be a whole number, 0 or more"
  ],
  [{ eventType: "delete_principle", targetId: id.deletedPrinciple }, "the principle was deleted"],
  [
    { eventType: "create_objective", targetId: id.team, data: { title: "a", status: "great" } },
    "status must be one of draft, on_track, at_risk, off_track, achieved, missed"
  ],
  [{ eventType: "update_objective_title", targetId: id.deletedObjective }, "the objective was deleted"],
  [
    { eventType: "update_description", targetId: id.objective, data: { description: null } },
    "description must be text"
  ],
  [
    { eventType: "update_objective_status", targetId: id.objective, data: { status: "planned" } },
    "status must be one of draft, on_track, at_risk, off_track, achieved, missed"
  ],
  ...["2026-02-29", "2026-02-30", "1900-02-29", "2026-04-31", "2026-13-01", "2026-1-1", "0000-01-01", "", 5].map(
    (dueDate) =>
      [
        { eventType: "update_objective_dates", targetId: id.objective, data: { dueDate } },
        "dueDate must be a calendar date of the form YYYY-MM-DD or null"
      ] as const
  ),
  [{ eventType: "update_objective_dates", targetId: id.deletedObjective, data: {} }, "the objective was deleted"],
  [
    { eventType: "update_objective_dates", targetId: id.objective, data: {} },
    "data must have either startDate or dueDate, each of which takes an event of its own"
  ],
  [
    { eventType: "update_objective_dates", targetId: id.objective, data: { startDate: null, dueDate: null } },
    "data must have either startDate or dueDate, each of which takes an event of its own"
  ],
  [
    {
      eventType: "create_objective",
      targetId: id.team,
      data: { title: "a", startDate: "2026-02-01", dueDate: "2026-01-31" }
    },
    "startDate must not be after the due date"
  ],
  [
    { eventType: "update_description", targetId: id.team, data: { description: "a" } },
    "targetId names a team, not a principle or an objective"
  ],
  [
    { eventType: "update_owner", targetId: id.principle, data: { owner: "a" } },
    "targetId names a principle, not an objective or an initiative"
  ],
  [{ eventType: "update_owner", targetId: id.deletedInitiative, data: { owner: "a" } }, "the initiative was deleted"],
  [
    { eventType: "update_owner", targetId: id.unknown, data: { owner: "a" } },
    "targetId does not name an objective or an initiative: no entity has this id"
  ],
  [{ eventType: "update_owner", targetId: id.objective, data: { owner: "a\nb" } }, "owner must be on one line"],
  ...["2026-01-02", "1969-12-31"].map(
    (date) =>
      [
        { eventType: "update_progress_value", targetId: id.progress, data: { value: 5, date } },
        "date must be a day from 1970-01-01 to today, 2026-01-01"
      ] as const
  ),
  [
    { eventType: "update_progress_value", targetId: id.progress, data: { value: 5, date: null } },
    "date must be a calendar date of the form YYYY-MM-DD"
  ],
  [
    { eventType: "update_progress_value", targetId: id.progress, data: { value: 5, retract: 1 } },
    "data must be only one of a check-in, a retract and a correction of the measure"
  ],
  [{ eventType: "update_position", targetId: id.objective, data: { position: 2 } }, "position must be from 0 to 1"],
  ...[id.otherTeamsPrinciple, id.deletedPrinciple, id.unknown, id.objective].map(
    (principleId) =>
      [
        { eventType: "update_objective_principle_link", targetId: id.objective, data: { principleId, linked: true } },
        "principleId does not name a principle of the same team"
      ] as const
  ),
  [
    {
      eventType: "update_objective_principle_link",
      targetId: id.objective,
      data: { principleId: id.principle, linked: "yes" }
    },
    "linked must be true or false"
  ],
  [{ eventType: "delete_objective", targetId: id.principle }, "targetId names a principle, not an objective"],
  [{ eventType: "create_group", targetId: id.team, data: { name: "a" } }, "targetId names a team, not an objective"],
  [{ eventType: "update_group_name", targetId: id.deletedGroup, data: { name: "a" } }, "the group was deleted"],
  [{ eventType: "delete_group", targetId: id.progress }, "targetId names a measure, not a group"],
  ...[id.otherObjectivesGroup, id.deletedGroup, id.unknown].flatMap((groupId) => [
    [
      { eventType: "create_initiative", targetId: id.objective, data: { title: "a", groupId } },
      "groupId does not name a group of the same objective"
    ] as const,
    [
      { eventType: "update_initiative_placement", targetId: id.initiative, data: { groupId } },
      "groupId does not name a group of the same objective"
    ] as const
  ]),
  [
    { eventType: "update_initiative_title", targetId: id.initiative, data: { title: "" } },
    "title must have 1 to 250 characters"
  ],
  [
    { eventType: "update_initiative_status", targetId: id.initiative, data: { status: null } },
    "status must be one of planned, active, done, dropped"
  ],
  [{ eventType: "update_initiative_placement", targetId: id.initiative }, "groupId is required"],
  [
    { eventType: "update_initiative_placement", targetId: id.initiative, data: { groupId: null, position: 3 } },
    "position must be from 0 to 2"
  ],
  [
    { eventType: "update_initiative_placement", targetId: id.initiative, data: { groupId: 1 } },
    "groupId must be a GUID or null"
  ],
  [{ eventType: "delete_initiative", targetId: id.deletedInitiative }, "the initiative was deleted"],
  [
    { eventType: "create_progress", targetId: id.objective, data: { name: "a", start: 1, target: 1 } },
    "target must differ from start"
  ],
  [
    { eventType: "create_progress", targetId: id.objective, data: { name: "a", start: "1", target: 1 } },
    "start must be a number between -1e15 and 1e15"
  ],
  [
    { eventType: "update_progress_value", targetId: id.progress, data: { value: 1.1e15 } },
    "value must be a number between -1e15 and 1e15"
  ],
  ...[11, -1, 0.5, "5"].map(
    (confidence) =>
      [
        { eventType: "update_progress_value", targetId: id.progress, data: { value: 5, confidence } },
        "confidence must be a whole number from 0 to 10 or null"
      ] as const
  ),
  [{ eventType: "delete_progress", targetId: id.deletedProgress }, "the measure was deleted"],
  [{ eventType: "restore_history", targetId: id.team, data: { sequenceNumber: 1 } }, "this event takes no targetId"],
  [{ eventType: "restore_history", data: { sequenceNumber: -1 } }, "sequenceNumber must be a whole number, 0 or more"],
  [
    { eventType: "restore_history", data: { sequenceNumber: head } },
    `sequenceNumber must be below the latest event, ${head}`
  ],
  [{ eventType: "restore_history", data: { sequenceNumber: 1, teamId: id.group } }, "teamId does not name a team"],
  [{ eventType: "restore_history", data: { sequenceNumber: 1, teamId: id.unknown } }, "teamId does not name a team"],
  [{ eventType: "restore_history", data: { sequenceNumber: 1, teamId: null } }, "teamId must be a GUID"],
  [{ eventType: "restore_history", data: { sequenceNumber: 1, at: 1 } }, "“at” is not known here"],
  [{ eventType: "restore_history", data: {} }, "sequenceNumber is required"],
  [{ eventType: "restore_history", data: { sequenceNumber: 1.5 } }, "sequenceNumber must be a whole number, 0 or more"],
  [
    { eventType: "restore_history", data: { sequenceNumber: head + 1 } },
    `sequenceNumber must be below the latest event, ${head}`
  ],
  [
    { eventType: "update_team_name", targetId: id.team, data: { name: "a" }, lastSeenSequence: head + 1 },
    `lastSeenSequence is beyond the latest event, ${head}`
  ],
  [
    { eventType: "delete_team", targetId: id.team, lastSeenSequence: 2 ** 63 },
    `lastSeenSequence is beyond the latest event, ${head}`
  ],
  [
    { eventType: "create_team", data: { name: "a", color: "#000000", [`\u0007${"k".repeat(200)}`]: 1 } },
    `“ ${"k".repeat(58)}…” is not known here`
  ]
]

const detailsOf = (event: LoggedEvent) => ({
  entityId: event.entityId,
  entityType: event.entityType,
  fieldName: event.fieldName,
  previousSequence: event.previousSequence,
  oldValue: event.oldValue,
  newValue: event.newValue,
  conflictingServerValue: event.conflictingServerValue
})

const noValues = { previousSequence: null, oldValue: null, newValue: null, conflictingServerValue: null }

describe("rejected events", () => {
  it.each(refusals)("%j", (ask, reason) => {
    const event = eventOf(example, ask)
    assert.strictEqual(event.status, "rejected")
    assert.strictEqual(reasonOf(event), reason)
    assert.strictEqual(event.rejectionReason, event.rejection?.code)
    assert.strictEqual(event.description, "")
    assert.match(sentenceOf(example, event), /^tried to (create|change|delete|bring back|restore) /)
    assert.strictEqual(event.sequenceNumber, head + 1)
    const { [`\u0007${"k".repeat(200)}`]: long, ...data } = ask.data ?? {}
    assert.deepStrictEqual(event.data, long === undefined ? data : { ...data, [`\u0007${"k".repeat(58)}…`]: long })
  })

  it("a broken rule names the field and its latest change, but no values", () => {
    const event = eventOf(example, { eventType: "update_principle_title", targetId: id.principle, data: { title: "" } })
    assert.deepStrictEqual(detailsOf(event), {
      ...noValues,
      entityId: id.principle,
      entityType: "principle",
      fieldName: "title",
      previousSequence: creations.principle
    })
  })

  it("is about its target if that ever existed, with the target's real type", () => {
    const ask = (targetId: Input["targetId"]): Input => ({ eventType: "update_group_name", targetId: targetId ?? null })
    const about = (targetId: Input["targetId"]) => detailsOf(eventOf(example, ask(targetId)))
    const field = { ...noValues, fieldName: "name" }
    assert.deepStrictEqual(about(id.deletedGroup), { ...field, entityId: id.deletedGroup, entityType: "group" })
    assert.deepStrictEqual(about(id.team), { ...field, entityId: id.team, entityType: "team" })
    assert.deepStrictEqual(about(id.unknown), { ...field, entityId: null, entityType: null })
    assert.deepStrictEqual(about(null), { ...field, entityId: null, entityType: null })
  })

  it("a rejected create event is about the parent", () => {
    const event = eventOf(example, { eventType: "create_group", targetId: id.objective })
    const expected = { ...noValues, entityId: id.objective, entityType: "objective" as const, fieldName: null }
    assert.deepStrictEqual(detailsOf(event), expected)
  })

  it("a rejected link names its field only if principleId is readable", () => {
    const link = (principleId: string) =>
      eventOf(example, {
        eventType: "update_objective_principle_link",
        targetId: id.objective,
        data: { principleId, linked: 1 }
      })
    assert.strictEqual(link(id.principle).fieldName, `principle:${id.principle}`)
    assert.strictEqual(link(id.principle).previousSequence, creations.link)
    assert.strictEqual(link("nothing").fieldName, null)
  })
})

const title = (title: string, lastSeenSequence?: number): Input => ({
  eventType: "update_principle_title",
  targetId: id.principle,
  data: { title },
  ...(lastSeenSequence === undefined ? {} : { lastSeenSequence })
})

describe("the order of outcomes", () => {
  const renamed = stateAfter(example, title("Hear"))
  const version = renamed.sequenceNumber

  it("a value equal to the current one after trimming is no change", () => {
    assert.deepStrictEqual(decideIn(example, title("  Listen ")), { status: "no_change" })
    const same: ReadonlyArray<Input> = [
      { eventType: "update_team_color", targetId: id.team, data: { color: " #AA0000 " } },
      { eventType: "update_position", targetId: id.principle, data: { position: -0 } },
      { eventType: "update_objective_dates", targetId: id.objective, data: { dueDate: null } },
      { eventType: "update_objective_status", targetId: id.objective, data: { status: "draft " } },
      {
        eventType: "update_objective_principle_link",
        targetId: id.objective,
        data: { principleId: id.principle, linked: true }
      },
      { eventType: "update_initiative_placement", targetId: id.thirdInitiative, data: { groupId: null } },
      { eventType: "update_progress_value", targetId: id.progress, data: { value: 4, confidence: null, note: " " } }
    ]
    for (const ask of same) assert.deepStrictEqual(decideIn(example, ask), { status: "no_change" }, ask.eventType)
  })

  it("an edit conflicts if the field changed after the last seen event", () => {
    const event = eventOf(renamed, title("Attend", version - 1))
    assert.deepStrictEqual(event.rejection, {
      code: "conflict",
      sequenceNumber: version,
      type: "principle",
      id: id.principle,
      title: "Hear",
      field: "title"
    })
    assert.strictEqual(reasonOf(event), "somebody had already changed the title of principle “Hear”")
    assert.deepStrictEqual(detailsOf(event), {
      entityId: id.principle,
      entityType: "principle",
      fieldName: "title",
      previousSequence: version,
      oldValue: "Hear",
      newValue: "Attend",
      conflictingServerValue: "Hear"
    })
  })

  it("an edit does not conflict if the change was seen, if it names no last seen event, or if another field changed", () => {
    assert.strictEqual(eventOf(renamed, title("Attend", version)).status, "applied")
    assert.strictEqual(eventOf(renamed, title("Attend")).status, "applied")
    const description: Input = {
      eventType: "update_description",
      targetId: id.principle,
      data: { description: "x" },
      lastSeenSequence: version - 1
    }
    assert.strictEqual(eventOf(renamed, description).status, "applied")
  })

  it("creation counts as a change of every field", () => {
    assert.strictEqual(eventOf(example, title("Hear", creations.principle - 1)).rejectionReason, "conflict")
  })

  it("a conflict shows values of other types as text", () => {
    const texts = (
      [
        ["update_objective_principle_link", id.objective, { principleId: id.principle, linked: false }, "true"],
        ["update_objective_dates", id.objective, { dueDate: "2026-05-01" }, ""],
        ["update_position", id.principle, { position: 1 }, "0"],
        ["update_initiative_placement", id.initiative, { groupId: null }, `{"groupId":"${id.group}","position":0}`],
        ["update_progress_value", id.progress, { value: 0.5 }, "4"]
      ] as const
    ).map(([eventType, targetId, data, expected]) => {
      const event = eventOf(example, { eventType, targetId, data, lastSeenSequence: 0 })
      return [event.conflictingServerValue, expected]
    })
    assert.deepStrictEqual(
      texts.map(([actual]) => actual),
      texts.map(([, expected]) => expected)
    )
  })

  it("the checks are made in the order target, data, no change, conflict", () => {
    const reason = (ask: Input) => reasonOf(eventOf(renamed, ask))
    assert.match(reason({ ...title("", version + 9), targetId: id.deletedPrinciple }) ?? "", /deleted/)
    assert.match(reason(title("", 0)) ?? "", /must have/)
    assert.match(reason(title("Hear", version + 9)) ?? "", /beyond/)
    assert.deepStrictEqual(decideIn(renamed, title("Hear", 0)), { status: "no_change" })
  })

  it("moving one entity does not make the move of another conflict", () => {
    const move = (targetId: Input["targetId"], position: number): Input => ({
      eventType: "update_position",
      targetId: targetId ?? null,
      data: { position },
      lastSeenSequence: example.sequenceNumber
    })
    const moved = stateAfter(example, move(id.principle, 1))
    assert.strictEqual(eventOf(moved, move(id.secondPrinciple, 1)).status, "applied")
    assert.strictEqual(eventOf(moved, move(id.principle, 0)).conflictingServerValue, "1")
  })

  it("a stale placement conflicts with the deletion of its group", () => {
    const ungrouped = stateAfter(example, { eventType: "delete_group", targetId: id.group })
    const ask: Input = {
      eventType: "update_initiative_placement",
      targetId: id.initiative,
      data: { groupId: id.secondGroup }
    }
    const event = eventOf(ungrouped, { ...ask, lastSeenSequence: example.sequenceNumber })
    assert.strictEqual(event.conflictingServerValue, `{"groupId":null,"position":0}`)
  })
})
