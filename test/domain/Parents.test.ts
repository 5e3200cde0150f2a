import { assert, describe, it } from "@effect/vitest"
import { HashMap, Option } from "effect"
import { evolve } from "../../src/domain/Evolve.ts"
import type { EntityId } from "../../src/domain/entities/Ids.ts"
import { effectIn } from "../../src/domain/Fact.ts"
import type { Objective, State } from "../../src/domain/state/State.ts"
import { supportersIn } from "../../src/domain/state/Supporters.ts"
import * as Targets from "../../src/domain/state/Targets.ts"
import * as Limits from "../../src/shared/Limits.ts"
import { law } from "../support/laws.ts"
import { entityId, lawOptions, run, sequences } from "./Commands.ts"
import { decideIn, eventOf, example, type Input, id, stateAfter } from "./ExampleStrategy.ts"
import { reasonOf } from "./Sentences.ts"

const elsewhere = entityId(0x90)

const support = (targetId: EntityId, parentId: EntityId | null): Input => ({
  eventType: "update_objective_parent",
  targetId,
  data: { parentId }
})

const create = (targetId: EntityId, made: EntityId, parentId?: EntityId): Input => ({
  eventType: "create_objective",
  targetId,
  data: { id: made, title: `Objective ${made}`, ...(parentId && { parentId }) }
})

const remove = (targetId: EntityId): Input => ({ eventType: "delete_objective", targetId })

/** An objective of the other team, which supports one of the first. */
const aligned = stateAfter(example, create(id.otherTeam, elsewhere, id.objective))

const objectiveIn = (state: State, which: EntityId): Objective =>
  Targets.objective.find(state, which)?.entity ?? assert.fail("there is no such objective")

const parentIn = (state: State, which: EntityId) => objectiveIn(state, which).parentId

/** How an event touched an objective of another team, and the state after it. */
const touchedElsewhere = (state: State, ask: Input) => {
  const event = eventOf(state, ask)
  const { effects } = evolve(state, event)
  const touched = effects.touched.find(({ entityId }) => entityId === elsewhere)
  return { effect: effectIn(touched ?? null), state: stateAfter(state, ask) }
}

const supportersOf = ({ supporters }: Pick<State, "supporters">) =>
  HashMap.toEntries(supporters)
    .map(([id, ids]) => `${id} ${ids.toSorted()}`)
    .sort()

describe("The parent of an objective", () => {
  it.each([
    [support(id.objective, id.unknown), "parentId does not name an objective"],
    [support(id.objective, id.deletedObjective), "parentId does not name an objective"],
    [support(id.objective, id.team), "parentId does not name an objective"],
    [support(id.objective, id.objective), "parentId names the objective itself, or one that supports it"],
    [support(id.objective, elsewhere), "parentId names the objective itself, or one that supports it"],
    [create(id.team, entityId(0x91), id.principle), "parentId does not name an objective"]
  ])("is refused: %j", (ask, reason) => {
    assert.strictEqual(reasonOf(eventOf(aligned, ask)), reason)
  })

  it("has at most ten levels, above and below together", () => {
    const chain = Array.from({ length: Limits.objectiveLevels }, (_, n) => entityId(0xa0 + n))
    const deep = chain.reduce((state, each, n) => stateAfter(state, create(id.team, each, chain[n - 1])), example)
    const reason = `the limit of ${Limits.objectiveLevels} levels of objectives is reached`
    assert.strictEqual(reasonOf(eventOf(deep, create(id.team, entityId(0xb0), chain.at(-1)))), reason)
    assert.strictEqual(reasonOf(eventOf(deep, support(chain[0] ?? id.unknown, id.objective))), reason)
    assert.isNull(reasonOf(eventOf(deep, support(chain[1] ?? id.unknown, id.objective))))
  })

  it("changes nothing of the objective that is supported but its history", () => {
    const { updatedAt } = objectiveIn(aligned, id.objective)
    const later = stateAfter(aligned, support(id.secondObjective, id.objective))
    assert.strictEqual(objectiveIn(later, id.objective).updatedAt, updatedAt)
    const event = eventOf(aligned, support(elsewhere, id.secondObjective))
    const { effects, state } = evolve(aligned, event)
    assert.deepStrictEqual(
      effects.touched.map((each) => [each.entityId, effectIn(each)]),
      [
        [elsewhere, null],
        [id.objective, "unsupported"],
        [id.secondObjective, "supported"]
      ]
    )
    assert.deepStrictEqual(effects.teamIds, [id.otherTeam])
    assert.strictEqual(parentIn(state, elsewhere), id.secondObjective)
  })

  it.each([remove(id.objective), { eventType: "delete_team", targetId: id.team } as const])(
    "goes with it, whatever team it was in: %j",
    (ask) => {
      const { effect, state } = touchedElsewhere(aligned, ask)
      assert.strictEqual(effect, "parent_deleted")
      const { parentId, versions, updatedAt } = objectiveIn(state, elsewhere)
      assert.deepStrictEqual([parentId, versions.parent], [null, state.sequenceNumber])
      assert.notStrictEqual(updatedAt, objectiveIn(aligned, elsewhere).updatedAt)
      assert.strictEqual(decideIn(state, support(elsewhere, null)).status, "no_change")
    }
  )

  it("is back once it is brought back, unless somebody has given another one", () => {
    const back: Input = {
      eventType: "create_objective",
      targetId: id.team,
      data: { id: id.objective, asOf: aligned.sequenceNumber }
    }
    const gone = stateAfter(aligned, remove(id.objective))
    const { effect, state } = touchedElsewhere(gone, back)
    assert.strictEqual(effect, "supports_by_return")
    assert.strictEqual(parentIn(state, elsewhere), id.objective)
    const given = stateAfter(gone, support(elsewhere, id.secondObjective))
    assert.strictEqual(parentIn(stateAfter(given, back), elsewhere), id.secondObjective)
  })

  it("is not back where it does not live, or would be below the objective", () => {
    const back: Input = {
      eventType: "create_objective",
      targetId: id.otherTeam,
      data: { id: elsewhere, asOf: aligned.sequenceNumber }
    }
    const gone = stateAfter(aligned, remove(elsewhere))
    assert.strictEqual(parentIn(stateAfter(gone, back), elsewhere), id.objective)
    assert.isNull(parentIn(stateAfter(gone, remove(id.objective), back), elsewhere))
  })

  it("of another team stays, goes or is back with a restore of one team", () => {
    const restore = (state: State): Input => ({
      eventType: "restore_history",
      data: { sequenceNumber: state.sequenceNumber, teamId: id.team }
    })
    const gone = stateAfter(aligned, remove(id.objective))
    const returned = touchedElsewhere(gone, restore(aligned))
    assert.strictEqual(returned.effect, "changed_by_restore")
    assert.strictEqual(parentIn(returned.state, elsewhere), id.objective)
    const removed = touchedElsewhere(returned.state, restore(gone))
    assert.strictEqual(removed.effect, "changed_by_restore")
    assert.isNull(parentIn(removed.state, elsewhere))
  })

  it("that a restored team had elsewhere is left out where it would make a circle", () => {
    const upwards = stateAfter(example, create(id.otherTeam, elsewhere), support(id.objective, elsewhere))
    const rename: Input = { eventType: "update_team_name", targetId: id.team, data: { name: "West" } }
    const turned = stateAfter(upwards, rename, support(id.objective, null), support(elsewhere, id.objective))
    const restored = stateAfter(turned, {
      eventType: "restore_history",
      data: { sequenceNumber: upwards.sequenceNumber, teamId: id.team }
    })
    assert.isNull(parentIn(restored, id.objective))
    assert.strictEqual(parentIn(restored, elsewhere), id.objective)
  })

  law(
    "lives in every state, and no chain of parents comes back to where it began",
    { sequences },
    ({ sequences }) => {
      for (const { after } of run(sequences)) {
        const parents = new Map(
          HashMap.toValues(after.teams).flatMap(({ objectives }) => objectives.map((each) => [each.id, each.parentId]))
        )
        assert.deepStrictEqual(
          supportersOf(after),
          supportersOf({ supporters: supportersIn(HashMap.toValues(after.teams)) })
        )
        for (const [first, parentId] of parents) {
          if (parentId !== null) assert.isTrue(Option.getOrThrow(HashMap.get(after.entities, parentId)).alive)
          for (let next = parentId; next !== null; next = parents.get(next) ?? null) assert.notStrictEqual(next, first)
        }
      }
    },
    lawOptions
  )
})
