import { assert, describe, it } from "@effect/vitest"
import { HashMap, Option } from "effect"
import { decide } from "../../src/domain/Decide.ts"
import type { EventType, LoggedEvent } from "../../src/domain/Event.ts"
import { valuesOf } from "../../src/domain/entities/FieldValues.ts"
import type { EntityId } from "../../src/domain/entities/Ids.ts"
import { isBringBack } from "../../src/domain/events/RestoreData.ts"
import type { EntityType, Objective, State } from "../../src/domain/state/State.ts"
import * as Targets from "../../src/domain/state/Targets.ts"
import { entities } from "../../src/shared/Entities.ts"
import { law } from "../support/laws.ts"
import { commands, entityId, lawOptions, run, sequences, step, submissionOf } from "./Commands.ts"
import { contentOf } from "./Content.ts"
import { eventOf, example, type Input, id, stateAfter, submission } from "./ExampleStrategy.ts"
import { reasonOf } from "./Sentences.ts"

type Below = Exclude<EntityType, "team">

const { principle, objective, group, initiative, progress } = Targets
const targets = { principle, objective, group, initiative, progress }

const find = (state: State, type: Below, entity: EntityId) => targets[type].find(state, entity)

const parentId = (state: State, entity: EntityId): EntityId => {
  const ref = Option.getOrThrow(HashMap.get(state.entities, entity))
  return ref.objectiveId ?? ref.teamId
}

const deletion = (type: Below, targetId: EntityId): Input => ({ eventType: `delete_${type}`, targetId })

const back = (state: State, type: Below, entity: EntityId, asOf: number): Input => ({
  eventType: `create_${type}`,
  targetId: parentId(state, entity),
  data: { id: entity, asOf }
})

const versionsOf = (state: State, type: Below, entity: EntityId) => find(state, type, entity)?.entity.versions ?? {}

/** The state after one more event of a generated history, decided with its past states. */
const next = (steps: ReturnType<typeof run>, eventType: EventType, targetId: EntityId, data: LoggedEvent["data"]) => {
  const last = steps.at(-1)
  if (last === undefined) throw new Error("an empty history")
  const any = submissionOf(last.after, 0, steps.length)
  const submission = { ...any, eventType, targetId, data, lastSeenSequence: null }
  const states = new Map(
    steps.flatMap(({ before, after }) => [before, after]).map((each) => [each.sequenceNumber, each])
  )
  return step(last.after, submission, (sequenceNumber) => states.get(sequenceNumber))
}

describe("bringing back", () => {
  law(
    "brings back what was just deleted, so that everything is as before the deletion",
    { sequences: commands({ minLength: 40, maxLength: 120 }) },
    ({ sequences }) => {
      const steps = run(sequences)
      const before = steps.at(-1)?.after
      if (before === undefined) return
      for (const [entity, { type, alive }] of HashMap.toEntries(before.entities)) {
        if (!alive || type === "team") continue
        const gone = next(steps, `delete_${type}`, entity, {})
        assert.isUndefined(find(gone.after, type, entity))
        const target = parentId(before, entity)
        const data = { id: entity, asOf: before.sequenceNumber }
        const returned = next([...steps, gone], `create_${type}`, target, data)
        assert.deepStrictEqual(contentOf(returned.after), contentOf(before))
      }
    },
    { arbitrary: { runs: 25, size: 120 } }
  )

  law(
    "brings an entity back as it was: the event sets all its fields, and it is linked only to living entities",
    { sequences },
    ({ sequences }) => {
      for (const { decision, after, past } of run(sequences)) {
        if (decision.status !== "applied" || !isBringBack(decision.event.data)) continue
        const { entityId: entity, entityType: type, sequenceNumber, data } = decision.event
        if (entity === null || type === null || type === "team") continue
        const then = find(past(Number(data.asOf)) ?? after, type, entity)
        const now = find(after, type, entity)
        if (then === undefined || now === undefined) return assert.fail("it is not there")
        assert.deepStrictEqual(valuesOf(type, now.entity as never), valuesOf(type, then.entity as never))
        assert.isTrue(Object.values(now.entity.versions).every((version) => version === sequenceNumber))
        if (type !== "objective") continue
        const [was, is] = [then.entity as Objective, now.entity as Objective]
        const living = new Set(now.team.principles.map((each) => each.id))
        assert.deepStrictEqual(
          is.principleIds,
          was.principleIds.filter((each) => living.has(each))
        )
        for (const list of ["groups", "initiatives", "progress"] as const) {
          assert.deepStrictEqual(
            is[list].map((each) => each.id),
            was[list].map((each) => each.id)
          )
        }
      }
    },
    lawOptions
  )

  it("puts an objective in its old place among those that were added and deleted since", () => {
    const before = example.sequenceNumber
    const state = stateAfter(
      example,
      deletion("objective", id.objective),
      { eventType: "create_objective", targetId: id.team, data: { id: entityId(0x90), title: "New" } },
      deletion("principle", id.principle),
      { eventType: "update_objective_title", targetId: id.secondObjective, data: { title: "Save more" } }
    )
    const after = stateAfter(state, back(state, "objective", id.objective, before))
    const team = Targets.team.find(after, id.team)?.entity
    assert.deepStrictEqual(
      team?.objectives.map(({ title }) => title),
      ["Grow", "Save more", "New"]
    )
    assert.deepStrictEqual(team?.objectives[0]?.principleIds, [])
    assert.isFalse(Object.hasOwn(versionsOf(after, "objective", id.objective), `principle:${id.principle}`))
    const again = eventOf(after, { ...back(state, "objective", id.objective, before) })
    assert.strictEqual(reasonOf(again), "id does not name a deleted objective: this one was not deleted")
  })

  it("puts into a group its former initiatives that have no group now", () => {
    const before = stateAfter(example, {
      eventType: "update_initiative_placement",
      targetId: id.secondInitiative,
      data: { groupId: id.group }
    })
    const deleted = stateAfter(before, deletion("group", id.group), {
      eventType: "update_initiative_placement",
      targetId: id.initiative,
      data: { groupId: id.secondGroup }
    })
    const after = stateAfter(deleted, back(deleted, "group", id.group, before.sequenceNumber))
    const initiatives = Targets.objective.find(after, id.objective)?.entity.initiatives
    const groupOf = (entity: EntityId) => initiatives?.find((each) => each.id === entity)?.groupId
    assert.deepStrictEqual([id.initiative, id.secondInitiative, id.thirdInitiative].map(groupOf), [
      id.secondGroup,
      id.group,
      null
    ])
  })

  it("puts an initiative whose group was deleted into no group", () => {
    const before = example.sequenceNumber
    const state = stateAfter(example, deletion("initiative", id.initiative), deletion("group", id.group))
    const after = stateAfter(state, back(state, "initiative", id.initiative, before))
    assert.strictEqual(Targets.initiative.find(after, id.initiative)?.entity.groupId, null)
  })

  it("adds no link to an objective that has the maximum, when its principle comes back", () => {
    const principles = Array.from({ length: 20 }, (_, n) => entityId(0x200 + n))
    const link = (principleId: EntityId): Input => ({
      eventType: "update_objective_principle_link",
      targetId: id.objective,
      data: { principleId, linked: true }
    })
    const asOf = example.sequenceNumber
    const state = stateAfter(
      example,
      deletion("principle", id.principle),
      ...principles.map(
        (each): Input => ({
          eventType: "create_principle",
          targetId: id.team,
          data: { id: each, title: "x" }
        })
      ),
      ...principles.map(link)
    )
    const after = stateAfter(state, back(state, "principle", id.principle, asOf))
    assert.sameMembers([...(Targets.objective.find(after, id.objective)?.entity.principleIds ?? [])], principles)
    assert.strictEqual(Targets.principle.find(after, id.principle)?.index, 0)
  })

  const refusals: ReadonlyArray<readonly [Partial<Input> & { readonly data: LoggedEvent["data"] }, string]> = [
    [{ data: { id: id.unknown, asOf: 5 } }, "id does not name a deleted objective: no entity has this id"],
    [{ data: { id: id.deletedGroup, asOf: 5 } }, "id does not name a deleted objective: it is a group"],
    [{ data: { id: id.objective, asOf: 5 } }, "id does not name a deleted objective: this one was not deleted"],
    [
      { targetId: id.otherTeam, data: { id: id.deletedObjective, asOf: 12 } },
      "id does not name a deleted objective of this team"
    ],
    [{ data: { id: id.deletedObjective, asOf: 9 } }, "the objective with this id did not exist at that time"],
    [{ data: { id: id.deletedObjective, asOf: 24 } }, "the objective with this id did not exist at that time"],
    [{ data: { id: id.deletedObjective, asOf: 27 } }, "the objective with this id did not exist at that time"],
    [{ data: { id: id.deletedObjective, asOf: 28 } }, "asOf is beyond the latest event, 27"],
    [{ data: { id: id.deletedObjective, asOf: -1 } }, "asOf must be a whole number, 0 or more"],
    [{ data: { id: id.deletedObjective, asOf: "12" } }, "asOf must be a whole number, 0 or more"],
    [{ data: { id: id.deletedObjective, asOf: 12, title: "x" } }, "“title” is not known here"],
    [{ data: { asOf: 12 } }, "id is required"],
    [{ targetId: id.deletedTeam, data: { id: id.deletedObjective, asOf: 12 } }, "the team was deleted"],
    [
      { eventType: "create_team", targetId: null, data: { id: id.deletedTeam, asOf: 5 } },
      "“asOf” is not known here; name is required; color is required"
    ]
  ]

  it.each(refusals)("%o is rejected: %s", (ask, reason) => {
    const event = eventOf(example, { eventType: "create_objective", targetId: id.team, ...ask })
    assert.strictEqual(reasonOf(event), reason)
  })

  it("is rejected if the parent has the maximum of children", () => {
    const count = entities.group.limit
    const full = stateAfter(
      example,
      ...Array.from(
        { length: count - 2 },
        (_, n): Input => ({
          eventType: "create_group",
          targetId: id.objective,
          data: { id: entityId(0x300 + n), name: "g" }
        })
      )
    )
    const event = eventOf(full, back(full, "group", id.deletedGroup, 14))
    assert.strictEqual(reasonOf(event), `the limit of ${count} groups per objective is reached`)
  })

  it("without the earlier state is rejected", () => {
    const decision = decide(example, submission(example, back(example, "objective", id.deletedObjective, 12)))
    assert.strictEqual(
      decision.status === "rejected" ? reasonOf(decision.event) : null,
      "the state of that time is not available"
    )
  })
})
