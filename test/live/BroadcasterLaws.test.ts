import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { EventStore } from "../../src/log/store/EventStore.ts"
import { ProvenanceStore } from "../../src/log/store/ProvenanceStore.ts"
import { memoryStores } from "../log/Layers.ts"
import { connect, makeTeam, rename, streams, subscriber, until } from "./Streams.ts"

/** A step of a generated run. `client` is taken modulo the number of clients. */
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("write" as const), events: fc.integer({ min: 1, max: 12 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("reject" as const) }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constantFrom("leave", "stick", "release"), client: fc.nat(3) })
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("turn" as const), turns: fc.nat(30) }) }
)

type Connection = Effect.Success<ReturnType<typeof connect>>

/** A browser that connects, is cut off or leaves, and reconnects with the last id that it has seen. */
class Browser {
  connection: Connection | undefined
  readonly seen: Array<number> = []
  readonly tokenNames: Array<string | null> = []
  lastId: string | null = null
  start = -1

  get latest(): number | undefined {
    return this.connection?.sink.sequenceNumbers.at(-1) ?? this.seen.at(-1)
  }

  /** Keeps what the connection has received, and ends it. */
  close(): void {
    if (this.connection === undefined) return
    const { sink } = this.connection
    this.seen.push(...sink.sequenceNumbers)
    this.tokenNames.push(...sink.tokenNames)
    this.lastId = sink.lastId || this.lastId
    this.connection = undefined
  }
}

describe("every client of a Broadcaster", () => {
  it.effect("gets each applied event since its start once and in order, however it connects, lags and leaves", () =>
    Effect.gen(function* () {
      const { read } = yield* EventStore
      yield* Effect.provide(makeTeam, streams())
      const runs = fc.sample(fc.array(step, { minLength: 20, maxLength: 80 }), { numRuns: 60, seed: 4 })
      let names = 0
      let [cut, resumed] = [0, 0]
      for (const steps of runs) {
        yield* Effect.gen(function* () {
          const browsers = [new Browser(), new Browser(), new Browser(), new Browser()]
          const come = Effect.fnUntraced(function* (browser: Browser, n: number) {
            if (browser.lastId !== null) resumed += 1
            const connection = yield* connect({
              as: subscriber(n),
              lastEventId: browser.lastId,
              withViews: n % 2 === 1
            })
            browser.connection = connection
            assert.notInclude(connection.sink.kinds, "reset")
            if (browser.start === -1) browser.start = Number(connection.sink.lastId.split(".")[1])
          })
          const reconnectCut = Effect.forEach([...browsers.entries()], ([n, browser]) => {
            if (browser.connection?.sink.isCut !== true) return Effect.void
            cut += 1
            browser.close()
            return come(browser, n)
          })
          yield* Effect.forEach([...browsers.entries()], ([n, browser]) => come(browser, n))
          for (const each of steps) {
            if (each.kind === "write") {
              for (let n = 0; n < each.events; n++)
                yield* rename(`name ${++names}`, names % 3 === 0 ? `agent ${names}` : null)
            } else if (each.kind === "reject") yield* rename("")
            else if (each.kind === "turn") for (let n = 0; n < each.turns; n++) yield* Effect.yieldNow
            else {
              const browser = browsers[each.client % browsers.length]
              const { connection } = browser ?? {}
              if (browser === undefined || connection === undefined) continue
              if (each.kind === "stick") connection.sink.stuck = true
              else if (each.kind === "release") connection.sink.release()
              else {
                yield* connection.leave
                browser.close()
                yield* come(browser, each.client)
              }
            }
            yield* reconnectCut
          }
          yield* Effect.forEach(browsers, ({ connection }) => Effect.sync(() => connection?.sink.release()))
          yield* rename(`name ${++names}`)
          const applied = (yield* read(0, 1_000_000)).filter(({ status }) => status === "applied")
          const last = applied.at(-1)?.sequenceNumber
          const provenance = yield* (yield* ProvenanceStore).after(0, 1_000_000)
          const tokenNames = new Map(provenance.map(({ sequenceNumber, tokenName }) => [sequenceNumber, tokenName]))
          for (const [n, browser] of browsers.entries()) {
            for (let tries = 0; browser.latest !== last; tries++) {
              assert.isBelow(tries, 10)
              yield* until(() => browser.connection?.sink.isCut === true || browser.latest === last)
              yield* reconnectCut
            }
            yield* browser.connection?.leave ?? Effect.void
            browser.close()
            const expected = applied.map(({ sequenceNumber }) => sequenceNumber).filter((_) => _ > browser.start)
            assert.deepStrictEqual(browser.seen, expected, `browser ${n}`)
            const expectedNames = expected.map((each) => tokenNames.get(each) ?? null)
            assert.deepStrictEqual(browser.tokenNames, expectedNames, `browser ${n}`)
          }
        }).pipe(Effect.provide(streams({ maxLagFrames: 25, maxMissedEvents: 2_000 })))
      }
      assert.isAbove(cut, 20)
      assert.isAbove(resumed, 200)
    }).pipe(Effect.provide(memoryStores))
  )
})
