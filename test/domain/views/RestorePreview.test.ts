import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import type { EntityId } from "../../../src/domain/entities/Ids.ts"
import { type RestoreData, restoreData } from "../../../src/domain/events/RestoreData.ts"
import { changesBetween } from "../../../src/domain/state/EntityChanges.ts"
import { findTeam, type State } from "../../../src/domain/state/State.ts"
import { maxListedEntities, restorePreview, restorePreviewSteps } from "../../../src/domain/views/RestorePreview.ts"
import { teamList } from "../../../src/domain/views/Views.ts"
import * as Limits from "../../../src/shared/Limits.ts"
import { law } from "../../support/laws.ts"
import { entityId, lawOptions, run, type Step, sequences, step } from "../Commands.ts"
import { stateAt } from "../Earlier.ts"
import { eventOf, example, type Input, id, pastOf, stateAfter } from "../ExampleStrategy.ts"
import { reasonOf } from "../Sentences.ts"

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

const restore = (data: RestoreData): Input => ({ eventType: "restore_history", data: { ...data } })

const preview = (state: State, data: RestoreData) =>
  restorePreview(state, data, stateAt(pastOf(state), data.sequenceNumber))

const kinds = { came: "returns", went: "goes", changed: "changes" }

const teamsIn = (id: EntityId, before: State, after: State) =>
  [Option.getOrUndefined(findTeam(before, id)), Option.getOrUndefined(findTeam(after, id))] as const

describe("the preview of a restore", () => {
  law(
    "has every entity that the restore then touches, with the fields that differ",
    { sequences },
    ({ sequences }) => {
      for (const { before, after, data, decision, effects, past } of restores(run(sequences))) {
        const made = restorePreview(before, data, stateAt(past, data.sequenceNumber))
        assert.strictEqual(made.rejectionReason, decision.status === "rejected" ? decision.event.rejectionReason : null)
        const changes = new Map(
          effects.teamIds.flatMap((id) => changesBetween(...teamsIn(id, before, after))).map((each) => [each.id, each])
        )
        assert.deepStrictEqual(
          made.entities.map(({ entityId, entityType, kind }) => [entityId, entityType, kind]),
          effects.touched.map(({ entityId, entityType }) => [
            entityId,
            entityType,
            kinds[changes.get(entityId)?.kind ?? "changed"]
          ])
        )
        assert.strictEqual(made.rejectionReason, decision.status === "rejected" ? reasonOf(decision.event) : null)
        for (const { entityId, entityType, fields } of made.entities) {
          // Parts of one field may look the same: groups of one name, or as many check-ins.
          if (entityType === "initiative" || entityType === "progress") continue
          const names = changes.get(entityId)?.fields.map(({ field }) => field) ?? []
          assert.sameMembers(
            [...new Set(fields.map(({ name }) => (name === "statusNote" ? "status" : name)))],
            [...names]
          )
        }
        for (const { fields } of made.entities)
          for (const one of fields) assert.notStrictEqual(one.current, one.restored)
      }
    },
    lawOptions
  )

  it("splits placements, definitions and check-ins into parts, and names groups and linked principles", () => {
    const changed = stateAfter(
      example,
      { eventType: "update_group_name", targetId: id.group, data: { name: "Soon" } },
      { eventType: "update_initiative_placement", targetId: id.initiative, data: { groupId: null, position: 2 } },
      { eventType: "update_progress_value", targetId: id.progress, data: { value: 6, confidence: 3, note: "Slow" } },
      { eventType: "update_progress_value", targetId: id.progress, data: { name: "Revenue", target: 20 } }
    )
    const { entities } = preview(changed, { sequenceNumber: example.sequenceNumber, teamId: id.team })
    const texts = entities.map(({ title, fields }) => [
      title,
      ...fields.map(({ name, current, restored }) => `${name}: ${current} -> ${restored}`)
    ])
    assert.deepStrictEqual(texts, [
      ["Soon", "name: Soon -> Now"],
      ["Call", "group:  -> Now", "position: 2 -> 0"],
      ["Write", "position: 0 -> 1"],
      ["Visit", "position: 1 -> 2"],
      [
        "Revenue",
        ...["value: 6 -> 4", "name: Revenue -> Sales", "target: 20 -> 10", "confidence: 3 -> ", "note: Slow -> "],
        "checkIns: 1 -> 0"
      ]
    ])
  })

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
      rejectionReason: reasonOf(eventOf(full, restore({ sequenceNumber: 3, teamId: id.deletedTeam })))
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
      ...objectives.map((targetId): Input => ({ eventType: "update_description", targetId, data: { description: "" } }))
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
