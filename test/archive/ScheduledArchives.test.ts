import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import { dataFolder } from "../../scripts/support/Calls.ts"
import * as App from "../../src/App.ts"
import { PasswordHasher } from "../../src/accounts/PasswordHasher.ts"
import { check } from "../../src/archive/Check.ts"
import { scan } from "../../src/archive/Scan.ts"
import * as ScheduledArchives from "../../src/archive/ScheduledArchives.ts"
import { events, fill } from "../scripts/ArchiveSource.ts"

const services = App.services.pipe(
  Layer.provideMerge([App.memoryStores, PasswordHasher.layerWith({ iterations: 10 })]),
  Layer.provideMerge(NodeCrypto.layerSecureRandom),
  Layer.provideMerge(NodeServices.layer),
  Layer.provideMerge(Logger.layer([]))
)

const nothing = () => Effect.void
const visitor = {
  ...{ event: () => {}, outcome: () => {}, user: nothing, webhook: nothing },
  ...{ accountEntry: () => {}, lineRead: nothing }
}

const names = (folder: string) => readdirSync(folder).sort()

/** Lets the due work finish; files are written in real time while the test's clock stands. */
const settled = (folder: string, is: (names: ReadonlyArray<string>) => boolean) =>
  Effect.promise(() => new Promise((resolve) => setImmediate(resolve))).pipe(
    Effect.map(() => names(folder)),
    Effect.repeat({ until: is })
  )

describe("Scheduled archives", () => {
  it.effect("are written at once and then at their times, complete and verified, and the oldest are deleted", () =>
    Effect.gen(function* () {
      const folder = join(yield* dataFolder, "archives")
      mkdirSync(folder)
      writeFileSync(join(folder, "notes.txt"), "mine")
      writeFileSync(join(folder, "strategy-1969-01-01T00-00-00Z.ndjson.unfinished"), "half")
      writeFileSync(join(folder, "strategy-2099-01-01T00-00-00Z.ndjson"), "of a wrong clock")
      yield* fill
      yield* Layer.build(ScheduledArchives.layer({ folder, every: Duration.hours(6), keep: 3 }))
      const at = (hours: string) => `strategy-1970-01-01T${hours}-00-00Z.ndjson`
      const others = ["notes.txt", "strategy-2099-01-01T00-00-00Z.ndjson"]
      const first = yield* settled(folder, (found) => found.includes(at("00")) && found.length === 3)
      assert.deepStrictEqual(first, [...others, at("00")].sort())
      const path = join(folder, at("00"))
      assert.strictEqual(statSync(path).mode & 0o777, 0o600)
      const { report } = yield* check(path, yield* scan(path), visitor)
      assert.deepInclude(report, { events, users: 2, webhooks: 2, accountEntries: 2 })

      for (const [hours, expected] of [
        ["06", [at("00"), at("06")]],
        ["12", [at("06"), at("12")]],
        ["18", [at("12"), at("18")]]
      ] as const) {
        yield* TestClock.adjust("6 hours")
        const found = yield* settled(folder, (found) => found.includes(at(hours)) && found.length <= 4)
        assert.deepStrictEqual(found, [...others, ...expected].sort())
      }
    }).pipe(Effect.scoped, Effect.provide(services))
  )

  it.effect("that cannot be written or verified leave the earlier ones unchanged", () =>
    Effect.gen(function* () {
      const folder = yield* dataFolder
      const before = join(folder, "strategy-1969-12-31T00-00-00Z.ndjson")
      writeFileSync(before, "the last one")
      const blocked = join(before, "archives")
      const options = { every: Duration.hours(6), keep: 1 }
      yield* Effect.flip(ScheduledArchives.archiveNow({ folder: blocked, ...options }))
      assert.deepStrictEqual(names(folder), ["strategy-1969-12-31T00-00-00Z.ndjson"])
      assert.strictEqual(readFileSync(before, "utf8"), "the last one")
    }).pipe(Effect.scoped, Effect.provide(services))
  )
})
