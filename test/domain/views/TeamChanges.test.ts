import { assert, describe, it } from "@effect/vitest"
import { Effect, HashMap, Option } from "effect"
import type { EntityId } from "../../../src/domain/entities/Ids.ts"
import { empty, findTeam, type Team } from "../../../src/domain/state/State.ts"
import { changeOfEvent, teamChange } from "../../../src/domain/views/TeamChanges.ts"
import { objectivesView, principlesView } from "../../../src/domain/views/Views.ts"
import { type ListChange, type TeamChange, withTeamChange } from "../../../src/shared/TeamChange.ts"
import { entityId, run, sampleCommands } from "../Commands.ts"
import { type Input, stateAfter } from "../ExampleStrategy.ts"

const viewsOf = (team: Team) => {
  const { objectives, ...shown } = objectivesView(team)
  return { team: shown.team, principles: principlesView(team).principles, objectives }
}

/** A change as a client receives it. */
const sent = (change: TeamChange): TeamChange => JSON.parse(JSON.stringify(change))

describe("changes of a team's views", () => {
  it.effect("lead from the views before each event of a history to a fresh load after it", () =>
    Effect.gen(function* () {
      const samples = yield* sampleCommands(250, 60, 11)
      const eventTypes = new Set<string>()
      let restores = 0
      for (const sample of samples) {
        for (const { before, after, effects, decision } of run(sample)) {
          if (decision.status !== "applied") {
            assert.deepStrictEqual(changeOfEvent(before, after, effects), undefined)
            continue
          }
          const change = changeOfEvent(before, after, effects)
          for (const team of HashMap.values(before.teams)) {
            const now = Option.getOrUndefined(findTeam(after, team.id))
            if (change?.id !== team.id) {
              // Either the views are unchanged, or the event is one after which they are fetched.
              if (change !== undefined) assert.strictEqual(now, team)
              continue
            }
            assert.isDefined(now)
            if (now === undefined) continue
            eventTypes.add(decision.event.eventType)
            if (decision.event.eventType === "restore_history") restores += 1
            assert.strictEqual(change.from, team.touchedAt)
            assert.deepStrictEqual(withTeamChange(viewsOf(team), sent(change)), viewsOf(now))
          }
        }
      }
      assert.isAbove(restores, 20)
      assert.isAtLeast(eventTypes.size, 27, [...eventTypes].join(", "))
    })
  )

  it.effect("lead from any state of a team to any other, and several changes lead to the same state as one", () =>
    Effect.gen(function* () {
      const samples = yield* sampleCommands(200, 40, 12)
      let pairs = 0
      for (const sample of samples) {
        const states = run(sample).map(({ after }) => after)
        const last = states.at(-1)
        for (const team of last === undefined ? [] : HashMap.values(last.teams)) {
          const earlier = states.flatMap((state) => Option.toArray(findTeam(state, team.id)))
          for (const other of earlier.filter((_, index) => index % 17 === 0)) {
            pairs += 1
            for (const [from, to] of [
              [other, team],
              [team, other]
            ] as const) {
              assert.deepStrictEqual(withTeamChange(viewsOf(from), sent(teamChange(from, to))), viewsOf(to))
            }
          }
          let [known] = earlier
          let shown = viewsOf(known ?? team)
          for (const next of earlier.slice(1)) {
            shown = withTeamChange(shown, sent(teamChange(known ?? team, next)))
            known = next
          }
          assert.deepStrictEqual(shown, viewsOf(team))
        }
      }
      assert.isAbove(pairs, 200)
    })
  )

  it("have one entry for an entity that was moved, deleted or created, however many follow it", () => {
    const [team, principle] = [entityId(1), entityId(2)]
    const objectives = Array.from({ length: 20 }, (_, n) => entityId(100 + n))
    const state = stateAfter(
      empty,
      { eventType: "create_team", data: { id: team, name: "North", color: "#000000" } },
      { eventType: "create_principle", targetId: team, data: { id: principle, title: "Listen" } },
      ...objectives.flatMap(
        (id): ReadonlyArray<Input> => [
          { eventType: "create_objective", targetId: team, data: { id, title: "Grow" } },
          { eventType: "update_objective_principle_link", targetId: id, data: { principleId: principle, linked: true } }
        ]
      )
    )
    const changesOf = (...events: ReadonlyArray<Input>) =>
      Option.getOrThrow(
        Option.zipWith(findTeam(state, team), findTeam(stateAfter(state, ...events), team), (before, after) =>
          Object.values(teamChange(before, after).lists ?? {}).map(({ removed, changed = [] }: ListChange) => [
            removed ?? [],
            changed.map(({ id, at }) => [id, at])
          ])
        )
      )
    const moved = (id: EntityId | undefined, position: number): Input => ({
      ...{ eventType: "update_position", targetId: id ?? team, data: { position } }
    })
    assert.deepStrictEqual(changesOf(moved(objectives[19], 0)), [[[], [[objectives[19], 0]]]])
    assert.deepStrictEqual(changesOf(moved(objectives[0], 19)), [[[], [[objectives[0], 19]]]])
    assert.deepStrictEqual(changesOf(moved(objectives[3], 9)), [[[], [[objectives[3], 9]]]])
    assert.deepStrictEqual(changesOf({ eventType: "delete_objective", targetId: objectives[4] ?? team, data: {} }), [
      [[objectives[4] ?? ""], []]
    ])
    assert.deepStrictEqual(
      changesOf({ eventType: "update_principle_title", targetId: principle, data: { title: "Hear" } }),
      [[[], [[principle, undefined]]]]
    )
  })
})
