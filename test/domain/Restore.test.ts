import { assert, describe, it } from "@effect/vitest"
import { HashMap, Option } from "effect"
import { decide } from "../../src/domain/Decide.ts"
import { evolve } from "../../src/domain/Evolve.ts"
import type { EntityId } from "../../src/domain/entities/Ids.ts"
import { restoreTarget } from "../../src/domain/events/RestoreData.ts"
import { effectIn } from "../../src/domain/Fact.ts"
import { empty, findTeam, type Objective, type State } from "../../src/domain/state/State.ts"
import * as Limits from "../../src/shared/Limits.ts"
import { entityId, instant, plain } from "./Commands.ts"
import { contentOf } from "./Content.ts"
import { creations, decideIn, eventOf, example, type Input, id, stateAfter, submission } from "./ExampleStrategy.ts"
import { reasonOf, sentenceOf } from "./Sentences.ts"

const head = example.sequenceNumber

const restore = (sequenceNumber: number, teamId?: EntityId): Input => ({
  eventType: "restore_history",
  data: teamId === undefined ? { sequenceNumber } : { sequenceNumber, teamId }
})

const edit = (eventType: Input["eventType"], targetId: EntityId, data: Input["data"] = {}): Input => ({
  eventType,
  targetId,
  data
})

const teamOf = (state: State, teamId = id.team) => Option.getOrThrow(findTeam(state, teamId))
const objectiveOf = (state: State): Objective | undefined =>
  teamOf(state).objectives.find((objective) => objective.id === id.objective)

const effectsOf = (state: State, ask: Input) => evolve(state, eventOf(state, ask)).effects

const touchedBy = (state: State, ask: Input): ReadonlyArray<readonly [EntityId, string | null]> =>
  effectsOf(state, ask).touched.map((touched) => [touched.entityId, effectIn(touched)])

describe("restore_history", () => {
  it("sets the versions of exactly the fields that differ, and updatedAt and updatedBy of changed entities", () => {
    const changed = stateAfter(
      example,
      edit("update_objective_title", id.objective, { title: "Shrink" }),
      edit("update_objective_status", id.objective, { status: "achieved" }),
      edit("update_objective_status", id.objective, { status: "draft" }),
      edit("delete_group", id.group)
    )
    const restored = stateAfter(changed, restore(head))
    const { sequenceNumber } = restored
    const [then, now] = [objectiveOf(example), objectiveOf(restored)]
    assert.deepStrictEqual(now && { ...now, groups: [], initiatives: [] }, {
      ...(then as Objective),
      groups: [],
      initiatives: [],
      versions: { ...then?.versions, title: sequenceNumber, status: head + 3 },
      updatedAt: instant(sequenceNumber),
      updatedBy: "ada"
    })
    assert.deepStrictEqual(now?.groups, [
      { id: id.group, name: "Now", versions: { name: sequenceNumber } },
      { id: id.secondGroup, name: "Later", versions: { name: 12 } }
    ])
    const versions = then?.initiatives[0]?.versions
    assert.deepStrictEqual(now?.initiatives[0]?.versions, { ...versions, placement: sequenceNumber })
    assert.strictEqual(now?.initiatives[1], then?.initiatives[1])
    assert.strictEqual(teamOf(restored).principles, teamOf(example).principles)
  })

  it("makes edits conflict that are based on the state before it", () => {
    const changed = stateAfter(example, edit("update_objective_title", id.objective, { title: "Shrink" }))
    const restored = stateAfter(changed, restore(head))
    const seen = { lastSeenSequence: changed.sequenceNumber }
    const stale = eventOf(restored, { ...edit("update_objective_title", id.objective, { title: "Hold" }), ...seen })
    assert.strictEqual(stale.conflictingServerValue, "Grow")
    assert.strictEqual(stale.previousSequence, restored.sequenceNumber)
    const other = edit("update_description", id.objective, { description: "x" })
    assert.strictEqual(eventOf(restored, { ...other, ...seen }).status, "applied")
  })

  it("brings a deleted team back with everything in it", () => {
    const checkedIn = stateAfter(example, edit("update_progress_value", id.progress, { value: 7, note: "up" }))
    const deleted = stateAfter(checkedIn, edit("delete_team", id.team), edit("delete_team", id.otherTeam))
    const ask = restore(checkedIn.sequenceNumber, id.team)
    const event = eventOf(deleted, ask)
    assert.deepStrictEqual(event.fact, { code: "restored", team: { id: id.team, title: "North" } })
    const { state, effects } = evolve(deleted, event)
    assert.deepStrictEqual(effects.teamIds, [id.team])
    assert.strictEqual(effects.touched.length, 12)
    assert.isTrue(effects.touched.every((each) => each.transitive && effectIn(each) === "returned_by_restore"))
    assert.deepStrictEqual(
      contentOf(state),
      contentOf({ ...checkedIn, teams: HashMap.remove(checkedIn.teams, id.otherTeam) })
    )
    assert.deepStrictEqual(HashMap.get(state.entities, id.progress), HashMap.get(example.entities, id.progress))
    assert.deepStrictEqual(objectiveOf(state)?.versions, {
      title: event.sequenceNumber,
      description: event.sequenceNumber,
      status: event.sequenceNumber,
      owner: event.sequenceNumber,
      startDate: event.sequenceNumber,
      parent: event.sequenceNumber,
      dueDate: event.sequenceNumber,
      position: event.sequenceNumber,
      [`principle:${id.principle}`]: event.sequenceNumber
    })
    assert.strictEqual(objectiveOf(state)?.createdAt, instant(creations.objective))
  })

  it("deletes what did not exist then; the ids stay in use", () => {
    const restored = stateAfter(example, restore(0))
    assert.deepStrictEqual(contentOf(restored), contentOf(empty))
    assert.strictEqual(HashMap.size(restored.entities), HashMap.size(example.entities))
    assert.isFalse(HashMap.toValues(restored.entities).some((ref) => ref.alive))
    assert.isTrue(touchedBy(example, restore(0)).every(([, words]) => words === "removed_by_restore"))
    const again = eventOf(restored, {
      eventType: "create_team",
      data: { id: id.team, name: "a", color: "#000000" }
    })
    assert.strictEqual(again.rejectionReason, "in_use")
  })

  it("of one team leaves the others as they are, even if the team did not exist then", () => {
    const changed = stateAfter(
      example,
      edit("update_team_name", id.team, { name: "East" }),
      edit("update_team_name", id.otherTeam, { name: "West" })
    )
    const back = stateAfter(changed, restore(head, id.team))
    assert.strictEqual(teamOf(back).name, "North")
    assert.strictEqual(teamOf(back, id.otherTeam), teamOf(changed, id.otherTeam))
    const event = eventOf(changed, restore(0, id.team))
    assert.strictEqual(sentenceOf(changed, event), "restored team “East” to its beginning")
    const gone = evolve(changed, event).state
    assert.deepStrictEqual([...HashMap.keys(gone.teams)], [id.otherTeam])
  })

  it("is no change if nothing differs, or if the team exists neither then nor now", () => {
    const noted = stateAfter(example, edit("update_team_name", id.team, { name: "a" }), restore(head))
    for (const ask of [restore(head), restore(head, id.otherTeam), restore(1, id.deletedTeam)]) {
      assert.deepStrictEqual(decideIn(noted, ask), { status: "no_change" })
    }
  })

  it("keeps the version of a link whose principle was deleted meanwhile", () => {
    const unlinked = stateAfter(
      example,
      edit("update_objective_principle_link", id.objective, { principleId: id.principle, linked: false })
    )
    const deleted = stateAfter(unlinked, edit("delete_principle", id.principle))
    const restored = stateAfter(deleted, restore(unlinked.sequenceNumber))
    assert.strictEqual(objectiveOf(restored)?.versions[`principle:${id.principle}`], restored.sequenceNumber)
    assert.strictEqual(objectiveOf(restored)?.updatedAt, objectiveOf(deleted)?.updatedAt)
    assert.notInclude(
      touchedBy(deleted, restore(unlinked.sequenceNumber)).map(([entityId]) => entityId),
      id.objective
    )
  })

  it("of a deleted team is rejected while the limit of teams is reached", () => {
    const teams = Array.from(
      { length: Limits.teams - 2 },
      (_, n): Input => ({ eventType: "create_team", data: { id: entityId(0x1000 + n), name: "t", color: "#000000" } })
    )
    const full = stateAfter(example, ...teams)
    assert.strictEqual(reasonOf(eventOf(full, restore(3, id.deletedTeam))), "the limit of 500 teams is reached")
    const oneLess = stateAfter(full, edit("delete_team", id.otherTeam))
    assert.strictEqual(eventOf(oneLess, restore(3, id.deletedTeam)).status, "applied")
    assert.deepStrictEqual(decideIn(full, restore(head, id.deletedTeam)), { status: "no_change" })
  })
})

describe("without the earlier state", () => {
  const changed = stateAfter(example, edit("delete_team", id.team))

  it("a restore is rejected, and an applied one without its effect only advances the sequence number", () => {
    const decision = decide(changed, submission(changed, restore(head)))
    assert.strictEqual(
      decision.status === "rejected" ? reasonOf(decision.event) : null,
      "the state of that time is not available"
    )
    const { state, effects } = evolve(changed, { ...eventOf(changed, restore(head)), effect: null })
    assert.deepStrictEqual(plain(state), plain({ ...changed, sequenceNumber: changed.sequenceNumber + 1 }))
    assert.deepStrictEqual(effects, { touched: [], teamIds: [] })
  })

  it("restoreTarget names the state that is needed", () => {
    const data = { sequenceNumber: 7 }
    assert.strictEqual(restoreTarget({ eventType: "restore_history", data }), 7)
    assert.strictEqual(restoreTarget({ eventType: "delete_team", data }), null)
    assert.strictEqual(restoreTarget({ eventType: "restore_history", data: { sequenceNumber: -1 } }), null)
    assert.strictEqual(restoreTarget(submission(example, { ...restore(9, id.team) })), 9)
  })
})
