import { assert, describe, it } from "@effect/vitest"
import type { EventData, EventType } from "../../src/domain/Event.ts"
import type { EntityId } from "../../src/domain/entities/Ids.ts"
import { empty } from "../../src/domain/state/State.ts"
import { lanesOfTeams } from "../../src/import/PlanEvents.ts"
import { makeUndo } from "../../src/import/UndoImport.ts"
import { entityId } from "../domain/Commands.ts"
import { type Input, stateAfter } from "../domain/ExampleStrategy.ts"
import { afterLanes, contentsOf, lanesFrom, newTeam } from "./Applied.ts"
import { inNorth, readFor } from "./Reading.ts"

const text = `Type,Title,Objective,Group,Principles,Target,Confidence
Principle,Safe
Objective,Grow,,,Safe
Group,Now,Grow
Initiative,Ask,Grow,Now
Measure,Sales,Grow,,,5,7
Objective,Shrink
Objective,There,,,Safe;Fast
Group,Soon,There
Initiative,Sell,There,Soon
Initiative,Tell,There`

/** A team with an objective and a principle, the lanes of an import into it, and the team after it. */
const imported = () => {
  const before = stateAfter(
    newTeam(),
    { eventType: "create_objective", targetId: entityId(1), data: { id: entityId(2), title: "There" } },
    { eventType: "create_principle", targetId: entityId(1), data: { id: entityId(3), title: "Fast" } }
  )
  const team = contentsOf(before)
  const lanes = lanesFrom(readFor(text, inNorth(team)).plan, 100)
  return { before, lanes, after: afterLanes(before, lanes) }
}

type World = ReturnType<typeof imported>

const done = ({ lanes }: World) => lanes.map(({ steps }) => steps.length)

const idOf = ({ after }: World, title: string) => {
  const { principles, objectives } = contentsOf(after)
  const all = [
    ...principles,
    ...objectives.flatMap((objective) => [
      objective,
      ...objective.initiatives,
      ...[...objective.groups, ...objective.progress].map(({ id, name }) => ({ id, title: name }))
    ])
  ]
  return all.find((entity) => entity.title === title)?.id ?? entityId(0)
}

/** What undoing keeps of an import after another user's change, and what remains. */
const undone = (change: (world: World) => ReadonlyArray<Input>) => {
  const world = imported()
  const changed = stateAfter(world.after, ...change(world))
  const { steps, kept } = makeUndo(world.lanes, done(world))(contentsOf(changed))
  const { principles, objectives } = contentsOf(afterLanes(changed, [{ of: 0, after: 0, steps }]))
  const left = objectives.map(({ title, groups, initiatives, progress, ...objective }) =>
    [
      title,
      ...objective.principles.map((principle) => `! ${principle.title}`),
      ...[...groups, ...progress].map(({ name }) => name),
      ...initiatives.map((initiative) => initiative.title)
    ].join(", ")
  )
  return { kept, left: [...principles.map(({ title }) => `! ${title}`), ...left] }
}

type Undone = ReturnType<typeof undone>

const linkType = "update_objective_principle_link"

const untouched = ["! Fast", "There"]

describe("Undoing an import", () => {
  it("removes everything that it created, also below existing entities, and its links", () => {
    assert.deepStrictEqual(
      undone(() => []),
      { kept: [], left: untouched }
    )
  })

  const entity = (title: string) => (world: World) => idOf(world, title)
  const safe = entity("Safe")

  it.each<readonly [what: string, EventType, (world: World) => EntityId, EventData, Undone]>([
    [
      "a title",
      "update_objective_title",
      entity("Shrink"),
      { title: "Less" },
      { kept: ["Less"], left: ["! Fast", "There", "Less"] }
    ],
    [
      "a status below",
      "update_initiative_status",
      entity("Ask"),
      { status: "done" },
      { kept: ["Grow", "Safe"], left: ["! Fast", "! Safe", "There", "Grow, ! Safe, Now, Sales, Ask"] }
    ],
    [
      "a check-in",
      "update_progress_value",
      entity("Sales"),
      { value: 3 },
      { kept: ["Grow", "Safe"], left: ["! Fast", "! Safe", "There", "Grow, ! Safe, Now, Sales, Ask"] }
    ],
    [
      "a new item below",
      "create_initiative",
      entity("Grow"),
      { title: "Mine" },
      { kept: ["Grow", "Safe"], left: ["! Fast", "! Safe", "There", "Grow, ! Safe, Now, Sales, Ask, Mine"] }
    ],
    [
      "a link",
      linkType,
      entity("Shrink"),
      { principleId: entityId(3), linked: true },
      { kept: ["Shrink"], left: ["! Fast", "There", "Shrink, ! Fast"] }
    ],
    [
      "a principle",
      "update_principle_title",
      safe,
      { title: "Safer" },
      { kept: ["Safer"], left: ["! Fast", "! Safer", "There"] }
    ],
    [
      "an initiative of an objective from before",
      "update_initiative_title",
      entity("Sell"),
      { title: "Buy" },
      { kept: ["Buy", "Soon"], left: ["! Fast", "There, Soon, Buy"] }
    ]
  ])("leaves alone what somebody changed since: %s", (_, eventType, targetId, data, expected) => {
    assert.deepStrictEqual(
      undone((world) => [{ eventType, targetId: targetId(world), data }]),
      expected
    )
  })

  it("deletes a team that it created, and keeps one that another user has changed since", () => {
    const read = readFor(text, { ...inNorth(), here: { id: entityId(9), name: "" } })
    const plan = { ...read.plan, existing: undefined, title: "North", values: { color: "#aa0000" } }
    let next = 1
    const { lanes } = lanesOfTeams([plan], () => entityId(next++), [])
    const after = afterLanes(empty, lanes)
    const undo = makeUndo(lanes, done({ before: empty, lanes, after }))
    const shown = ({ steps, kept }: ReturnType<typeof undo>) => [steps.map(({ body }) => body.eventType).sort(), kept]
    assert.deepStrictEqual(shown(undo(contentsOf(after))), [["delete_team"], []])
    const rest = ["delete_objective", "delete_objective", "delete_objective", "delete_principle", "delete_principle"]
    const renamed = stateAfter(after, { eventType: "update_team_name", targetId: entityId(1), data: { name: "South" } })
    assert.deepStrictEqual(shown(undo(contentsOf(renamed))), [rest, ["South"]])
    const filled = stateAfter(after, { eventType: "create_objective", targetId: entityId(1), data: { title: "Mine" } })
    assert.deepStrictEqual(shown(undo(contentsOf(filled))), [rest, ["North"]])
  })

  it("removes only what was sent", () => {
    const world = imported()
    const first = [{ of: 0, after: 0, steps: world.lanes[0]?.steps.slice(0, 1) ?? [] }]
    const { steps, kept } = makeUndo(world.lanes, [1])(contentsOf(afterLanes(world.before, first)))
    assert.deepStrictEqual(
      steps.map(({ body }) => body.eventType),
      ["delete_principle"]
    )
    assert.deepStrictEqual(kept, [])
  })
})
