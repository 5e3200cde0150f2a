import { assert, layer } from "@effect/vitest"
import { Effect, HashMap, Layer, Option } from "effect"
import type { EntityId } from "../../src/domain/entities/Ids.ts"
import type { Team } from "../../src/domain/state/State.ts"
import type { Deletion } from "../../src/domain/views/Deleted.ts"
import { deletedPage, titlesKept } from "../../src/domain/views/Deleted.ts"
import { associationsOf } from "../../src/log/store/Association.ts"
import { hashEvent, initialHash } from "../../src/log/store/EventHash.ts"
import { EventStore } from "../../src/log/store/EventStore.ts"
import { run, type Step, step, submissionOf } from "../domain/Commands.ts"
import { stores } from "./Layers.ts"
import { nothing } from "./Samples.ts"

/** Repeatable commands of which many delete and bring back. */
const commands = Array.from({ length: 600 }, (_, n) => Math.imul(n + 1, 2_654_435_761) >>> 1)

const applied = (steps: ReadonlyArray<Step>) =>
  steps.flatMap(({ decision, effects }) =>
    decision.status === "applied" ? [{ event: decision.event, touched: effects.touched }] : []
  )

/** The steps, and at last the deletion of an objective that has initiatives. */
const withLastDeletion = (steps: ReadonlyArray<Step>): ReadonlyArray<Step> => {
  const last = steps.at(-1)
  const objective = HashMap.toValues(last?.after.teams ?? HashMap.empty<never, Team>())
    .flatMap(({ objectives }) => objectives)
    .find(({ initiatives }) => initiatives.length > 0)
  if (last === undefined || objective === undefined) return assert.fail("no objective has initiatives")
  const any = submissionOf(last.after, 0, steps.length)
  const submission = { ...any, eventType: "delete_objective", targetId: objective.id, data: {} } as const
  return [...steps, step(last.after, { ...submission, lastSeenSequence: null })]
}

/** The titles or names that an entity was given by its own events, newest first. */
const titlesOf = (steps: ReadonlyArray<Step>, id: EntityId, before: number): ReadonlyArray<string> =>
  applied(steps)
    .filter(({ event }) => event.entityId === id && event.sequenceNumber < before)
    .flatMap(({ event: { data } }) => data.title ?? data.name ?? [])
    .map(String)
    .reverse()
    .slice(0, titlesKept)

/** The deletions of entities that do not live at the end, from the last event that touched each, newest first. */
const expectedDeletions = (steps: ReadonlyArray<Step>): ReadonlyArray<Deletion> => {
  const state = steps.at(-1)?.after
  if (state === undefined) return []
  const latest = new Map(
    applied(steps).flatMap((each) => each.touched.map(({ entityId }) => [entityId, each] as const))
  )
  return HashMap.toEntries(state.entities)
    .flatMap(([id, ref]) => {
      const last = latest.get(id)
      if (ref.alive || last === undefined || ref.type === "team") return []
      const { sequenceNumber, timestamp, actorName, eventType, entityId } = last.event
      const isRestore = eventType === "restore_history"
      if (!isRestore && entityId !== id) return []
      const own = last.touched.find((each) => each.entityId === id)
      const description = isRestore ? (own?.description ?? "") : last.event.description
      const count = (type: string) =>
        last.touched.filter((each) => {
          const below = Option.getOrUndefined(HashMap.get(state.entities, each.entityId))
          return below?.type === type && below.objectiveId === id
        }).length
      const isObjective = ref.type === "objective"
      return [
        {
          ...{ entityId: id, entityType: ref.type, sequenceNumber, timestamp, actorName, description },
          titles: titlesOf(steps, id, sequenceNumber),
          parentId: ref.objectiveId ?? ref.teamId,
          parentType: ref.objectiveId === null ? ("team" as const) : ("objective" as const),
          groups: isObjective ? count("group") : 0,
          initiatives: isObjective ? count("initiative") : 0,
          progress: isObjective ? count("progress") : 0
        }
      ]
    })
    .sort((one, other) => other.sequenceNumber - one.sequenceNumber || (one.entityId < other.entityId ? -1 : 1))
}

for (const [name, store] of stores) {
  layer(Layer.fresh(store), { excludeTestServices: true })(`Deletions on ${name}`, (it) => {
    it.effect("are those of entities that have not come back, below the requested parents, in pages", () =>
      Effect.gen(function* () {
        const { append, deletions } = yield* EventStore
        const steps = withLastDeletion(run(commands))
        let hash = initialHash
        const additions = steps.flatMap(({ decision, effects }) => {
          if (decision.status === "no_change") return []
          hash = hashEvent(hash, decision.event)
          const events = [{ ...decision.event, hash }]
          return [{ events, associations: associationsOf(decision.event.sequenceNumber, effects.touched) }]
        })
        yield* append(0, [], () => ({
          ...nothing,
          events: additions.flatMap(({ events }) => events),
          associations: additions.flatMap(({ associations }) => associations)
        }))
        const all = expectedDeletions(steps)
        assert.isAbove(all.length, 20)
        assert.isTrue(all.some(({ initiatives }) => initiatives > 0))
        assert.isTrue(all.some(({ description }) => description.startsWith("went with the restore")))
        const end = Number.MAX_SAFE_INTEGER
        const parents = [...new Set(all.map(({ parentId }) => parentId))]
        assert.deepStrictEqual(yield* deletions(parents, end, 1_000), all)
        const [one] = parents as [EntityId]
        assert.deepStrictEqual(
          yield* deletions([one, one], end, 1_000),
          all.filter(({ parentId }) => parentId === one)
        )
        const before = all[4]?.sequenceNumber ?? 0
        const older = all.filter(({ sequenceNumber }) => sequenceNumber < before)
        const third = older[2]?.sequenceNumber ?? 0
        assert.deepStrictEqual(
          yield* deletions(parents, before, 3),
          older.filter(({ sequenceNumber }) => sequenceNumber >= third)
        )
        assert.deepStrictEqual(yield* deletions([], end, 3), [])

        const state = steps.at(-1)?.after
        if (state === undefined) return
        const { entries, nextBefore } = deletedPage(state, all.slice(0, 4), 3)
        assert.strictEqual(nextBefore, all[2]?.sequenceNumber)
        assert.deepStrictEqual(
          entries.map(({ id, asOf }) => [id, asOf]),
          all.slice(0, 3).map(({ entityId, sequenceNumber }) => [entityId, sequenceNumber - 1])
        )
        assert.isTrue(entries.every(({ title }) => title !== ""))
        assert.isNull(deletedPage(state, all.slice(0, 3), 3).nextBefore)
      })
    )
  })
}
