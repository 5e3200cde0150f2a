import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import { dataFolder } from "../../scripts/support/Calls.ts"
import * as App from "../../src/App.ts"
import { PasswordHasher } from "../../src/accounts/passwords/PasswordHasher.ts"
import { check } from "../../src/archive/Check.ts"
import { scan } from "../../src/archive/Scan.ts"
import * as ScheduledArchives from "../../src/archive/ScheduledArchives.ts"
import { byLabel, valueOf } from "../observability/Exposition.ts"
import * as OwnRegistry from "../observability/OwnRegistry.ts"
import { events, fill } from "../scripts/ArchiveSource.ts"

const services = App.services.pipe(
  Layer.provideMerge([App.memoryStores, PasswordHasher.layerWith({ iterations: 10 })]),
  Layer.provideMerge(NodeCrypto.layerSecureRandom),
  Layer.provideMerge(NodeServices.layer),
  Layer.provideMerge(Logger.layer([]))
)

const nothing = () => Effect.void
const visitor = {
  stateAfter: () => Effect.die("the restores of these archives need no look-up"),
  ...{ event: () => {}, outcome: () => {}, user: nothing, webhook: nothing },
  ...{ accountEntry: () => {}, lineRead: nothing }
}

const names = (folder: string) => readdirSync(folder).sort()

/**
 * Moves the test's clock until there is another archive, and returns its name. Files are read and written in real time
 * meanwhile: `pause` says how many milliseconds of it each hour has.
 */
const nextArchive = Effect.fnUntraced(function* (folder: string, pause = 0) {
  const known = new Set(names(folder))
  for (;;) {
    yield* TestClock.adjust("1 hour")
    yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, pause)))
    const found = names(folder).find((name) => !known.has(name) && name.endsWith("Z.ndjson"))
    if (found !== undefined) return found
  }
})

/** Waits until the oldest archives are deleted. */
const settled = (folder: string, count: number) =>
  Effect.promise(() => new Promise((resolve) => setImmediate(resolve))).pipe(
    Effect.map(() => names(folder)),
    Effect.repeat({ until: (found) => found.length === count })
  )

const hourIn = (name: string): number => Date.parse(name.slice(9, 19)) / 3_600_000 + Number(name.slice(20, 22))

describe("Scheduled archives", () => {
  it.effect("are written at once and then at their times, complete and verified, and the oldest are deleted", () =>
    Effect.gen(function* () {
      const folder = join(yield* dataFolder, "archives")
      mkdirSync(folder)
      writeFileSync(join(folder, "notes.txt"), "mine")
      writeFileSync(join(folder, "strategy-1969-01-01T00-00-00Z.ndjson.unfinished"), "half")
      writeFileSync(join(folder, "strategy-2099-01-01T00-00-00Z.ndjson"), "of a wrong clock")
      yield* fill
      yield* Layer.build(ScheduledArchives.layer({ folder, every: Duration.days(60), keep: 3 }))
      // Alerts need both before there is an archive.
      const page = yield* OwnRegistry.scraped
      assert.strictEqual(valueOf(page, "strategy_archive_last_written_seconds"), 0)
      assert.deepStrictEqual(byLabel(page, "strategy_archives_total", "outcome"), { failed: 0 })
      const wrong = "strategy-2099-01-01T00-00-00Z.ndjson"
      const first = yield* nextArchive(folder)
      assert.deepStrictEqual(yield* settled(folder, 3), ["notes.txt", first, wrong])
      const path = join(folder, first)
      assert.strictEqual(statSync(path).mode & 0o777, 0o600)
      const { report } = yield* check(path, yield* scan(path), visitor)
      assert.deepInclude(report, { events, users: 2, webhooks: 2, accountEntries: 2 })

      const second = yield* nextArchive(folder)
      assert.isAtLeast(hourIn(second) - hourIn(first), 60 * 24)
      assert.deepStrictEqual(yield* settled(folder, 4), ["notes.txt", first, second, wrong])
      const third = yield* nextArchive(folder)
      // What has fewer events goes first, whatever its name says.
      assert.deepStrictEqual(yield* settled(folder, 4), ["notes.txt", first, second, third])
      rmSync(join(folder, third))
      // Soon, and not after 60 days: hours long enough that no slow disk lets so many go by.
      const again = yield* nextArchive(folder, 100)
      assert.isBelow(hourIn(again) - hourIn(third), 60 * 24)
      assert.deepStrictEqual(yield* settled(folder, 4), ["notes.txt", first, second, again])
    }).pipe(Effect.scoped, Effect.provide(services), Effect.provide(OwnRegistry.layer))
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
