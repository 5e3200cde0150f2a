import { assert, describe, it } from "@effect/vitest"
import { Effect, HashMap, Option, Result, Schema } from "effect"
import { fold } from "../../src/domain/Evolve.ts"
import { restoreData } from "../../src/domain/events/RestoreData.ts"
import { effectIn } from "../../src/domain/Fact.ts"
import { empty, type State } from "../../src/domain/state/State.ts"
import { fromParts, toParts } from "../../src/domain/state/StateCodec.ts"
import { law } from "../support/laws.ts"
import {
  actorId,
  entityId,
  eventsOf,
  instant,
  lawOptions,
  plain,
  replayed,
  run,
  type Step,
  sampleCommands,
  sequences,
  step,
  today
} from "./Commands.ts"
import { contentOf } from "./Content.ts"

const restores = (steps: ReadonlyArray<Step>): ReadonlyArray<Step & { readonly then: State }> =>
  steps.flatMap((taken) => {
    const data = taken.decision.status === "applied" ? restoreData(taken.decision.event) : Option.none()
    const then = Option.isNone(data) ? undefined : taken.past(data.value.sequenceNumber)
    return then === undefined ? [] : [{ ...taken, then }]
  })

const finalState = (steps: ReadonlyArray<Step>): State => steps.at(-1)?.after ?? empty

/** The content of a state, with only the teams whose id `keeps` accepts. */
const contentWhere = (state: State, keeps: (id: string) => boolean) =>
  contentOf({ ...state, teams: HashMap.filter(state.teams, (_, id) => keeps(id)) })

const back = (state: State, sequenceNumber: number) => ({
  submissionId: "back",
  timestamp: instant(0),
  today,
  actorId,
  actorName: "ada",
  eventType: "restore_history" as const,
  targetId: null,
  data: { sequenceNumber },
  lastSeenSequence: state.sequenceNumber,
  freshId: entityId(1)
})

type Values = Readonly<Record<string, unknown>>

interface Fields {
  readonly values: Values
  readonly versions: Readonly<Record<string, number>>
}

/**
 * The values and versions of the fields of each living entity, under the same names. A link is there only if it was
 * set.
 */
const fieldsOf = (state: State): ReadonlyMap<string, Fields> => {
  const all = new Map<string, Fields>()
  const put = ({ id, versions }: { readonly id: string; readonly versions: Fields["versions"] }, values: Values) =>
    all.set(id, { values, versions })
  for (const team of HashMap.values(state.teams)) {
    put(team, { name: team.name, color: team.color })
    for (const [position, principle] of team.principles.entries()) put(principle, { ...principle, position })
    for (const [position, objective] of team.objectives.entries()) {
      const links = objective.principleIds.map((id) => [`principle:${id}`, true])
      put(objective, {
        ...objective,
        position,
        status: `${objective.status} ${objective.statusNote}`,
        parent: objective.parentId,
        ...Object.fromEntries(links)
      })
      for (const group of objective.groups) put(group, { name: group.name })
      for (const [index, { versions, id, title, status, owner, groupId }] of objective.initiatives.entries()) {
        put({ id, versions }, { title, status, owner, placement: `${groupId} ${index}` })
      }
      for (const { versions, id, name, unit, start, target, value, confidence, note } of objective.progress) {
        const definition = `${name} ${unit} ${start} ${target}`
        put({ id, versions }, { definition, value: `${value} ${confidence} ${note}` })
      }
    }
  }
  return all
}

describe("laws of restores", () => {
  it.effect("generated sequences contain restores of all kinds", () =>
    Effect.gen(function* () {
      const samples = yield* sampleCommands(150, 40, 11)
      const seen = new Set<string>()
      for (const { decision, effects, then } of samples.flatMap((sample) => restores(run(sample)))) {
        if (decision.status !== "applied") continue
        seen.add(decision.event.data.teamId === undefined ? "whole" : "one team")
        for (const touched of effects.touched) seen.add(`${touched.entityType} ${effectIn(touched)}`)
        if (HashMap.size(then.teams) === 0) seen.add("to nothing")
      }
      const types = ["team", "principle", "objective", "group", "initiative", "progress"]
      const expected = types.flatMap((type) => [
        `${type} removed_by_restore`,
        `${type} returned_by_restore`,
        `${type} changed_by_restore`
      ])
      assert.deepStrictEqual([...seen].sort(), [...expected, "whole", "one team", "to nothing"].sort())
    })
  )

  law(
    "restored teams have their content of then, and the others their content of before",
    { sequences },
    ({ sequences }) => {
      for (const { decision, before, after, then } of restores(run(sequences))) {
        if (decision.status !== "applied") continue
        const teamId = Option.getOrUndefined(restoreData(decision.event))?.teamId
        const isConcerned = (id: string) => teamId === undefined || id === teamId
        assert.deepStrictEqual(contentWhere(after, isConcerned), contentWhere(then, isConcerned))
        assert.deepStrictEqual(
          contentWhere(after, (id) => !isConcerned(id)),
          contentWhere(before, (id) => !isConcerned(id))
        )
      }
    },
    lawOptions
  )

  law(
    "fields that differ, and all fields of returning entities, get the restore's version; others keep theirs",
    { sequences },
    ({ sequences }) => {
      for (const { before, after } of restores(run(sequences))) {
        const [old, now] = [fieldsOf(before), fieldsOf(after)]
        for (const [id, { values, versions }] of now) {
          const earlier = old.get(id)
          for (const [field, version] of Object.entries(versions)) {
            const known = earlier?.versions[field]
            const isSame = known !== undefined && earlier?.values[field] === values[field]
            assert.strictEqual(version, isSame ? known : after.sequenceNumber, `${field} of ${id}`)
          }
        }
      }
    },
    lawOptions
  )

  law(
    "restoring the state before a restore undoes it",
    { sequences },
    ({ sequences }) => {
      for (const { before, after, past } of restores(run(sequences))) {
        const { decision, after: undone } = step(after, back(after, before.sequenceNumber), past)
        assert.strictEqual(decision.status, "applied")
        assert.deepStrictEqual(contentOf(undone), contentOf(before))
        assert.deepStrictEqual(step(undone, back(undone, before.sequenceNumber), past).decision.status, "no_change")
      }
    },
    lawOptions
  )

  law(
    "a state decoded from its texts is equal, and folds further events equally",
    { sequences, cut: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 150 })) },
    ({ sequences, cut }) => {
      const steps = run(sequences)
      const events = eventsOf(steps)
      const past = steps.at(-1)?.past
      const state = past?.(Math.min(cut, events.length)) ?? empty
      const parts = toParts(state)
      const read = Result.getOrThrow(fromParts(parts))
      assert.deepStrictEqual(plain(read), plain(state))
      assert.deepStrictEqual(toParts(read), parts)
      assert.deepStrictEqual(toParts(replayed(events.slice(0, cut))), parts)
      const tail = events.slice(cut)
      assert.deepStrictEqual(plain(fold(read, tail)), plain(finalState(steps)))
      assert.deepStrictEqual(toParts(fold(read, tail)), toParts(finalState(steps)))
    },
    lawOptions
  )
})
