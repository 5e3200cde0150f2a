import { assert, describe, it } from "@effect/vitest"
import { Effect, HashMap, Option } from "effect"
import type { EntityId } from "../../src/domain/entities/Ids.ts"
import { type RestoreData, restoreData } from "../../src/domain/events/RestoreData.ts"
import type { State } from "../../src/domain/state/State.ts"
import {
  maxListedEntities,
  type RestorePreview,
  restorePreview,
  restorePreviewSteps
} from "../../src/domain/views/RestorePreview.ts"
import { teamList } from "../../src/domain/views/Views.ts"
import * as Limits from "../../src/shared/Limits.ts"
import { entityId, lawOptions, run, type Step, sampleCommands, sequences, step } from "./Commands.ts"
import { stateAt } from "./Earlier.ts"
import { eventOf, example, type Input, id, pastOf, stateAfter } from "./ExampleStrategy.ts"

const restores = (steps: ReadonlyArray<Step>) =>
  steps.flatMap((taken) =>
    Option.match(restoreData(taken.submission), {
      onNone: () => [],
      onSome: (data) => {
        if (data.sequenceNumber >= taken.before.sequenceNumber) return []
        const asked = { ...taken.submission, targetId: null, lastSeenSequence: null, data: { ...data } }
        return [{ ...step(taken.before, asked, taken.past), data }]
      }
    })
  )

/** The group of each initiative. */
const groupsOf = ({ teams }: State): ReadonlyMap<string, string | null> =>
  new Map(
    [...HashMap.values(teams)].flatMap(({ objectives }) =>
      objectives.flatMap(({ initiatives }) => initiatives.map(({ id, groupId }) => [id, groupId] as const))
    )
  )

type Fields = Readonly<Record<string, string>>

/** The fields of each living entity as text, computed independently of the preview. */
const fieldsOf = (state: State): ReadonlyMap<string, Fields> => {
  const all = new Map<string, Fields>()
  for (const team of HashMap.values(state.teams)) {
    all.set(team.id, { name: team.name, color: team.color })
    for (const [position, { id, title, description }] of team.principles.entries()) {
      all.set(id, { title, description, position: `${position}` })
    }
    for (const [position, objective] of team.objectives.entries()) {
      const { title, description, status, dueDate } = objective
      const links = Object.fromEntries(objective.principleIds.map((id) => [`principle:${id}`, "true"]))
      const fields = { title, description, status, dueDate: dueDate ?? "", position: `${position}`, ...links }
      all.set(objective.id, fields)
      for (const { id, name } of objective.groups) all.set(id, { name })
      for (const [position, { id, title, status, groupId }] of objective.initiatives.entries()) {
        const group = objective.groups.find((one) => one.id === groupId)?.name ?? ""
        all.set(id, { title, status, group, position: `${position}` })
      }
      for (const { id, name, unit, start, target, value, confidence, note, checkIns } of objective.progress) {
        const definition = { name, unit, start: `${start}`, target: `${target}` }
        const latest = { value: `${value}`, confidence: `${confidence ?? ""}`, note }
        all.set(id, { ...definition, ...latest, checkIns: `${checkIns.length}` })
      }
    }
  }
  return all
}

/**
 * The new name of the group of each initiative that stays in it, since renaming a group does not change its
 * initiatives.
 */
const groupNames = (before: State, after: State): ReadonlyMap<string, string> => {
  const groupsOf = (state: State) =>
    [...HashMap.values(state.teams)].flatMap(({ objectives }) =>
      objectives.flatMap(({ groups, initiatives }) =>
        initiatives.map(({ id, groupId }) => [id, groups.find((one) => one.id === groupId)] as const)
      )
    )
  const earlier = new Map(groupsOf(before))
  return new Map(
    groupsOf(after).flatMap(([id, group]) =>
      group !== undefined && earlier.get(id)?.id === group.id ? [[id, group.name]] : []
    )
  )
}

/** The fields of each entity after the changes that the preview lists. */
const played = (before: ReadonlyMap<string, Fields>, preview: RestorePreview, after: ReadonlyMap<string, Fields>) => {
  const all = new Map<string, Fields>(before)
  for (const { entityId, kind, fields } of preview.entities) {
    if (kind === "goes") all.delete(entityId)
    else if (kind === "returns") all.set(entityId, after.get(entityId) ?? {})
    else {
      const kept = Object.entries(before.get(entityId) ?? {}).filter(
        ([name]) => !fields.some((one) => one.name === name)
      )
      const set = fields.flatMap(({ name, restored }) => (restored === null ? [] : [[name, restored] as const]))
      all.set(entityId, Object.fromEntries([...kept, ...set]))
    }
  }
  return all
}

const kindOf = (before: ReadonlyMap<string, Fields>, after: ReadonlyMap<string, Fields>, id: string) => {
  if (!before.has(id)) return "returns"
  return after.has(id) ? "changes" : "goes"
}

const restore = (data: RestoreData): Input => ({ eventType: "restore_history", data: { ...data } })

const preview = (state: State, data: RestoreData) =>
  restorePreview(state, data, stateAt(pastOf(state), data.sequenceNumber))

describe("the preview of a restore", () => {
  it.prop(
    "the restore makes exactly the changes that its preview lists",
    { sequences },
    ({ sequences }) => {
      for (const { before, after, data, decision, effects, past } of restores(run(sequences))) {
        const made = restorePreview(before, data, stateAt(past, data.sequenceNumber))
        const [was, is] = [fieldsOf(before), fieldsOf(after)]
        const predicted = played(was, made, is)
        for (const [id, group] of groupNames(before, after)) predicted.set(id, { ...predicted.get(id), group })
        assert.deepStrictEqual(predicted, is)
        assert.deepStrictEqual(
          made.entities.map(({ entityId, entityType, kind }) => ({ entityId, entityType, kind })),
          effects.touched.map(({ entityId, entityType }) => ({
            entityId,
            entityType,
            kind: kindOf(was, is, entityId)
          }))
        )
        assert.strictEqual(made.rejectionReason, decision.status === "rejected" ? decision.event.rejectionReason : null)
      }
    },
    lawOptions
  )

  it.prop(
    "shows the current value of each field that differs; only a principle, or an initiative that changes groups, can be without one",
    { sequences },
    ({ sequences }) => {
      for (const { before, after, data, past } of restores(run(sequences))) {
        const was = fieldsOf(before)
        const [groupsBefore, groupsAfter] = [groupsOf(before), groupsOf(after)]
        for (const { entityId, entityType, kind, fields } of restorePreview(
          before,
          data,
          stateAt(past, data.sequenceNumber)
        ).entities) {
          // From one group to another of the same name.
          const isMoved = groupsBefore.get(entityId) !== groupsAfter.get(entityId)
          if (kind === "changes" && entityType !== "principle" && !isMoved) assert.isAbove(fields.length, 0)
          for (const { name, current, restored } of fields) {
            assert.strictEqual(was.get(entityId)?.[name] ?? null, current)
            assert.notStrictEqual(current, restored)
          }
        }
      }
    },
    lawOptions
  )

  it.effect("generated sequences contain previews of all kinds", () =>
    Effect.gen(function* () {
      const samples = yield* sampleCommands(150, 80, 11)
      const seen = new Set<string>()
      for (const { before, data, past } of samples.flatMap((sample) => restores(run(sample)))) {
        for (const { kind, fields } of restorePreview(before, data, stateAt(past, data.sequenceNumber)).entities) {
          seen.add(kind)
          for (const { name } of fields) seen.add(name.replace(/:.*/, ":"))
        }
      }
      const fields = [
        "title",
        "description",
        "position",
        "status",
        "dueDate",
        "principle:",
        "group",
        "start",
        "target",
        "unit",
        "value",
        "confidence",
        "note",
        "checkIns"
      ]
      assert.deepStrictEqual([...seen].sort(), [...fields, "name", "color", "changes", "returns", "goes"].sort())
    })
  )

  it("of one team has totals by type, and the current and the restored values", () => {
    const changed = stateAfter(
      example,
      { eventType: "update_objective_title", targetId: id.objective, data: { title: "Shrink" } },
      { eventType: "update_objective_status", targetId: id.objective, data: { status: "at_risk" } },
      {
        eventType: "update_objective_principle_link",
        targetId: id.objective,
        data: { principleId: id.principle, linked: false }
      },
      { eventType: "delete_objective", targetId: id.secondObjective },
      { eventType: "create_principle", targetId: id.team, data: { id: id.fresh, title: "New" } },
      { eventType: "update_team_name", targetId: id.otherTeam, data: { name: "Kept" } }
    )
    const data = { sequenceNumber: example.sequenceNumber, teamId: id.team }
    const of = (entityId: EntityId, entityType: string, title: string) => ({
      entityId,
      entityType,
      teamId: id.team,
      title
    })
    assert.deepStrictEqual<unknown>(preview(changed, data), {
      sequenceNumber: example.sequenceNumber,
      latestSequence: changed.sequenceNumber,
      rejectionReason: null,
      totals: [
        { entityType: "principle", changes: 1, returns: 0, goes: 1 },
        { entityType: "objective", changes: 1, returns: 1, goes: 0 },
        { entityType: "group", changes: 0, returns: 1, goes: 0 }
      ],
      entities: [
        { ...of(id.fresh, "principle", "New"), kind: "goes", fields: [] },
        { ...of(id.secondObjective, "objective", "Save"), kind: "returns", fields: [] },
        { ...of(id.otherObjectivesGroup, "group", "There"), kind: "returns", fields: [] },
        {
          ...of(id.objective, "objective", "Shrink"),
          kind: "changes",
          fields: [
            { name: "title", principle: null, current: "Shrink", restored: "Grow" },
            { name: "status", principle: null, current: "at_risk", restored: "draft" },
            { name: `principle:${id.principle}`, principle: "Listen", current: null, restored: "true" }
          ]
        },
        { ...of(id.principle, "principle", "Listen"), kind: "changes", fields: [] }
      ]
    })
    assert.strictEqual(eventOf(changed, restore(data)).status, "applied")
  })

  it("is empty if nothing would change, and has the reason if the restore would be rejected", () => {
    const untouched = { sequenceNumber: example.sequenceNumber - 1, teamId: id.otherTeam }
    const frame = { latestSequence: example.sequenceNumber, totals: [], entities: [] }
    assert.deepStrictEqual<unknown>(preview(example, untouched), {
      ...frame,
      sequenceNumber: untouched.sequenceNumber,
      rejectionReason: null
    })
    const most = Array.from({ length: Limits.teams - teamList(example).length }, (_, n): Input => {
      const data = { id: entityId(0x1000 + n), name: `T${n}`, color: "#000000" }
      return { eventType: "create_team", data }
    })
    const full = stateAfter(example, ...most)
    assert.deepStrictEqual<unknown>(preview(full, { sequenceNumber: 3, teamId: id.deletedTeam }), {
      ...frame,
      latestSequence: full.sequenceNumber,
      sequenceNumber: 3,
      rejectionReason: eventOf(full, restore({ sequenceNumber: 3, teamId: id.deletedTeam })).rejectionReason
    })
  })

  it("lists a bounded number of entities, and counts all", () => {
    const perTeam = 100
    const many = stateAfter(
      example,
      ...Array.from({ length: 7 }, (_, team): ReadonlyArray<Input> => {
        const teamId = entityId(0x10000 + team)
        return [
          { eventType: "create_team", data: { id: teamId, name: `T${team}`, color: "#000000" } },
          ...Array.from({ length: perTeam }, (_, n): Input => {
            const data = { id: entityId(0x20000 + team * perTeam + n), title: `O${n}` }
            return { eventType: "create_objective", targetId: teamId, data }
          })
        ]
      }).flat()
    )
    const { entities, totals } = preview(many, { sequenceNumber: example.sequenceNumber })
    assert.strictEqual(entities.length, maxListedEntities)
    assert.deepStrictEqual<unknown>(totals, [
      { entityType: "team", changes: 0, returns: 0, goes: 7 },
      { entityType: "objective", changes: 0, returns: 0, goes: 7 * perTeam }
    ])
  })

  it("lists fewer entities if their texts are long, and counts all", () => {
    const before = "🎯".repeat(4_096)
    const objectives = Array.from({ length: 120 }, (_, n) => entityId(0x20000 + n))
    const filled = stateAfter(
      example,
      ...objectives.map((objective, n): Input => {
        const data = { id: objective, title: `O${n}`, description: before }
        return { eventType: "create_objective", targetId: id.team, data }
      })
    )
    const edited = stateAfter(
      filled,
      ...objectives.map(
        (targetId): Input => ({ eventType: "update_objective_description", targetId, data: { description: "" } })
      )
    )
    const { entities, totals } = preview(edited, { sequenceNumber: filled.sequenceNumber })
    assert.deepStrictEqual<unknown>(totals, [{ entityType: "objective", changes: 120, returns: 0, goes: 0 }])
    assert.isAbove(entities.length, 100)
    assert.isBelow(entities.length, 120)
    assert.isBelow(JSON.stringify(entities).length, 1_001_000)
  })

  it("is computed in several steps for each team that may differ", () => {
    const teams = Array.from({ length: 9 }, (_, n) => entityId(0x30000 + n))
    const grown = stateAfter(
      example,
      ...teams.map((team): Input => {
        const data = { id: team, name: `T ${team}`, color: "#000000" }
        return { eventType: "create_team", data }
      })
    )
    const data = { sequenceNumber: example.sequenceNumber }
    let count = 0
    const steps = restorePreviewSteps(grown, data, example)
    let step = steps.next()
    while (!step.done) {
      count += 1
      step = steps.next()
    }
    assert.isAtLeast(count, 2 * teams.length)
    assert.deepStrictEqual(step.value, preview(grown, data))
  })
})
