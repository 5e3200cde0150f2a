import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Struct } from "effect"
import type { EventFact } from "../../../src/domain/Fact.ts"
import { noChange, outcomeOfEvent } from "../../../src/domain/Outcome.ts"
import { HistoryEvent } from "../../../src/domain/views/History.ts"
import type { Association } from "../../../src/log/store/Association.ts"
import { ChainedFoldedEvent } from "../../../src/log/store/EventHash.ts"
import { EventStore } from "../../../src/log/store/EventStore.ts"
import * as EventStoreSql from "../../../src/log/store/EventStoreSql.ts"
import { databases } from "../../support/databases.ts"
import { stores } from "../Layers.ts"
import { entityId, event, nothing, oneMore, submissionId, userId } from "../Samples.ts"

/** A size that no page of these tests reaches. */
const roomy = 1_000_000
const empty = { rows: [], isLast: true }

const foldKeys = Struct.keys(ChainedFoldedEvent.fields)

const historyKeys = Struct.keys(HistoryEvent.fields)
const shownOf = (event: HistoryEvent) => Struct.pick(event, historyKeys)

for (const [name, store] of stores) {
  layer(Layer.fresh(store), { excludeTestServices: true })(`EventStore on ${name}`, (it) => {
    it.effect("begins empty, with an epoch of its own", () =>
      Effect.gen(function* () {
        const { head, read, page, history } = yield* EventStore
        const first = yield* head
        assert.strictEqual(first.sequenceNumber, 0)
        assert.match(first.epoch, /^[0-9a-f-]{36}$/)
        assert.deepStrictEqual(yield* head, first)
        assert.deepStrictEqual(yield* read(0, 10), [])
        assert.deepStrictEqual(yield* page(1, { limit: 10, maxBytes: roomy }), empty)
        assert.deepStrictEqual(yield* history(entityId(1), null, { limit: 10, maxBytes: roomy }), empty)
      })
    )

    it.effect("returns events exactly as written: nulls, numbers and data", () =>
      Effect.gen(function* () {
        const { append, read, readForFolding, page, head } = yield* EventStore
        const events = [
          event(1, {
            data: { name: 'quote " backslash \\ nul \u0000 lone \ud800 emoji 🎯', nested: [1.5, null, { deep: true }] },
            lastSeenSequence: null,
            status: "rejected",
            rejectionReason: "name must not contain control characters",
            targetId: null,
            entityId: null,
            entityType: null,
            fieldName: null,
            previousSequence: null,
            oldValue: null,
            newValue: null
          }),
          event(2, { lastSeenSequence: 2 ** 60, conflictingServerValue: 'a,b {c} "d"', newValue: "" })
        ]
        const written = yield* append(0, [], () => ({ ...nothing, events }))
        assert.deepStrictEqual(written.events, events)
        assert.deepStrictEqual(yield* read(0, 10), events)
        assert.deepStrictEqual(yield* read(1, 10), events.slice(1))
        assert.deepStrictEqual(yield* read(0, 1), events.slice(0, 1))
        assert.deepStrictEqual(
          (yield* readForFolding(0, 10)).map((event) => Struct.pick(event, foldKeys)),
          events.map((event) => Struct.pick({ ...event, effect: null }, foldKeys))
        )
        assert.lengthOf(yield* readForFolding(1, 1), 1)
        assert.deepStrictEqual(
          (yield* page(3, { limit: 10, maxBytes: roomy })).rows.map(({ event }) => shownOf(event)),
          events.map(shownOf).reverse()
        )
        assert.strictEqual((yield* head).sequenceNumber, 2)
      })
    )

    it.effect("a writer that is behind gets what it missed before it plans", () =>
      Effect.gen(function* () {
        const { append, readWithEffects } = yield* EventStore
        const { sequenceNumber } = yield* (yield* EventStore).head
        const before = yield* readWithEffects(0, 100)
        const written = yield* append(0, [], (since) => {
          const addition = oneMore(0, 10)(since)
          return { ...addition, seen: since.events }
        })
        assert.deepStrictEqual(written.seen, before)
        assert.strictEqual(written.events[0]?.sequenceNumber, sequenceNumber + 1)
      })
    )

    it.effect("an empty addition returns only after planning on the head", () =>
      Effect.gen(function* () {
        const { append, head, readWithEffects } = yield* EventStore
        const { sequenceNumber } = yield* head
        const all = yield* readWithEffects(0, 100)
        const behind = yield* append(1, [], (since) => ({ ...nothing, seen: since.events }))
        assert.deepStrictEqual(behind.seen, all.slice(1))
        const there = yield* append(sequenceNumber, [], (since) => ({ ...nothing, seen: since.events }))
        assert.deepStrictEqual(there.seen, [])
        assert.strictEqual((yield* head).sequenceNumber, sequenceNumber)
      })
    )

    it.effect("40 concurrent writers that are behind get numbers without gaps, and nothing is lost", () =>
      Effect.gen(function* () {
        const { append, head, read } = yield* EventStore
        const { sequenceNumber } = yield* head
        const writers = Array.from({ length: 40 }, (_, index) => 100 + index)
        yield* Effect.forEach(writers, (n) => append(sequenceNumber, [], oneMore(sequenceNumber, n)), {
          concurrency: "unbounded"
        })
        const added = yield* read(sequenceNumber, 100)
        assert.deepStrictEqual(
          added.map((_) => _.sequenceNumber),
          writers.map((_, index) => sequenceNumber + index + 1)
        )
        assert.deepStrictEqual(added.map((_) => _.submissionId).sort(), writers.map(submissionId))
      })
    )

    it.effect("the first answer under a key is kept, for the same user only", () =>
      Effect.gen(function* () {
        const { append, head } = yield* EventStore
        const { sequenceNumber } = yield* head
        const key = { actorId: userId(1), idempotencyKey: "key-1" }
        const first = { ...key, requestHash: "hash", outcome: outcomeOfEvent(event(7)) }
        const unchanged = { ...key, idempotencyKey: "key-2", requestHash: "hash", outcome: noChange }
        yield* append(sequenceNumber, [key], () => ({ ...nothing, outcomes: [first, unchanged] }))
        const known = yield* append(sequenceNumber, [key, unchanged], (since) => ({
          ...nothing,
          outcomes: since.outcomes.length === 0 ? [first] : [],
          found: since.outcomes
        }))
        assert.sameDeepMembers([...known.found], [first, unchanged])
        const other = { ...key, actorId: userId(2) }
        const others = yield* append(0, [other], (since) => ({ ...nothing, found: since.outcomes }))
        assert.deepStrictEqual(others.found, [])
      })
    )

    it.effect("pages of outcomes contain all of them, by user and key, upper case before lower", () =>
      Effect.gen(function* () {
        const { append, head, outcomes } = yield* EventStore
        const { sequenceNumber } = yield* head
        const added = [
          [4, "b"],
          [4, "B"],
          [3, "z"],
          [4, "a"],
          [4, "_"]
        ] as const
        const kept = added.map(([user, idempotencyKey], index) => ({
          actorId: userId(user),
          idempotencyKey,
          requestHash: "hash",
          outcome: outcomeOfEvent(event(index + 1))
        }))
        yield* append(sequenceNumber, [], () => ({ ...nothing, outcomes: kept }))
        const before = { actorId: userId(2), idempotencyKey: "~" }
        const ordered = [2, 1, 4, 3, 0].flatMap((index) => kept[index] ?? [])
        assert.deepStrictEqual(yield* outcomes(before, 10), ordered)
        assert.deepStrictEqual(yield* outcomes(before, 2), ordered.slice(0, 2))
        assert.deepStrictEqual(yield* outcomes({ actorId: userId(4), idempotencyKey: "B" }, 2), ordered.slice(2, 4))
        assert.deepStrictEqual(yield* outcomes({ actorId: userId(4), idempotencyKey: "b" }, 2), [])
        assert.deepStrictEqual((yield* outcomes(null, 100)).slice(-5), ordered)
      })
    )

    it.effect("an entity's history has only its own events, newest first, in pages", () =>
      Effect.gen(function* () {
        const { append, head, history } = yield* EventStore
        const { sequenceNumber: known } = yield* head
        const about = { entityId: entityId(500), entityType: "objective" } as const
        const events = [1, 2, 3].map((n) => event(known + n, about))
        const ownFact: EventFact = { code: "subject", title: "a “title”", parent: null, unit: null }
        const associations: ReadonlyArray<Association> = [
          { ...about, transitive: false, fact: ownFact, sequenceNumber: known + 1 },
          { ...about, transitive: true, fact: { code: "unlinked" }, sequenceNumber: known + 2 },
          { ...about, transitive: false, fact: null, sequenceNumber: known + 3 }
        ]
        yield* append(known, [], () => ({ events, associations, outcomes: [] }))
        const rows = associations
          .flatMap(({ sequenceNumber, ...touched }) =>
            events
              .filter((_) => _.sequenceNumber === sequenceNumber)
              .map((event) => ({ event: shownOf(event), touched, own: touched.fact === ownFact ? ownFact : null }))
          )
          .reverse()
        const strip = ({ rows, isLast }: Effect.Success<ReturnType<typeof history>>) => ({
          isLast,
          rows: rows.map(({ event, touched, own }) => ({
            event: shownOf(event),
            own,
            touched: touched && {
              entityId: touched.entityId,
              entityType: touched.entityType,
              transitive: touched.transitive,
              fact: touched.fact
            }
          }))
        })
        const shown = (before: number | null, limit: number, maxBytes: number) =>
          Effect.map(history(about.entityId, before, { limit, maxBytes }), strip)
        assert.deepStrictEqual(yield* shown(null, 10, roomy), { rows, isLast: true })
        assert.deepStrictEqual(yield* shown(known + 3, 1, roomy), { rows: rows.slice(1, 2), isLast: false })
      })
    )

    it.effect("a page ends at its byte limit but has at least one entry, and no entry is skipped or repeated", () =>
      Effect.gen(function* () {
        const { append, head, history, page } = yield* EventStore
        const { sequenceNumber: known } = yield* head
        const about = { entityId: entityId(700), entityType: "objective" } as const
        const sizes = [10, 40_000, 10, 10, 90_000, 10, 20_000, 10, 10]
        const events = sizes.map((size, n) => event(known + 1 + n, { ...about, data: { title: "x".repeat(size) } }))
        const associations = events.map(({ sequenceNumber }) => ({
          ...about,
          transitive: false,
          fact: null,
          sequenceNumber
        }))
        yield* append(known, [], () => ({ events, associations, outcomes: [] }))
        const numbers = events.map(({ sequenceNumber }) => sequenceNumber).toReversed()
        for (const [maxBytes, limit] of [
          [1, 100],
          [50_000, 100],
          [50_000, 2],
          [500_000, 3],
          [500_000, 9],
          [500_000, 100]
        ] as const) {
          for (const read of [
            (before: number) => history(about.entityId, before, { limit, maxBytes }),
            page
          ] as const) {
            const seen: Array<number> = []
            let before = known + events.length + 1
            let isOver = false
            while (!isOver) {
              const { rows, isLast } = yield* read(before, { limit, maxBytes })
              const ours = rows.filter(({ event }) => event.sequenceNumber > known)
              const heldBefore = ours.slice(0, -1).flatMap(({ event }) => sizes[event.sequenceNumber - known - 1] ?? 0)
              assert.isBelow(
                heldBefore.reduce((sum, size) => sum + size, 0),
                maxBytes
              )
              assert.isAtMost(rows.length, limit)
              seen.push(...ours.map(({ event }) => event.sequenceNumber))
              before = rows.at(-1)?.event.sequenceNumber ?? 0
              isOver = isLast || before <= known + 1
            }
            assert.deepStrictEqual(seen, numbers, `${maxBytes} bytes, ${limit} entries`)
          }
        }
        const all = yield* history(about.entityId, null, { limit: 10, maxBytes: 500_000 })
        assert.deepStrictEqual([all.rows.length, all.isLast], [9, true])
      })
    )

    it.effect("a page of the log goes down from its start", () =>
      Effect.gen(function* () {
        const { head, page, read } = yield* EventStore
        const { sequenceNumber } = yield* head
        const newest = (yield* read(0, 1_000)).map(shownOf).toReversed()
        assert.deepStrictEqual(
          (yield* page(sequenceNumber + 1, { limit: 5, maxBytes: roomy })).rows.map(({ event }) => shownOf(event)),
          newest.slice(0, 5)
        )
        assert.deepStrictEqual(
          (yield* page(3, { limit: 5, maxBytes: roomy })).rows.map(({ event }) => shownOf(event)),
          newest.slice(-2)
        )
      })
    )
  })
}

for (const [name, database] of databases) {
  layer(EventStoreSql.layer.pipe(Layer.provideMerge(database)), { excludeTestServices: true })(
    `EventStore's SQL on ${name}`,
    (it) => {
      it.effect("an addition that is refused for its content fails as AppendRefused and writes nothing", () =>
        Effect.gen(function* () {
          const { append, head } = yield* EventStore
          const refused = yield* Effect.flip(
            append(0, [], () => ({ ...nothing, events: [event(1), event(2, { description: "nul \u0000" })] }))
          )
          assert.strictEqual(refused._tag, "AppendRefused")
          assert.strictEqual((yield* head).sequenceNumber, 0)
        })
      )

      it.effect("older data without associations is found by its target", () =>
        Effect.gen(function* () {
          const { append, history } = yield* EventStore
          const events = [
            event(1),
            event(2, { status: "rejected", targetId: entityId(77), entityId: null, entityType: null })
          ]
          yield* append(0, [], () => ({ ...nothing, events }))
          assert.deepStrictEqual(
            (yield* history(entityId(1), null, { limit: 10, maxBytes: roomy })).rows,
            events.slice(0, 1).map((event) => ({ event: shownOf(event), touched: null, own: null }))
          )
          // A target that never was an entity has no history.
          assert.deepStrictEqual(yield* history(entityId(77), null, { limit: 10, maxBytes: roomy }), empty)
        })
      )
    }
  )
}
