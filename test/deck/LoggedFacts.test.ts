import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { DisplayNames } from "../../src/accounts/users/DisplayNames.ts"
import { teamRequest } from "../../src/deck/DeckRequest.ts"
import * as DeckSource from "../../src/deck/DeckSource.ts"
import { isCompany } from "../../src/deck/Input.ts"
import { Planner } from "../../src/log/writer/Planner.ts"
import { memoryStores, server } from "../log/Layers.ts"
import { entityId, envelope } from "../log/Samples.ts"
import * as OwnRegistry from "../observability/OwnRegistry.ts"

const on = Effect.provide(server().pipe(Layer.provideMerge(memoryStores), Layer.provideMerge(OwnRegistry.layer)))

const nobody = { of: () => null, digest: () => "", refresh: () => Effect.void, watch: () => Effect.void }

const [team, objective, other] = [entityId(1), entityId(2), entityId(3)]

/** Submits events, a day after the ones before; gives the last sequence number. */
const submit = Effect.fnUntraced(function* (...envelopes: ReadonlyArray<Parameters<typeof envelope>[0]>) {
  const planner = yield* Planner
  yield* TestClock.adjust("1 day")
  let last = 0
  for (const each of envelopes) last = (yield* planner.submit(envelope(each))).sequenceNumber
  return last
})

const due = (dueDate: string | null, id = objective) =>
  ({ eventType: "update_objective_dates", targetId: id, data: { dueDate } }) as const
const create = (id: typeof objective, data: object) =>
  ({ eventType: "create_objective", targetId: team, data: { id, title: "Grow", ...data } }) as const

const begin = submit(
  { eventType: "create_team", targetId: null, data: { id: team, name: "North", color: "#336699" } },
  create(objective, { dueDate: "2026-10-30" }),
  create(other, { dueDate: "2026-10-30", statusNote: "New." })
)

const inputOf = Effect.fnUntraced(function* (options: Partial<Parameters<typeof teamRequest>[1]> = {}) {
  const { locate, gather } = yield* DeckSource.make
  const input = yield* gather(yield* locate(teamRequest(team, options), "ada"), "ada")
  return isCompany(input) ? assert.fail("one team was requested") : input
})

describe("What a deck takes from the log", () => {
  it.effect("is each change of a due date since the creation, of what was deleted since then too", () =>
    Effect.gen(function* () {
      yield* begin
      const second = yield* submit(due("2026-11-30"))
      yield* submit({ eventType: "update_objective_title", targetId: objective, data: { title: "Grow more" } })
      const third = yield* submit(
        { eventType: "update_objective_dates", targetId: objective, data: { startDate: "2026-01-01" } },
        due("2027-02-28")
      )
      const changes = [
        { sequenceNumber: second, from: "2026-10-30", to: "2026-11-30" },
        { sequenceNumber: third, from: "2026-11-30", to: "2027-02-28" }
      ]
      assert.deepStrictEqual([...(yield* inputOf()).postponements], [[objective, changes]])
      yield* submit(due(null))
      yield* submit({ eventType: "delete_objective", targetId: objective })
      const { postponements } = yield* inputOf({ sinceDeck: third })
      assert.deepStrictEqual([...postponements], [[objective, changes]])
    }).pipe(on)
  )

  it.effect("is who gave the reason of a status, and when, and nobody in a deck without names", () =>
    Effect.gen(function* () {
      yield* begin
      yield* submit({
        eventType: "update_objective_status",
        targetId: objective,
        data: { status: "off_track", note: "Vendor insolvent." }
      })
      const signed = (day: number, actorName: string) => ({ timestamp: `1970-01-0${day}T00:00:00.000Z`, actorName })
      assert.deepStrictEqual(
        [...(yield* inputOf()).reasons],
        [
          [objective, signed(3, "Ada Lovelace")],
          [other, signed(2, "Ada Lovelace")]
        ]
      )
      const { reasons } = yield* inputOf({ notes: false })
      assert.deepStrictEqual(reasons.get(objective), signed(3, ""))
    }).pipe(on, Effect.provideService(DisplayNames, { ...nobody, of: () => "Ada Lovelace" }))
  )
})

describe("The last deck", () => {
  it.effect("is the one whose event is given, with its day and its team", () =>
    Effect.gen(function* () {
      const event = yield* begin
      yield* submit(due("2026-11-30"))
      const { lastDeck, since, before } = yield* inputOf({ sinceDeck: event })
      assert.deepStrictEqual([lastDeck, since, before?.objectives[0]?.dueDate], [event, "1970-01-02", "2026-10-30"])
      assert.isNull((yield* inputOf({ since: event })).lastDeck)
    }).pipe(on)
  )

  it.effect("is refused where it is later than the deck", () =>
    Effect.gen(function* () {
      const event = yield* begin
      const refused = yield* Effect.flip(inputOf({ sinceDeck: event + 1 }))
      assert.deepInclude(refused, {
        _tag: "ParameterRejected",
        parameter: "sinceDeck",
        message: `sinceDeck is beyond the latest sequence number of the deck, ${event}.`
      })
    }).pipe(on)
  )
})

describe("A deck of an earlier day", () => {
  it.effect("shows the end of that day, and has its date", () =>
    Effect.gen(function* () {
      yield* begin
      yield* TestClock.adjust("23 hours")
      yield* submit(due("2026-11-30"))
      const shown = Effect.fnUntraced(function* (at: string) {
        const { date, team } = yield* inputOf({ at })
        return [date, team.objectives[0]?.dueDate]
      })
      assert.deepStrictEqual(yield* shown("1970-01-02"), ["1970-01-02", "2026-10-30"])
      assert.deepStrictEqual(yield* shown("1970-01-03"), ["1970-01-03", "2026-11-30"])
      const messageOf = (at: string) => Effect.map(Effect.flip(inputOf({ at })), ({ message }) => message)
      assert.strictEqual(yield* messageOf("1970-01-04"), "at is in the future.")
      assert.strictEqual(yield* messageOf("1970-01-01"), "at is before the first event.")
    }).pipe(on)
  )
})
