import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { withEffect } from "../../../src/log/store/EventHash.ts"
import { maxEffectBytes } from "../../../src/log/store/EventPages.ts"
import { EventStore } from "../../../src/log/store/EventStore.ts"
import * as EventStoreSql from "../../../src/log/store/EventStoreSql.ts"
import { databases } from "../../support/databases.ts"
import { entityId, event, nothing } from "../Samples.ts"

/** An effect of about this many times the size that ends a page. */
const effectOf = (size: number) =>
  size === 0
    ? null
    : { teams: [{ id: entityId(1), team: { text: "é".repeat((size * maxEffectBytes) / 2) } }], touched: [] }

for (const [name, database] of databases) {
  layer(Layer.provide(EventStoreSql.layer, database), { excludeTestServices: true })(`Effects on ${name}`, (it) => {
    it.effect("are read apart from events, in pages of bounded size, however large each is", () =>
      Effect.gen(function* () {
        const { append, read, readForFolding, readWithEffects } = yield* EventStore
        const events = [0, 0.1, 0.6, 0.6, 0, 5, 0.1].map((size, index) =>
          withEffect(event(index + 1, { effect: effectOf(size) }))
        )
        const effects = events.map(({ effect }) => effect)
        yield* append(0, [], () => ({ ...nothing, events }))
        assert.deepStrictEqual(
          yield* read(0, 10),
          events.map(({ effect: _, ...rest }) => rest)
        )
        for (const pageOf of [readWithEffects, readForFolding]) {
          const pages: Array<number> = []
          const found = []
          for (let last = 0; last < events.length; ) {
            const page = yield* pageOf(last, 10)
            pages.push(page.length)
            found.push(...page.map(({ effect }) => effect))
            last = page.at(-1)?.sequenceNumber ?? Number.POSITIVE_INFINITY
          }
          assert.deepStrictEqual(pages, [3, 2, 1, 1])
          assert.deepStrictEqual(found, effects)
        }
        const { seen } = yield* append(0, [], (since) => ({ ...nothing, seen: since.events }))
        assert.deepStrictEqual(seen, events)
      })
    )
  })
}
