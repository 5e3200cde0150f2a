import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Fiber } from "effect"
import * as DeckWorkers from "../../src/deck/DeckWorkers.ts"
import type { DeckInput } from "../../src/deck/Input.ts"
import { inputOf, inputs } from "./Teams.ts"

const script = new URL("./standInWorker.ts", import.meta.url)

const defaults = { script, longest: "30 seconds", memory: 64 } as const

const make = (longest: Duration.Input = defaults.longest) => DeckWorkers.make({ ...defaults, longest })

const named = (name: string): DeckInput => inputOf({ name, color: "#336699", principles: [], objectives: [] })

const textOf = ({ bytes }: { readonly bytes: Uint8Array }) => Buffer.from(bytes).toString()

describe("DeckWorkers", () => {
  it.live("hand over what was gathered, and give back bytes with a tag made of them", () =>
    Effect.gen(function* () {
      const deckOf = yield* make()
      const input = named("North")
      const first = yield* deckOf(input)
      const { latest, ...rest } = input
      assert.deepStrictEqual(JSON.parse(textOf(first)), { ...rest, latest: [...latest] })
      assert.match(first.etag, /^"[\w-]{43}"$/)
      assert.deepStrictEqual(yield* deckOf(input), first)
      assert.notStrictEqual((yield* deckOf(named("South"))).etag, first.etag)
      assert.strictEqual((yield* deckOf(named("bytes 3000000"))).bytes.byteLength, 3_000_000)
    }).pipe(Effect.scoped)
  )

  it.live("are given large teams in parts, and put them together again, one deck after another", () =>
    Effect.gen(function* () {
      const deckOf = yield* make()
      for (const input of [inputs.large, inputs.empty, inputs.black, inputs.sample, inputs.large]) {
        const { latest, ...rest } = input
        assert.deepStrictEqual(JSON.parse(textOf(yield* deckOf(input))), { ...rest, latest: [...latest] })
      }
    }).pipe(Effect.scoped)
  )

  it.live("keep their threads, and have one for each deck at a time", () =>
    Effect.gen(function* () {
      const deckOf = yield* make()
      const thread = Effect.map(deckOf(named("thread")), textOf)
      const first = yield* thread
      assert.strictEqual(yield* thread, first)
      const both = yield* Effect.all([thread, thread], { concurrency: 2 })
      assert.lengthOf(new Set(both), 2)
      const again = yield* Effect.all([thread, thread], { concurrency: 2 })
      assert.sameMembers(again, both)
    }).pipe(Effect.scoped)
  )

  it.live.each([
    ["fail", /told to fail/],
    ["crash", /told to crash/],
    ["exit", /ended with 7/],
    ["hoard", /memory limit/]
  ] as const)("that end with '%s' fail this deck alone, and are replaced", ([how, told]) =>
    Effect.gen(function* () {
      const deckOf = yield* make()
      const thread = Effect.map(deckOf(named("thread")), textOf)
      const before = yield* thread
      const failure = yield* Effect.flip(deckOf(named(how)))
      assert.strictEqual(failure._tag, "DeckFailed")
      assert.match(String(failure.cause), told)
      assert.notStrictEqual(yield* thread, before)
    }).pipe(Effect.scoped)
  )

  it.live("whose script is missing fail, and not the server", () =>
    Effect.gen(function* () {
      const deckOf = yield* DeckWorkers.make({ ...defaults, script: new URL("./nowhere.ts", import.meta.url) })
      assert.strictEqual((yield* Effect.flip(deckOf(named("North"))))._tag, "DeckFailed")
    }).pipe(Effect.scoped)
  )

  it.live("that take too long are ended in the midst of it", () =>
    Effect.gen(function* () {
      const deckOf = yield* make("1 second")
      const failure = yield* Effect.flip(deckOf(named("spin")))
      assert.deepStrictEqual([failure._tag, failure.cause], ["DeckFailed", "It took too long."])
      assert.strictEqual(textOf(yield* deckOf(named("bytes 1"))), "\0")
    }).pipe(Effect.scoped)
  )

  it.live("nobody waits for any more are ended, busy or not", () =>
    Effect.gen(function* () {
      const deckOf = yield* make()
      const thread = Effect.map(deckOf(named("thread")), textOf)
      const known = yield* Effect.all([thread, thread], { concurrency: 2 })
      const given = yield* Effect.forEach(["spin", "hang"], (name) =>
        Effect.forkChild(deckOf(named(name)), { startImmediately: true })
      )
      const [took] = yield* Effect.timed(Fiber.interruptAll(given))
      assert.isBelow(Duration.toMillis(took), 10_000)
      assert.notInclude(known, yield* thread)
    }).pipe(Effect.scoped)
  )
})
