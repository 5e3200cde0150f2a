import { assert, describe, it } from "@effect/vitest"
import { duplicateSteps, moveSteps } from "../../../../src/web/features/many/Copies.ts"
import type { OverviewBody } from "../../../../src/web/workspace/LiveOverview.ts"
import type { BatchStep } from "../../../../src/web/workspace/outbox/Batch.ts"
import type { Objective, Principle } from "../../../../src/web/workspace/Team.ts"
import { entityId } from "../../../domain/Commands.ts"
import { measure, objective } from "../Objectives.ts"

const [team, original, group, principle, child, above] = [
  entityId(1),
  entityId(2),
  entityId(3),
  entityId(4),
  entityId(5),
  entityId(6)
] as const

const grow: Objective = {
  ...objective({ title: "Grow", status: "at_risk", dueDate: "2027-03-31", principles: ["Listen"] }),
  id: original,
  owner: "Ann",
  statusNote: "Late.",
  parentId: above,
  groups: [{ id: group, name: "First" }] as unknown as Objective["groups"],
  initiatives: [
    { id: entityId(7), title: "Call", status: "done", owner: "", groupId: group },
    { id: entityId(8), title: "Write", status: "planned", owner: "Bo", groupId: null }
  ] as unknown as Objective["initiatives"],
  progress: [
    measure({ name: "Sales", value: 40, confidence: 6, note: "Good.", date: "2027-01-05" }),
    measure({ name: "Calls", value: 3 })
  ]
}

const ids = () => {
  let serial = 100
  return () => entityId(serial++)
}

/** What steps do, with new ids by the order in which they are given. */
const told = (steps: ReadonlyArray<BatchStep>) =>
  steps.map(({ body: { eventType, targetId, data } }) => [eventType, targetId, data])

describe("A duplicate", () => {
  const steps = duplicateSteps(grow, team, 4, ids())
  const [id, groupId] = [entityId(100), entityId(101)]

  it("has new items with the same texts, links and parent, which begin anew, below the original", () => {
    const dates = { startDate: null, dueDate: "2027-03-31" }
    assert.deepStrictEqual(told(steps), [
      [
        "create_objective",
        team,
        { title: "Grow (copy)", description: "", owner: "Ann", ...dates, id, parentId: above }
      ],
      ["update_objective_principle_link", id, { principleId: "Listen", linked: true }],
      ["create_group", id, { name: "First", id: groupId }],
      ["create_initiative", id, { title: "Call", owner: "", id: entityId(102), groupId }],
      ["create_initiative", id, { title: "Write", owner: "Bo", id: entityId(103), groupId: null }],
      ["create_progress", id, { name: "Sales", unit: "", start: 0, target: 100, id: entityId(104) }],
      ["create_progress", id, { name: "Calls", unit: "", start: 0, target: 100, id: entityId(105) }],
      ["update_position", id, { position: 5 }]
    ])
  })

  it("of a long title keeps within the limit", () => {
    const [first] = duplicateSteps({ ...grow, title: "a".repeat(250) }, team, 0, ids())
    assert.match(String(first?.body.data.title), /^a+… \(copy\)$/)
    assert.strictEqual(String(first?.body.data.title).length, 250)
  })
})

describe("A move to another team", () => {
  const overview = {
    sequenceNumber: 90,
    objectives: [
      { id: child, parentId: original },
      { id: original, parentId: above }
    ]
  } as unknown as OverviewBody
  const destination = { teamId: team, principles: [{ id: principle, title: "listen" }] as unknown as Array<Principle> }

  it("keeps where they stand, links principles of the same name, keeps what supports them, and deletes them last", () => {
    const { steps, last } = moveSteps([grow], destination, overview, ids())
    const id = entityId(100)
    assert.deepInclude(steps[0]?.body.data, { title: "Grow", status: "at_risk", statusNote: "Late.", parentId: above })
    assert.deepStrictEqual(told(steps.slice(1, 2)), [
      ["update_objective_principle_link", id, { principleId: principle, linked: true }]
    ])
    assert.deepStrictEqual(told(steps.slice(-4)), [
      ["create_progress", id, { name: "Sales", unit: "", start: 0, target: 100, id: entityId(104) }],
      ["update_progress_value", entityId(104), { value: 40, confidence: 6, note: "Good.", date: "2027-01-05" }],
      ["create_progress", id, { name: "Calls", unit: "", start: 0, target: 100, value: 3, id: entityId(105) }],
      ["update_objective_parent", child, { parentId: id }]
    ])
    assert.strictEqual(steps.at(-1)?.body.lastSeenSequence, 90)
    assert.deepStrictEqual(told(last), [["delete_objective", original, {}]])
  })

  it("of a parent with its child keeps the one above the other", () => {
    const below: Objective = { ...objective({ title: "Call" }), id: child, parentId: original }
    const { steps } = moveSteps([below, grow], destination, overview, ids())
    const created = steps.filter(({ body }) => body.eventType === "create_objective")
    assert.deepStrictEqual(
      created.map(({ body }) => body.data.parentId),
      [null, above]
    )
    assert.deepStrictEqual(told(steps.slice(-1)), [
      ["update_objective_parent", entityId(100), { parentId: entityId(101) }]
    ])
  })
})
