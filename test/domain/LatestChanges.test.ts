import { assert, describe, it } from "@effect/vitest"
import { HashMap, Option } from "effect"
import type { EntityId } from "../../src/domain/entities/Ids.ts"
import { isSupport } from "../../src/domain/Fact.ts"
import { baselineOf } from "../../src/domain/LatestChanges.ts"
import { empty, type Objective, type State } from "../../src/domain/state/State.ts"
import { law } from "../support/laws.ts"
import { actorId, entityId, lawOptions, run, type Step, sequences, step } from "./Commands.ts"

const objectivesOf = ({ teams }: State): ReadonlyArray<Objective> =>
  HashMap.toValues(teams).flatMap(({ objectives }) => objectives)

const isInOrAt = ({ entities }: State, objective: EntityId, id: EntityId): boolean =>
  id === objective || Option.exists(HashMap.get(entities, id), ({ objectiveId }) => objectiveId === objective)

/** The last event in whose history the objective or anything in it appears. */
const latestEvent = (steps: ReadonlyArray<Step>, objective: EntityId) =>
  steps.findLast(
    ({ decision, after, effects }) =>
      decision.status === "applied" &&
      effects.touched.some((each) => !isSupport(each) && isInOrAt(after, objective, each.entityId))
  )?.submission

describe("The latest change of an objective", () => {
  law(
    "is the latest applied event in its history or in that of anything that was ever in it",
    { sequence: sequences },
    ({ sequence }) => {
      const steps = run(sequence)
      for (const { id, updatedAt, updatedBy, baselinePercent, progress } of objectivesOf(
        steps.at(-1)?.after ?? empty
      )) {
        const latest = latestEvent(steps, id)
        assert.deepStrictEqual([updatedAt, updatedBy], [latest?.timestamp, latest?.actorName])
        // All these events are of one day.
        assert.strictEqual(baselinePercent, baselineOf(progress))
      }
    },
    lawOptions
  )
})

const [team, objective, progress] = [entityId(1), entityId(2), entityId(3)]

/** Applies events, each at a time of its own; restores go back to what was before. */
const objectiveAfter = (
  ...events: ReadonlyArray<readonly [timestamp: string, Partial<Step["submission"]>]>
): Objective => {
  const states = [empty]
  for (const [timestamp, event] of events) {
    const submission = {
      submissionId: entityId(100 + states.length),
      freshId: entityId(200 + states.length),
      ...{
        timestamp,
        today: timestamp.slice(0, 10),
        actorId,
        actorName: "ada",
        targetId: null,
        data: {},
        lastSeenSequence: null
      },
      eventType: "create_team" as const,
      ...event
    }
    const { decision, after } = step(states.at(-1) ?? empty, submission, (sequenceNumber) => states[sequenceNumber])
    assert.strictEqual(decision.status, "applied")
    states.push(after)
  }
  const [only] = objectivesOf(states.at(-1) ?? empty)
  return only ?? assert.fail("There is no objective.")
}

const [morning, midnight, nextDay] = [
  "2026-01-01T08:00:00.000Z",
  "2026-01-01T23:59:59.999Z",
  "2026-01-02T00:00:00.000Z"
]

const checkIn = (value: number) =>
  ({ eventType: "update_progress_value", targetId: progress, data: { value } }) as const

const created = [
  [morning, { data: { id: team, name: "North", color: "#000000" } }],
  [morning, { eventType: "create_objective", targetId: team, data: { id: objective, title: "Grow" } }],
  [
    morning,
    { eventType: "create_progress", targetId: objective, data: { id: progress, name: "Sales", start: 0, target: 10 } }
  ]
] as const

describe("The baseline of an objective", () => {
  it("is its progress at the end of the UTC day of its creation", () => {
    assert.strictEqual(objectiveAfter(...created).baselinePercent, 0)
    const imported = [...created, [midnight, checkIn(4)]] as const
    assert.strictEqual(objectiveAfter(...imported).baselinePercent, 40)
    const later = objectiveAfter(...imported, [nextDay, checkIn(9)])
    assert.deepStrictEqual([later.baselinePercent, later.progress[0]?.value], [40, 9])
  })

  it("stays through a restore on a later day", () => {
    const restored = objectiveAfter(
      ...created,
      [midnight, checkIn(4)],
      [nextDay, checkIn(9)],
      [nextDay, { eventType: "restore_history", data: { sequenceNumber: 3 } }]
    )
    assert.deepStrictEqual([restored.baselinePercent, restored.progress[0]?.value], [40, 0])
    assert.strictEqual(restored.updatedAt, nextDay)
  })
})
