import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { changesBetween } from "../../src/domain/state/EntityChanges.ts"
import { empty, findTeam, type State, type Team } from "../../src/domain/state/State.ts"
import { law } from "../support/laws.ts"
import { lawOptions, run, sequences } from "./Commands.ts"
import { example, type Input, id, stateAfter } from "./ExampleStrategy.ts"

type Values = Readonly<Record<string, unknown>>

/** The values of each entity of a team, written out field by field. */
const valuesOf = (team: Team | undefined): ReadonlyMap<string, Values> => {
  const all = new Map<string, Values>()
  if (team === undefined) return all
  all.set(team.id, { name: team.name, color: team.color })
  for (const [position, { id, title, description }] of team.principles.entries()) {
    all.set(id, { title, description, position })
  }
  for (const [position, objective] of team.objectives.entries()) {
    const { title, description, status, statusNote: note, owner, startDate, dueDate, parentId } = objective
    const links = Object.fromEntries(objective.principleIds.map((id) => [`principle:${id}`, true]))
    all.set(objective.id, {
      ...{ title, description, status: { status, note }, owner, startDate, dueDate, position, parent: parentId },
      ...links
    })
    for (const { id, name } of objective.groups) all.set(id, { name })
    for (const [position, { id, title, status, owner, groupId }] of objective.initiatives.entries()) {
      all.set(id, { title, status, owner, placement: { groupId, position } })
    }
    for (const { id, name, unit, start, target, value, confidence, note, checkIns } of objective.progress) {
      all.set(id, {
        value: { value, confidence, note },
        definition: { name, unit, start, target },
        checkIns: checkIns.map(({ sequenceNumber }) => sequenceNumber)
      })
    }
  }
  return all
}

/** A line for each entity that came or went, and for each field that differs. */
const differences = (before: Team | undefined, after: Team | undefined): ReadonlyArray<string> => {
  const [then, now] = [valuesOf(before), valuesOf(after)]
  return [...new Set([...then.keys(), ...now.keys()])].flatMap((key) => {
    const [was, is] = [then.get(key), now.get(key)]
    if (was === undefined || is === undefined) return [`${key} ${is === undefined ? "went" : "came"}`]
    return Object.keys({ ...was, ...is }).flatMap((field) => {
      const [old, value] = [JSON.stringify(was[field] ?? null), JSON.stringify(is[field] ?? null)]
      return old === value ? [] : [`${key} ${field} ${old} ${value}`]
    })
  })
}

const text = (value: unknown): string => JSON.stringify(value === false ? null : value)

const lines = (before: Team | undefined, after: Team | undefined): ReadonlyArray<string> =>
  changesBetween(before, after).flatMap(({ id, kind, fields }) =>
    kind === "changed"
      ? fields.map(({ field, before, after }) => `${id} ${field} ${text(before)} ${text(after)}`)
      : [`${id} ${kind}`]
  )

const teamIn = (state: State, teamId = id.team) => Option.getOrUndefined(findTeam(state, teamId))

const changesAfter = (...inputs: ReadonlyArray<Input>) =>
  changesBetween(teamIn(example), teamIn(stateAfter(example, ...inputs)))

describe("The changes between two states of a team", () => {
  law(
    "have every field that differs once, and none of equal states",
    { sequence: sequences },
    ({ sequence }) => {
      const steps = run(sequence)
      const last = steps.at(-1)?.after ?? empty
      const states = [0, steps.length >> 2, steps.length >> 1].map((at) => steps[at]?.before ?? empty)
      for (const earlier of [...states, last]) {
        for (const teamId of new Set([...earlier.teams, ...last.teams].map(([id]) => id))) {
          const [before, after] = [teamIn(earlier, teamId), teamIn(last, teamId)]
          assert.deepStrictEqual(lines(before, after).toSorted(), differences(before, after).toSorted())
          assert.deepStrictEqual(lines(after, before).toSorted(), differences(after, before).toSorted())
          assert.deepStrictEqual(changesBetween(after, structuredClone(after)), [])
        }
      }
    },
    lawOptions
  )

  it("name fields as history does, with their values", () => {
    const value = { value: 6, confidence: 3, note: "Slow" }
    assert.deepStrictEqual(
      changesAfter(
        { eventType: "update_team_name", targetId: id.team, data: { name: "West" } },
        { eventType: "update_objective_dates", targetId: id.objective, data: { dueDate: "2026-02-01" } },
        {
          eventType: "update_objective_principle_link",
          targetId: id.objective,
          data: { principleId: id.secondPrinciple, linked: true }
        },
        { eventType: "update_initiative_placement", targetId: id.initiative, data: { groupId: null, position: 0 } },
        { eventType: "update_progress_value", targetId: id.progress, data: { ...value } },
        { eventType: "update_progress_value", targetId: id.progress, data: { target: 20 } }
      ),
      [
        {
          ...{ kind: "changed", type: "team", id: id.team, objectiveId: null, title: "West" },
          fields: [{ field: "name", before: "North", after: "West" }]
        },
        {
          ...{ kind: "changed", type: "objective", id: id.objective, objectiveId: null, title: "Grow" },
          fields: [
            { field: "dueDate", before: null, after: "2026-02-01" },
            { field: `principle:${id.secondPrinciple}`, before: false, after: true }
          ]
        },
        {
          ...{ kind: "changed", type: "initiative", id: id.initiative, objectiveId: id.objective, title: "Call" },
          fields: [
            { field: "placement", before: { groupId: id.group, position: 0 }, after: { groupId: null, position: 0 } }
          ]
        },
        {
          ...{ kind: "changed", type: "progress", id: id.progress, objectiveId: id.objective, title: "Sales" },
          fields: [
            { field: "value", before: { value: 4, confidence: null, note: "" }, after: value },
            {
              field: "definition",
              before: { name: "Sales", unit: "%", start: 4, target: 10 },
              after: { name: "Sales", unit: "%", start: 4, target: 20 }
            },
            { field: "checkIns", before: [], after: [example.sequenceNumber + 5] }
          ]
        }
      ]
    )
  })

  it("are in the order of the team; what went comes after what is there, with its last title", () => {
    const changes = changesAfter(
      { eventType: "delete_objective", targetId: id.objective },
      { eventType: "create_objective", targetId: id.team, data: { id: id.fresh, title: "Dare" } }
    )
    assert.deepStrictEqual(
      changes.map(({ kind, id, title, fields }) => [kind, id, title, fields.length]),
      [
        ["changed", id.secondObjective, "Save", 1],
        ["came", id.fresh, "Dare", 0],
        ["went", id.objective, "Grow", 0],
        ["went", id.group, "Now", 0],
        ["went", id.secondGroup, "Later", 0],
        ["went", id.initiative, "Call", 0],
        ["went", id.secondInitiative, "Write", 0],
        ["went", id.thirdInitiative, "Visit", 0],
        ["went", id.progress, "Sales", 0]
      ]
    )
  })
})
