import { assert, describe, it } from "@effect/vitest"
import { Effect, HashMap, Option } from "effect"
import type { EntityId } from "../../../src/domain/entities/Ids.ts"
import { empty, type RemovedEntity, type State } from "../../../src/domain/state/State.ts"
import { deletedPage, listedPerPage } from "../../../src/domain/views/Deleted.ts"
import { law } from "../../support/laws.ts"
import { entityId, lawOptions, run, type Step, sampleCommands, sequences } from "../Commands.ts"
import { example, id, stateAfter } from "../ExampleStrategy.ts"

const isAlive = (state: State, id: EntityId): boolean =>
  Option.exists(HashMap.get(state.entities, id), ({ alive }) => alive)

/** What is deleted at the end, from the last event that touched each entity: its id, the event and what went with it. */
const expectedIn = (steps: ReadonlyArray<Step>, teamId: EntityId) => {
  const state = steps.at(-1)?.after ?? empty
  const latest = new Map<EntityId, Step>()
  for (const step of steps) {
    if (step.decision.status !== "applied") continue
    for (const { entityId } of step.effects.touched) latest.set(entityId, step)
  }
  return HashMap.toEntries(state.entities)
    .flatMap(([id, ref]) => {
      const last = latest.get(id)
      const parent = ref.objectiveId ?? ref.teamId
      if (ref.alive || ref.type === "team" || ref.teamId !== teamId || !isAlive(state, parent)) return []
      if (last === undefined || last.decision.status !== "applied" || !isAlive(last.after, parent)) return []
      const { event } = last.decision
      const count = (type: string) =>
        last.effects.touched.filter(({ entityId }) => {
          const below = Option.getOrUndefined(HashMap.get(state.entities, entityId))
          return below?.type === type && below.objectiveId === id
        }).length
      return [
        {
          id,
          parentId: parent,
          cause: event.eventType === "restore_history" ? "restore" : "deletion",
          sequenceNumber: event.sequenceNumber,
          deletedBy: event.actorName,
          contains: { groups: count("group"), initiatives: count("initiative"), progress: count("progress") }
        }
      ]
    })
    .sort((one, other) => other.sequenceNumber - one.sequenceNumber || (one.id < other.id ? -1 : 1))
}

const shownIn = (state: State, teamId: EntityId) =>
  deletedPage(state, teamId, { limit: listedPerPage }).entries.map(
    ({ id, parentId, cause, sequenceNumber, deletedBy, contains }) => ({
      ...{ id, parentId, cause, sequenceNumber, deletedBy, contains }
    })
  )

describe("What was deleted", () => {
  law(
    "is what its own deletion or a restore removed while the parent stayed, and has not come back",
    { sequences },
    ({ sequences }) => {
      const steps = run(sequences)
      const state = steps.at(-1)?.after ?? empty
      for (const teamId of HashMap.keys(state.teams)) {
        assert.deepStrictEqual<ReadonlyArray<unknown>>(shownIn(state, teamId), expectedIn(steps, teamId))
      }
    },
    lawOptions
  )

  it.effect("is in generated histories of every kind", () =>
    Effect.gen(function* () {
      const samples = yield* sampleCommands(60, 60, 3)
      const found = samples.flatMap((sample) => {
        const state = run(sample).at(-1)?.after ?? empty
        return [...HashMap.keys(state.teams)].flatMap((team) => deletedPage(state, team, { limit: 100 }).entries)
      })
      assert.deepStrictEqual([...new Set(found.map(({ cause }) => cause))].sort(), ["deletion", "restore"])
      assert.isTrue(found.some(({ contains }) => contains.initiatives > 0))
      assert.strictEqual(new Set(found.map(({ type }) => type)).size, 5)
    })
  )

  it("has the whole title that it had", () => {
    const title = `${"Long ".repeat(20)}title`
    const state = stateAfter(
      example,
      { eventType: "update_objective_title", targetId: id.objective, data: { title } },
      { eventType: "delete_objective", targetId: id.objective }
    )
    const [entry] = deletedPage(state, id.team, { limit: 1 }).entries
    assert.deepStrictEqual([entry?.id, entry?.title, entry?.asOf], [id.objective, title, state.sequenceNumber - 1])
  })

  it("is on one page with everything that the same event deleted, up to a bound", () => {
    const row = (n: number, sequenceNumber: number): readonly [EntityId, RemovedEntity] => [
      entityId(n),
      {
        ...{ type: "objective", title: "Refunds", objectiveId: null, sequenceNumber, cause: "restore" },
        ...{ timestamp: "2026-01-02T03:04:05.678Z", actorName: "ada" },
        contains: { groups: 0, initiatives: 0, progress: 0 }
      }
    ]
    const page = (
      rows: ReadonlyArray<readonly [EntityId, RemovedEntity]>,
      limit: number,
      before?: number
    ): readonly [ReadonlyArray<EntityId>, number | null] => {
      const state = { ...empty, removed: HashMap.make([id.team, HashMap.fromIterable(rows)] as const) }
      const { entries, nextBefore } = deletedPage(state, id.team, { limit, before })
      return [entries.map(({ id }) => id), nextBefore]
    }
    const rows = [row(1, 9), row(2, 7), row(3, 7), row(4, 5)]
    assert.deepStrictEqual(page(rows, 1), [[entityId(1)], 9])
    assert.deepStrictEqual(page(rows, 2), [[entityId(1), entityId(2), entityId(3)], 7])
    assert.deepStrictEqual(page(rows, 2, 7), [[entityId(4)], null])
    assert.deepStrictEqual(page(rows, 4), [rows.map(([id]) => id), null])
    const many = Array.from({ length: listedPerPage + 1 }, (_, n) => row(n, 9))
    assert.lengthOf(page(many, 1)[0] ?? [], listedPerPage)
  })
})
