import { fork } from "node:child_process"
import { fileURLToPath } from "node:url"
import { assert, describe, it, layer } from "@effect/vitest"
import { Context, type Duration, Effect, Fiber, Layer, Schedule } from "effect"
import { TestClock } from "effect/testing"
import * as DeckProcess from "../../src/deck/DeckProcess.ts"
import type { DeckInput } from "../../src/deck/Input.ts"
import { type ReducedTeam, reducedPast, reducedTeam } from "../../src/deck/Reduction.ts"
import type { Team } from "../../src/domain/state/State.ts"
import { inputOf, inputs } from "./Teams.ts"

const script = new URL("./standInWorker.ts", import.meta.url)

const defaults = {
  script,
  deckTimeout: "30 seconds",
  memory: 64,
  endUnusedAfter: "10 minutes",
  template: null
} as const

const make = (deckTimeout: Duration.Input = defaults.deckTimeout) => DeckProcess.make({ ...defaults, deckTimeout })

const named = (name: string): DeckInput => inputOf({ name, color: "#336699", principles: [], objectives: [] })

const whole = ({ team, objectives }: ReducedTeam): Team => ({ ...team, objectives: [...objectives] })

/** The input as a stand-in worker receives it. */
const sentOf = (input: DeckInput) => ({
  ...input,
  team: whole(reducedTeam(input.team, input, false)),
  before: input.before === null ? null : whole(reducedPast(input.before, input)),
  ...{ postponements: {}, reasons: {} }
})

const textOf = ({ bytes }: { readonly bytes: Uint8Array }) => Buffer.from(bytes).toString()

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** One maker that several tests use one after another, since a start of a process is what takes longest. */
class DeckMaker extends Context.Service<DeckMaker, { readonly deckOf: Effect.Success<ReturnType<typeof make>> }>()(
  "test/deck/DeckProcess/DeckMaker"
) {
  static readonly layer = Layer.effect(
    DeckMaker,
    Effect.map(make(), (deckOf) => ({ deckOf }))
  )
}

layer(DeckMaker.layer, { excludeTestServices: true })("The process that makes decks", (it) => {
  it.effect("sends the input, and returns the bytes with their digest", () =>
    Effect.gen(function* () {
      const { deckOf } = yield* DeckMaker
      const input = named("North")
      const first = yield* deckOf(input)
      assert.deepStrictEqual(JSON.parse(textOf(first)), sentOf(input))
      assert.match(first.digest, /^[\w-]{43}$/)
      assert.deepStrictEqual(yield* deckOf(input), first)
      assert.notStrictEqual((yield* deckOf(named("South"))).digest, first.digest)
      assert.strictEqual((yield* deckOf(named("bytes 3000000"))).bytes.byteLength, 3_000_000)
    })
  )

  it.effect("receives large teams in parts, and assembles them, one deck after another", () =>
    Effect.gen(function* () {
      const { deckOf } = yield* DeckMaker
      for (const input of [inputs.large, inputs.empty, inputs.black, inputs.sample, inputs.large]) {
        assert.deepStrictEqual(JSON.parse(textOf(yield* deckOf(input))), sentOf(input))
      }
    })
  )

  it.effect.each([
    ["fail", /message to fail/],
    ["crash", /message to crash/],
    ["exit", /ended with 7/],
    ["hoard", /heap out of memory/]
  ] as const)("that ends with '%s' fails this deck alone, and is replaced", ([how, message]) =>
    Effect.gen(function* () {
      const { deckOf } = yield* DeckMaker
      const worker = Effect.map(deckOf(named("process")), textOf)
      const before = yield* worker
      const failure = yield* Effect.flip(deckOf(named(how)))
      assert.strictEqual(failure._tag, "DeckFailed")
      assert.match(String(failure.cause), message)
      assert.notStrictEqual(yield* worker, before)
    })
  )

  it.effect("ignores signals to the process group", () =>
    Effect.gen(function* () {
      const { deckOf } = yield* DeckMaker
      const worker = Effect.map(deckOf(named("process")), textOf)
      const pid = yield* worker
      for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.kill(Number(pid), signal)
      assert.strictEqual(yield* worker, pid)
    })
  )
})

describe("A process that makes decks", () => {
  it.effect("is kept until it was not used for ten minutes", () =>
    Effect.gen(function* () {
      const deckOf = yield* make()
      const worker = Effect.map(deckOf(named("process")), textOf)
      const first = yield* worker
      for (let times = 0; times < 3; times++) {
        yield* TestClock.adjust("9 minutes")
        assert.strictEqual(yield* worker, first)
      }
      yield* TestClock.adjust("10 minutes")
      // The kill has been sent; `end` waits for the process.
      yield* TestClock.withLive(Effect.repeat(Effect.sleep("10 millis"), { while: () => isAlive(Number(first)) }))
      assert.notStrictEqual(yield* worker, first)
    }).pipe(Effect.scoped)
  )

  it.live("fails without the server if its script is missing", () =>
    Effect.gen(function* () {
      const deckOf = yield* DeckProcess.make({ ...defaults, script: new URL("./nowhere.ts", import.meta.url) })
      assert.strictEqual((yield* Effect.flip(deckOf(named("North"))))._tag, "DeckFailed")
    }).pipe(Effect.scoped)
  )

  it.effect("is ended if it takes too long", () =>
    Effect.gen(function* () {
      const deckOf = yield* make("1 second")
      const worker = Effect.map(deckOf(named("process")), textOf)
      const first = yield* worker
      const spinning = yield* Effect.forkChild(Effect.flip(deckOf(named("spin"))), { startImmediately: true })
      yield* TestClock.adjust("1 second")
      const failure = yield* Fiber.join(spinning)
      assert.deepStrictEqual([failure._tag, failure.cause], ["DeckFailed", "It took too long."])
      assert.notStrictEqual(yield* worker, first)
    }).pipe(Effect.scoped)
  )

  it.live("is ended when no caller waits for it, even while busy", () =>
    Effect.gen(function* () {
      // Longer than the test's timeout, so nobody waits for it.
      const deckOf = yield* make("5 minutes")
      const worker = Effect.map(deckOf(named("process")), textOf)
      for (const name of ["spin", "hang"]) {
        const before = yield* worker
        yield* Fiber.interrupt(yield* Effect.forkChild(deckOf(named(name)), { startImmediately: true }))
        assert.isFalse(isAlive(Number(before)))
      }
      yield* worker
    }).pipe(Effect.scoped)
  )

  it.live("is replaced if it ends while it is not used", () =>
    Effect.gen(function* () {
      const deckOf = yield* make()
      const worker = Effect.map(deckOf(named("process")), textOf)
      const pid = yield* worker
      process.kill(Number(pid), "SIGKILL")
      yield* Effect.repeat(Effect.sleep("100 millis"), { while: () => isAlive(Number(pid)) })
      yield* Effect.sleep("100 millis")
      assert.notStrictEqual(yield* worker, pid)
    }).pipe(Effect.scoped)
  )

  it.live("exits when its server is killed", () =>
    Effect.gen(function* () {
      const owner = yield* Effect.acquireRelease(
        Effect.sync(() => fork(fileURLToPath(new URL("./workerOwner.ts", import.meta.url)), { silent: true })),
        (owner) => Effect.sync(() => owner.kill("SIGKILL"))
      )
      const pid = yield* Effect.callback<number>((resume) => {
        owner.stdout?.once("data", (line) => resume(Effect.succeed(Number(line))))
      })
      assert.isTrue(isAlive(pid))
      owner.kill("SIGKILL")
      const isGone = Effect.suspend(() => (isAlive(pid) ? Effect.fail("alive") : Effect.void))
      yield* Effect.retry(isGone, { schedule: Schedule.spaced("20 millis") })
    }).pipe(Effect.scoped)
  )
})
