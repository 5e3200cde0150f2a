import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Effect, HashMap, Option, Schema } from "effect"
import { decide } from "../../src/domain/Decide.ts"
import { EventData, EventType, LoggedEvent } from "../../src/domain/Event.ts"
import { evolve, fold } from "../../src/domain/Evolve.ts"
import type { EntityId } from "../../src/domain/entities/Ids.ts"
import { isBringBack, restoreTarget } from "../../src/domain/events/RestoreData.ts"
import { effectIn } from "../../src/domain/Fact.ts"
import { empty, type FieldVersions, type State } from "../../src/domain/state/State.ts"
import * as Targets from "../../src/domain/state/Targets.ts"
import { law } from "../support/laws.ts"
import {
  actorId,
  commands,
  entityId,
  eventsOf,
  instant,
  lawOptions,
  plain,
  replayed,
  run,
  sampleCommands,
  sequences,
  step,
  today
} from "./Commands.ts"
import { noPast, withEarlier } from "./Earlier.ts"
import { reasonOf } from "./Sentences.ts"

const finalState = (steps: ReturnType<typeof run>): State => steps.at(-1)?.after ?? empty

const pastOf = (steps: ReturnType<typeof run>) => steps.at(-1)?.past ?? noPast

const allVersions = (state: State): ReadonlyArray<readonly [EntityId, FieldVersions]> =>
  HashMap.toValues(state.teams)
    .flatMap((team) => [
      team,
      ...team.principles,
      ...team.objectives.flatMap((objective) => [
        objective,
        ...objective.groups,
        ...objective.initiatives,
        ...objective.progress
      ])
    ])
    .map(({ id, versions }) => [id, versions])

/**
 * The content of each living entity, with its links seen from both ends, but without the order of its children. Of an
 * objective it lacks what changes with its children: its latest change and its baseline.
 */
const contents = (state: State): Map<EntityId, string> => {
  const all = new Map<EntityId, string>()
  const own = (versions: Readonly<Record<string, number>>) =>
    Object.entries(versions).filter(([field]) => !field.startsWith("principle:"))
  const put = (id: EntityId, ...content: ReadonlyArray<unknown>) => all.set(id, JSON.stringify(content))
  for (const team of HashMap.values(state.teams)) {
    put(team.id, team.name, team.color, own(team.versions))
    for (const { versions, ...principle } of team.principles) {
      const linked = team.objectives.filter((objective) => objective.principleIds.includes(principle.id))
      put(principle.id, principle, own(versions), linked.map((objective) => objective.id).sort())
    }
    for (const { versions, groups, initiatives, progress, ...objective } of team.objectives) {
      const { updatedAt: _at, updatedBy: _by, baselinePercent: _, ...content } = objective
      put(objective.id, content, own(versions))
      for (const entity of [...groups, ...initiatives, ...progress]) put(entity.id, entity)
    }
  }
  return all
}

const parentIn = (state: State, id: EntityId) => Targets.objective.find(state, id)?.entity.parentId

const changedBetween = (before: State, after: State): ReadonlyArray<EntityId> => {
  const [old, now] = [contents(before), contents(after)]
  return [...new Set([...old.keys(), ...now.keys()])].filter((id) => old.get(id) !== now.get(id))
}

describe("laws of decide and evolve", () => {
  it.effect("generated sequences contain all event types, all outcomes and more than 30 entities", () =>
    Effect.gen(function* () {
      const samples = yield* sampleCommands(250, 30, 8)
      const seen = new Set<string>()
      let largest = 0
      for (const sample of samples) {
        const steps = run(sample)
        largest = Math.max(largest, contents(finalState(steps)).size)
        for (const { decision, submission } of steps) {
          if (decision.status === "applied") seen.add(submission.eventType)
          if (decision.status === "applied" && isBringBack(submission.data)) seen.add(`${submission.eventType} again`)
          if (decision.status === "applied" && decision.event.fieldName === "definition") seen.add("a correction")
          if (decision.status === "applied" && Object.hasOwn(decision.event.data, "retract")) seen.add("a retract")
          if (decision.status === "no_change") seen.add("no_change")
          if (decision.status === "rejected") {
            seen.add(decision.event.conflictingServerValue === null ? "refused" : "conflict")
          }
        }
      }
      const again = ["principle", "objective", "group", "initiative", "progress"].map((type) => `create_${type} again`)
      const expected = [...EventType.literals, ...again, "a correction", "no_change", "refused", "conflict"]
      assert.deepStrictEqual([...seen].sort(), [...expected, "a retract"].sort())
      assert.isAbove(largest, 30)
    })
  )

  law(
    "deciding is deterministic",
    { sequences },
    ({ sequences }) => {
      for (const { before, submission, decision, past } of run(sequences)) {
        assert.deepStrictEqual(decide(before, withEarlier(submission, past)), decision)
      }
    },
    lawOptions
  )

  law(
    "a log replayed whole, in two parts, or read back from JSON gives the live state",
    { sequences, cut: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 150 })) },
    ({ sequences, cut }) => {
      const steps = run(sequences)
      const events = eventsOf(steps)
      const live = plain(finalState(steps))
      assert.deepStrictEqual(plain(replayed(events)), live)
      assert.deepStrictEqual(plain(fold(fold(empty, events.slice(0, cut)), events.slice(cut))), live)
      const stored = Schema.fromJsonString(Schema.Array(LoggedEvent))
      const text = JSON.stringify(events)
      assert.deepStrictEqual(plain(replayed(Schema.decodeSync(stored)(text))), live)
    },
    lawOptions
  )

  law(
    "sequence numbers are dense; only applied events change anything",
    { sequences },
    ({ sequences }) => {
      for (const { before, decision, after } of run(sequences)) {
        if (decision.status === "no_change") continue
        assert.strictEqual(decision.event.sequenceNumber, before.sequenceNumber + 1)
        assert.strictEqual(after.sequenceNumber, before.sequenceNumber + 1)
        if (decision.status === "rejected") {
          assert.strictEqual(after.teams, before.teams)
          assert.strictEqual(after.entities, before.entities)
        }
      }
    },
    lawOptions
  )

  law(
    "an applied edit sent again is no change",
    { sequences },
    ({ sequences }) => {
      for (const { submission, decision, after } of run(sequences)) {
        if (decision.status !== "applied" || decision.event.fieldName === null) continue
        const again = { ...submission, lastSeenSequence: null }
        assert.deepStrictEqual(decide(after, again), { status: "no_change" })
      }
    },
    lawOptions
  )

  law(
    "an applied edit had seen the field's latest change, and sets its version",
    { sequences },
    ({ sequences }) => {
      const latest = new Map<string, number>()
      for (const { decision, after } of run(sequences)) {
        if (decision.status !== "applied") continue
        if (restoreTarget(decision.event) !== null) {
          latest.clear()
          for (const [id, versions] of allVersions(after)) {
            for (const [field, version] of Object.entries(versions)) latest.set(`${id} ${field}`, version)
          }
        }
        if (decision.event.fieldName === null) continue
        const { entityId, fieldName, lastSeenSequence, previousSequence, sequenceNumber } = decision.event
        if (lastSeenSequence !== null && previousSequence !== null) assert.isAtLeast(lastSeenSequence, previousSequence)
        const field = `${entityId} ${fieldName}`
        const known = latest.get(field)
        if (known !== undefined && fieldName !== "placement") assert.strictEqual(previousSequence, known)
        latest.set(field, sequenceNumber)
      }
    },
    lawOptions
  )

  law(
    "an event touches exactly the entities that changed, and the parent of a new or deleted one",
    { sequences },
    ({ sequences }) => {
      for (const { before, decision, after, effects } of run(sequences)) {
        if (decision.status !== "applied") continue
        const { eventType, targetId, entityId, data } = decision.event
        const expected = new Set(changedBetween(before, after))
        if (eventType.startsWith("create_") && targetId !== null) expected.add(targetId)
        if (eventType.startsWith("delete_") && targetId !== null) {
          const ref = Option.getOrThrow(HashMap.get(before.entities, targetId))
          if (ref.type !== "team") expected.add(ref.objectiveId ?? ref.teamId)
        }
        const supported = entityId === null ? [] : [before, after].map((state) => parentIn(state, entityId))
        if (/^(create_objective|update_objective_parent)$/.test(eventType) && !Object.hasOwn(data, "asOf")) {
          for (const id of supported) if (id !== null && id !== undefined) expected.add(id)
        }
        const touched = effects.touched.map((entry) => entry.entityId)
        assert.deepStrictEqual([...touched].sort(), [...expected].sort())
        if (entityId !== null) assert.strictEqual(touched[0], entityId)
        assert.isTrue(effects.touched.every((entry) => entry.transitive === (effectIn(entry) !== null)))
      }
    },
    lawOptions
  )

  law(
    "only the teams of the effects change, and their touchedAt is the event",
    { sequences },
    ({ sequences }) => {
      for (const { before, decision, after, effects } of run(sequences)) {
        for (const [id, team] of before.teams) {
          const now = HashMap.get(after.teams, id)
          if (!effects.teamIds.includes(id)) assert.strictEqual(now._tag === "Some" ? now.value : null, team)
          else if (now._tag === "Some" && decision.status !== "no_change") {
            assert.strictEqual(now.value.touchedAt, decision.event.sequenceNumber)
          }
        }
      }
    },
    lawOptions
  )

  law(
    "the living entities of the id index are those of the teams",
    { sequences },
    ({ sequences }) => {
      const steps = run(sequences)
      const state = finalState(steps)
      const alive = HashMap.toEntries(state.entities).flatMap(([id, ref]) => (ref.alive ? [id] : []))
      assert.deepStrictEqual([...contents(state).keys()].sort(), alive.sort())
      const made = eventsOf(steps).filter(
        (event) => event.status === "applied" && event.eventType.startsWith("create_") && !isBringBack(event.data)
      )
      assert.strictEqual(HashMap.size(state.entities), made.length)
    },
    lawOptions
  )

  const strangeTargets = Arbitrary.schema(
    Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 21 })))
  )

  law(
    "any data leads to an outcome",
    {
      sequences: commands({ minLength: 0, maxLength: 30 }),
      eventType: EventType,
      data: EventData,
      target: strangeTargets,
      lastSeenSequence: Schema.NullOr(Schema.Number)
    },
    ({ sequences, eventType, data, target, lastSeenSequence }) => {
      const steps = run(sequences)
      const state = finalState(steps)
      const [known] = HashMap.keys(state.entities)
      for (const targetId of [target === null ? null : entityId(target), known ?? null]) {
        const submission = {
          submissionId: "s",
          timestamp: instant(0),
          today,
          actorId,
          actorName: "ada",
          eventType,
          targetId,
          data,
          lastSeenSequence,
          freshId: entityId(1)
        }
        const { decision } = step(state, submission, pastOf(steps))
        if (decision.status === "rejected") {
          const reason = reasonOf(decision.event) ?? ""
          // biome-ignore lint/suspicious/noControlCharactersInRegex: the test asserts that they are absent
          assert.notMatch(reason, /[\u0000-\u001f\ufffe\uffff]/)
          assert.isTrue(reason.isWellFormed() && reason.length < 250, reason)
        }
      }
    },
    { arbitrary: { runs: 400, size: 20 } }
  )

  law(
    "any event can be folded",
    { sequences: commands({ minLength: 0, maxLength: 30 }), event: LoggedEvent },
    ({ sequences, event }) => {
      const steps = run(sequences)
      const state = finalState(steps)
      const [targetId] = HashMap.keys(state.entities)
      const applied = { ...event, status: "applied" as const, targetId: targetId ?? event.targetId, effect: null }
      const folded = evolve(state, applied)
      assert.strictEqual(folded.state.sequenceNumber, event.sequenceNumber)
    },
    { arbitrary: { runs: 300, size: 20 } }
  )
})
