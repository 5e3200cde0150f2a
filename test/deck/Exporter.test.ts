import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { DisplayNames } from "../../src/accounts/users/DisplayNames.ts"
import { teamRequest } from "../../src/deck/DeckRequest.ts"
import * as DeckSource from "../../src/deck/DeckSource.ts"
import { keyOf } from "../../src/deck/DeckSubject.ts"
import { type Deck, Exporter, type ExporterOptions } from "../../src/deck/Exporter.ts"
import { isCompany, type Signature } from "../../src/deck/Input.ts"
import type { UserId } from "../../src/domain/entities/Ids.ts"
import { Planner } from "../../src/log/writer/Planner.ts"
import { PageUrl } from "../../src/url/ExternalUrl.ts"
import { memoryStores, server } from "../log/Layers.ts"
import { entityId, envelope, userId } from "../log/Samples.ts"
import { byLabel, valueOf } from "../observability/Exposition.ts"
import * as OwnRegistry from "../observability/OwnRegistry.ts"
import { until } from "../support/until.ts"

const script = new URL("./standInWorker.ts", import.meta.url)

/** The exporter on a log in memory, with workers that return their input. */
const on = (options: Partial<ExporterOptions> = {}) =>
  Effect.provide(
    Exporter.layerWith({ script, ...options }).pipe(
      Layer.provideMerge(server()),
      Layer.provideMerge(memoryStores),
      Layer.provideMerge(OwnRegistry.layer)
    )
  )

const submit = Effect.fnUntraced(function* (...envelopes: ReadonlyArray<Parameters<typeof envelope>[0]>) {
  const planner = yield* Planner
  let last = 0
  for (const each of envelopes) {
    const outcome = yield* planner.submit(envelope(each))
    last = outcome.sequenceNumber
  }
  return last
})

const [team, principle, objective, other] = [entityId(1), entityId(2), entityId(3), entityId(9)]

const createTeam = (id: typeof team, name: string) =>
  ({ eventType: "create_team", targetId: null, data: { id, name, color: "#336699" } }) as const
const rename = (name: string) => ({ eventType: "update_team_name", targetId: team, data: { name } }) as const
const status = (value: string) =>
  ({ eventType: "update_objective_status", targetId: objective, data: { status: value } }) as const

/** The events 1 to 4. */
const north = [
  createTeam(team, "North"),
  { eventType: "create_principle", targetId: team, data: { id: principle, title: "Listen" } },
  { eventType: "create_objective", targetId: team, data: { id: objective, title: "Grow" } },
  {
    eventType: "update_objective_principle_link",
    targetId: objective,
    data: { principleId: principle, linked: true }
  }
] as const

const find = (id = team, at: number | null = null, user = "ada") =>
  Exporter.use((exporter) => exporter.find(teamRequest(id, { at }), user))
const deckOf = (id = team, at: number | null = null, user = "ada") =>
  Effect.flatMap(find(id, at, user), ({ deck }) => deck)

/** A team's input, without a worker to receive it. */
const inputOf = Effect.fnUntraced(function* (at: number | null = null) {
  const { locate, gather } = yield* DeckSource.make
  const input = yield* gather(yield* locate(teamRequest(team, { at }), "ada"), "ada")
  return isCompany(input) ? assert.fail("one team was requested") : input
})

/** The input that the stand-in worker received. */
const given = ({ bytes }: Deck) => JSON.parse(Buffer.from(bytes).toString())

const outcomes = Effect.map(OwnRegistry.scraped, (page) => byLabel(page, "strategy_exports_total", "outcome"))
const none = { made: 0, kept: 0, busy: 0, left: 0, too_large: 0, unavailable: 0, failed: 0 }

const load = Effect.map(OwnRegistry.scraped, (page) => [
  valueOf(page, "strategy_export_queue_running"),
  valueOf(page, "strategy_export_queue_waiting")
])

/** The number of processes that this one has started and that have not ended. */
const workers = Effect.sync(() => process.getActiveResourcesInfo().filter((name) => name === "ProcessWrap").length)

const measure = entityId(4)

/** An event of another user than the others. */
const byBob = (each: Parameters<typeof envelope>[0]) => ({ ...each, actorId: userId(2), actorName: "bob" })

const checkedIn = [
  ...north,
  {
    eventType: "create_progress",
    targetId: objective,
    data: { id: measure, name: "Users", start: 0, target: 10 }
  },
  { eventType: "update_progress_value", targetId: measure, data: { value: 1, note: "Begun" } },
  byBob({ eventType: "update_progress_value", targetId: measure, data: { value: 2, note: "Going on" } })
] as const

describe("The input of a deck", () => {
  it.effect(
    "names people by their display names of now, never by their usernames, which makes it another deck; without notes it names nobody",
    () => {
      const called = new Map([[userId(1), "Ada Lovelace"]])
      const names = {
        of: (id: UserId) => called.get(id) ?? null,
        digest: () => JSON.stringify([...called]),
        refresh: () => Effect.void,
        watch: () => Effect.void
      }
      const sayings = (notes = true) =>
        Effect.map(
          Effect.flatMap(
            Exporter.use((exporter) => exporter.find(teamRequest(team, { at: null, notes }), "ada")),
            ({ deck }) => deck
          ),
          (deck) => {
            const [{ checkIns }] = given(deck).team.objectives[0].progress
            return checkIns.map(({ actorName }: Signature) => actorName)
          }
        )
      return Effect.gen(function* () {
        yield* submit(...checkedIn)
        assert.deepStrictEqual(yield* sayings(), ["", "Ada Lovelace"])
        called.set(userId(2), "Bob")
        assert.deepStrictEqual(yield* sayings(), ["Bob", "Ada Lovelace"])
        called.clear()
        assert.deepStrictEqual(yield* sayings(), ["", ""])
        called.set(userId(2), "Bob")
        assert.deepStrictEqual(yield* sayings(false), ["", ""])
      }).pipe(on(), Effect.provide(Layer.succeed(DisplayNames, names)))
    }
  )

  it.effect("has the team, its sequence number, and the date", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("100 days")
      yield* submit(...north, status("on_track"), status("bogus"), createTeam(other, "South"))
      const deck = yield* deckOf()
      const { team: shown, receipt, ...rest } = given(deck)
      assert.deepStrictEqual([receipt.event, receipt.logHash.length], [5, 43])
      assert.deepStrictEqual(
        [shown.id, shown.name, shown.touchedAt, shown.objectives[0].status],
        [team, "North", 5, "on_track"]
      )
      assert.deepStrictEqual(rest, {
        sequenceNumber: 5,
        date: "1970-04-11",
        since: "1970-03-12",
        lastDeck: null,
        detail: "full",
        notes: true,
        timeZone: "UTC",
        companyName: null,
        pageUrl: null,
        before: null,
        selection: null,
        postponements: {},
        reasons: {}
      })
      assert.deepStrictEqual(deck.name, {
        full: "North-strategy-1970-04-11.pptx",
        ascii: "North-strategy-1970-04-11.pptx"
      })
    }).pipe(on())
  )

  it.effect("has the address of the page if that is configured, which makes another deck", () =>
    Effect.gen(function* () {
      yield* submit(...north)
      assert.strictEqual(given(yield* deckOf()).pageUrl, "https://x/strategy/")
      const { locate } = yield* DeckSource.make
      const subject = yield* locate(teamRequest(team), "ada")
      assert.notStrictEqual(keyOf(subject), keyOf({ ...subject, pageUrl: null }))
    }).pipe(on(), Effect.provideService(PageUrl, "https://x/strategy/"))
  )

  it.effect("has the team as it was at the start of the day 30 days earlier", () =>
    Effect.gen(function* () {
      const before = Effect.map(inputOf(), (input) => input.before?.name ?? null)
      yield* TestClock.adjust("100 days")
      yield* submit(...north)
      assert.strictEqual(yield* before, null)
      yield* TestClock.adjust("12 hours")
      yield* submit(rename("Late that day"))
      yield* TestClock.adjust("12 hours")
      yield* submit(rename("The day after"))
      yield* TestClock.adjust("28 days")
      yield* submit(rename("Lately"))
      assert.strictEqual(yield* before, null)
      yield* TestClock.adjust("1 day")
      assert.strictEqual(yield* before, null)
      yield* TestClock.adjust("1 day")
      assert.strictEqual(yield* before, "Late that day")
      yield* TestClock.adjust("1 day")
      assert.strictEqual(yield* before, "The day after")
      yield* TestClock.adjust("100 days")
      assert.strictEqual(yield* before, "Lately")
    }).pipe(on())
  )

  it.effect("shows the state and date of an earlier event", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("100 days")
      yield* submit(...north)
      yield* TestClock.adjust("40 days")
      const renamed = yield* submit(rename("Renamed"))
      yield* submit(createTeam(other, "South"))
      yield* TestClock.adjust("1 day")
      yield* submit({ eventType: "delete_team", targetId: team })
      const shown = Effect.fnUntraced(function* (at: number) {
        const { team: then, sequenceNumber, date, before } = yield* inputOf(at)
        return [then.name, sequenceNumber, date, before?.name ?? null]
      })
      assert.deepStrictEqual(yield* shown(4), ["North", 4, "1970-04-11", null])
      assert.deepStrictEqual(yield* shown(renamed), ["Renamed", renamed, "1970-05-21", "North"])
      assert.deepStrictEqual(yield* shown(renamed + 1), ["Renamed", renamed, "1970-05-21", "North"])
      assert.strictEqual((yield* Effect.flip(find(team, renamed + 2)))._tag, "TeamNotFound")
      assert.strictEqual((yield* Effect.flip(find(other, renamed)))._tag, "TeamNotFound")
      assert.strictEqual((yield* Effect.flip(find(team)))._tag, "TeamNotFound")
      assert.strictEqual((yield* Effect.flip(find(entityId(77))))._tag, "TeamNotFound")
      const beyond = yield* Effect.flip(find(team, renamed + 3))
      assert.deepInclude(beyond, {
        _tag: "ParameterRejected",
        message: `at is beyond the latest sequence number, ${renamed + 2}.`
      })
    }).pipe(on())
  )
})

describe("Exporter", () => {
  it.effect("makes a deck only once per day until the team changes, also when it is requested by its event", () =>
    Effect.gen(function* () {
      yield* submit(...north)
      assert.strictEqual((yield* find()).digest, null)
      const decks = yield* Effect.all([deckOf(), deckOf(), deckOf()], { concurrency: "unbounded" })
      for (const deck of decks) assert.strictEqual(deck, decks[0])
      yield* submit(createTeam(other, "South"), { ...status("bogus") })
      assert.strictEqual(yield* deckOf(), decks[0])
      assert.strictEqual(yield* deckOf(team, 4), decks[0])
      assert.strictEqual(yield* deckOf(team, 5), decks[0])
      assert.strictEqual((yield* find(team, 5)).digest, decks[0]?.digest)
      assert.deepStrictEqual(yield* outcomes, { ...none, made: 3, kept: 3 })
      assert.strictEqual(valueOf(yield* OwnRegistry.scraped, "strategy_export_seconds_count"), 1)

      yield* TestClock.adjust("1 day")
      assert.strictEqual((yield* find()).digest, null)
      assert.strictEqual((yield* find(team, 4)).digest, decks[0]?.digest)
      assert.strictEqual(given(yield* deckOf()).date, "1970-01-02")
      yield* submit(rename("Renamed"))
      assert.strictEqual((yield* find()).digest, null)
      assert.strictEqual(given(yield* deckOf()).team.name, "Renamed")
    }).pipe(on())
  )

  it.effect("remembers the digest of a deck that is no longer cached, and makes the same bytes again", () =>
    Effect.gen(function* () {
      yield* submit(...north)
      const first = yield* deckOf(team, 4)
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual((yield* find(team, 4)).digest, first.digest)
      const second = yield* deckOf(team, 4)
      assert.notStrictEqual(second, first)
      assert.deepStrictEqual(second, first)
    }).pipe(on({ keptFor: "10 minutes" }))
  )

  it.effect("caches a bounded number of bytes, the most recently used decks, and none beyond the capacity", () =>
    Effect.gen(function* () {
      const sizes = [400, 500, 300, 1_001]
      yield* submit(...sizes.map((bytes, n) => createTeam(entityId(10 + n), `bytes ${bytes}`)))
      const thing = (n: number) => deckOf(entityId(10 + n))
      const [first, second, third, large] = [yield* thing(0), yield* thing(1), yield* thing(2), yield* thing(3)]
      assert.strictEqual(large.bytes.byteLength, 1_001)
      assert.strictEqual(yield* thing(1), second)
      assert.strictEqual(yield* thing(2), third)
      assert.notStrictEqual(yield* thing(0), first)
      assert.notStrictEqual(yield* thing(3), large)
      assert.deepStrictEqual(yield* outcomes, { ...none, made: 6, kept: 2 })
    }).pipe(on({ capacity: 1_000 }))
  )

  it.effect("makes one at a time, queues eight, refuses more, and shares the work for one deck", () =>
    Effect.gen(function* () {
      const ids = Array.from({ length: 10 }, (_, n) => entityId(10 + n))
      yield* submit(...ids.map((id, n) => createTeam(id, n === 0 ? "hang" : `Team ${n}`)))
      const deck = (n: number) => deckOf(ids[n], null, `user ${n}`)
      const begin = (n: number) => Effect.forkChild(deck(n), { startImmediately: true })
      const first = yield* begin(0)
      yield* until(load, ([running]) => running === 1)
      const waiting = yield* Effect.forEach([1, 2, 3, 4, 5, 6, 7, 8], begin)
      yield* until(load, ([, count]) => count === 8)
      assert.strictEqual((yield* Effect.flip(deck(9)))._tag, "GateFull")
      // Another request for a deck that is being made adds no work.
      const again = yield* begin(0)
      assert.deepStrictEqual(yield* load, [1, 8])

      // The last one no longer waits, so there is a place again.
      yield* Fiber.interrupt(waiting[7] ?? assert.fail("eight were begun"))
      assert.deepStrictEqual(yield* load, [1, 7])
      const late = yield* begin(9)
      yield* until(load, ([, count]) => count === 8)
      yield* Fiber.interrupt(first)
      assert.deepStrictEqual(yield* load, [1, 8])
      yield* Fiber.interrupt(again)
      const made = yield* Fiber.joinAll([...waiting.slice(0, 7), late])
      assert.deepStrictEqual(
        made.map((each) => given(each).team.name),
        [1, 2, 3, 4, 5, 6, 7, 9].map((n) => `Team ${n}`)
      )
      assert.deepStrictEqual(yield* load, [0, 0])
      assert.deepStrictEqual(yield* outcomes, { ...none, made: 8, busy: 1, left: 3 })
    }).pipe(on())
  )

  it.effect("a deck that cannot be made fails each time, without affecting others", () =>
    Effect.gen(function* () {
      yield* submit(createTeam(team, "fail"), createTeam(other, "South"))
      for (let n = 0; n < 3; n++) assert.strictEqual((yield* Effect.flip(deckOf()))._tag, "DeckFailed")
      assert.strictEqual(given(yield* deckOf(other)).team.name, "South")
      assert.deepStrictEqual(yield* outcomes, { ...none, made: 1, failed: 3 })
    }).pipe(on())
  )

  it.effect("a deck that took too long is refused until its team changes", () =>
    Effect.gen(function* () {
      yield* submit(createTeam(team, "hang"))
      const first = yield* Effect.forkChild(Effect.flip(deckOf()), { startImmediately: true })
      yield* until(load, ([running]) => running === 1)
      while (first.pollUnsafe() === undefined) {
        yield* TestClock.adjust("60 seconds")
        yield* TestClock.withLive(Effect.sleep("5 millis"))
      }
      assert.strictEqual((yield* Fiber.join(first))._tag, "DeckTooLarge")
      // A second worker would hang as the first did.
      assert.strictEqual((yield* Effect.flip(deckOf()))._tag, "DeckTooLarge")
      assert.deepStrictEqual(yield* load, [0, 0])
      yield* submit(rename("North"))
      assert.strictEqual(given(yield* deckOf()).team.name, "North")
      assert.deepStrictEqual(yield* outcomes, { ...none, made: 1, too_large: 2 })
    }).pipe(on())
  )

  it.effect("a deck that exceeded a worker's memory is refused from then on", () =>
    Effect.gen(function* () {
      yield* submit(createTeam(team, "hoard"))
      const before = yield* workers
      const refused = Effect.flip(deckOf())
      assert.strictEqual((yield* refused)._tag, "DeckTooLarge")
      // A worker of an earlier test may have ended meanwhile.
      yield* until(workers, (count) => count <= before)
      const left = yield* workers
      const isTriedAgain = until(workers, (count) => count > left)
      assert.propertyVal(yield* Effect.raceFirst(refused, isTriedAgain), "_tag", "DeckTooLarge")
    }).pipe(on({ memory: 32 }))
  )
})
