import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { daysBefore, daysBetween } from "../../src/deck/facts/DeckDates.ts"
import { make, maxSamples, sampledDays } from "../../src/deck/StatusHistory.ts"
import { findTeam } from "../../src/domain/state/State.ts"
import { EarlierStates } from "../../src/log/projection/EarlierStates.ts"
import { Projector } from "../../src/log/projection/Projector.ts"
import { TimeTravel } from "../../src/log/projection/TimeTravel.ts"
import { Planner } from "../../src/log/writer/Planner.ts"
import type { ObjectiveStatus } from "../../src/shared/Statuses.ts"
import { statusCounts } from "../../src/shared/Statuses.ts"
import { memoryStores, server } from "../log/Layers.ts"
import { entityId, envelope } from "../log/Samples.ts"

const [teamId, one, two] = [entityId(1), entityId(2), entityId(3)]

const submit = (...envelopes: ReadonlyArray<Parameters<typeof envelope>[0]>) =>
  Planner.use((planner) => Effect.forEach(envelopes, (each) => planner.submit(envelope(each))))

const create = (id: typeof one) =>
  ({ eventType: "create_objective", targetId: teamId, data: { id, title: "Grow" } }) as const
const turn = (id: typeof one, status: ObjectiveStatus) =>
  ({ eventType: "update_objective_status", targetId: id, data: { status } }) as const

const weeks = (count: number) => TestClock.adjust(`${7 * count} days`)

const fill = Effect.gen(function* () {
  yield* submit({ eventType: "create_team", targetId: null, data: { id: teamId, name: "North", color: "#336699" } })
  yield* weeks(1)
  yield* submit(create(one), create(two), turn(one, "on_track"))
  yield* weeks(1)
  yield* submit(turn(one, "at_risk"), turn(two, "on_track"))
  yield* weeks(2)
  yield* submit({ eventType: "restore_history", targetId: null, data: { sequenceNumber: 4, teamId } })
  yield* submit({
    eventType: "create_team",
    targetId: null,
    data: { id: entityId(9), name: "South", color: "#336699" }
  })
  yield* weeks(1)
})

/** The team's samples, and the earlier states that were looked up. */
const sampled = Effect.fnUntraced(function* (
  { first, last = "1970-02-05", from = null as number | null },
  selected: ReadonlySet<typeof one> | null = null
) {
  const state = yield* Projector.use((projector) => projector.state)
  const team = Option.getOrThrow(findTeam(state, teamId))
  const { lastBefore } = yield* TimeTravel
  const earlier = yield* EarlierStates
  const lookedUp: Array<number> = []
  const at = (sequenceNumber: number, user: string) =>
    Effect.andThen(
      Effect.sync(() => lookedUp.push(sequenceNumber)),
      earlier.at(sequenceNumber, user)
    )
  const samplesOf = yield* make({ lastBefore, at })
  const samples = samplesOf([{ team, selected }], { first, last, from, upTo: team.touchedAt }, "ada")
  const [found = []] = yield* samples
  assert.deepStrictEqual(yield* samples, [found], "the same again")
  return { found, lookedUp }
})

const sample = (date: string, ...statuses: ReadonlyArray<ObjectiveStatus>) => ({
  date,
  counts: statusCounts(statuses.map((status) => ({ status })))
})

const world = Effect.provide(Layer.provideMerge(server(), memoryStores))

describe("StatusHistory", () => {
  it.effect("has the statuses at the end of each day, restores included, and looks each up once", () =>
    Effect.gen(function* () {
      yield* fill
      const { found, lookedUp } = yield* sampled({ first: "1970-01-01" })
      assert.deepStrictEqual(found, [
        sample("1970-01-01"),
        sample("1970-01-08", "on_track", "draft"),
        sample("1970-01-15", "at_risk", "on_track"),
        sample("1970-01-22", "at_risk", "on_track"),
        sample("1970-01-29", "on_track", "draft"),
        sample("1970-02-05", "on_track", "draft")
      ])
      assert.deepStrictEqual(lookedUp, [1, 4, 6])
    }).pipe(world)
  )

  it.effect("begins right after an event, and counts only selected objectives", () =>
    Effect.gen(function* () {
      yield* fill
      const { found } = yield* sampled({ first: "1970-01-08", from: 2 }, new Set([one]))
      assert.deepStrictEqual(found.slice(0, 3), [
        sample("1970-01-08", "draft"),
        sample("1970-01-15", "at_risk"),
        sample("1970-01-22", "at_risk")
      ])
    }).pipe(world)
  )

  it.effect("never goes back in the log where the times of events do", () =>
    Effect.gen(function* () {
      const day = (number: number) => TestClock.setTime(number * 86_400_000)
      yield* submit({ eventType: "create_team", targetId: null, data: { id: teamId, name: "North", color: "#336699" } })
      yield* submit(create(one), turn(one, "on_track"))
      yield* day(30)
      yield* submit(turn(one, "draft"))
      yield* day(1)
      yield* submit(turn(one, "at_risk"), turn(one, "off_track"), turn(one, "achieved"))
      const team = Option.getOrThrow(findTeam(yield* Projector.use((projector) => projector.state), teamId))
      const samplesOf = yield* make({ ...(yield* TimeTravel), ...(yield* EarlierStates) })
      const from = (event: number) =>
        samplesOf([{ team, selected: null }], { first: "1970-01-02", last: "1970-01-16", from: event, upTo: 7 }, "ada")
      // Of these days, the search for the second one leads to the third event.
      const end = sample("1970-01-16", "achieved")
      assert.deepStrictEqual(yield* from(5), [[sample("1970-01-02", "at_risk"), sample("1970-01-09", "at_risk"), end]])
      assert.deepStrictEqual(yield* from(3), [
        [sample("1970-01-02", "on_track"), sample("1970-01-09", "on_track"), end]
      ])
    }).pipe(world)
  )

  it("samples days that are equally far apart, but for one, and never more than a chart shows", () => {
    assert.deepStrictEqual(sampledDays("2026-11-14", "2026-11-14"), ["2026-11-14"])
    assert.deepStrictEqual(sampledDays("2026-11-01", "2026-11-14"), ["2026-11-01", "2026-11-07", "2026-11-14"])
    assert.deepStrictEqual(sampledDays("2026-10-31", "2026-11-14"), ["2026-10-31", "2026-11-07", "2026-11-14"])
    fc.assert(
      fc.property(fc.nat(5_000), (days) => {
        const last = "2026-11-14"
        const first = daysBefore(last, days)
        const sampled = sampledDays(first, last)
        assert.isAtMost(sampled.length, maxSamples)
        assert.deepStrictEqual([sampled[0], sampled.at(-1)], [first, last])
        assert.deepStrictEqual(sampled, [...new Set(sampled)].sort())
        const steps = sampled.slice(1).map((day, index) => daysBetween(sampled[index] ?? last, day))
        assert.isAtMost(Math.max(...steps) - Math.min(...steps), 1)
      })
    )
  })
})
