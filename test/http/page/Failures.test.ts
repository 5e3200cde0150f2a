import { mkdir, utimes } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Logger } from "effect"
import { ensure } from "../../../src/http/page/Page.ts"
import { hashOf } from "../../../src/http/page/Sources.ts"
import { type Project, project } from "./Project.ts"

const quiet = Effect.provide(Logger.layer([]))

const failureOf = ({ root }: Project) => Effect.map(Effect.flip(ensure(root)), ({ message }) => message)

describe("a build of the page", () => {
  it.live("fails in one line with the location of the error, and leaves nothing", () =>
    Effect.gen(function* () {
      const made = yield* project
      yield* made.write("src/web/style.css", 'p { background: url("./dot.svg")')
      const unclosed = yield* failureOf(made)
      assert.match(unclosed, /^The page cannot be built: .*style\.css:1:1: Unclosed block$/)
      yield* made.write("src/web/style.css", "")
      yield* made.write("src/web/later.tsx", 'import "./nowhere.ts"\nexport const later = null\n')
      const unresolved = yield* failureOf(made)
      assert.match(unresolved, /^The page cannot be built: .*'\.\/nowhere\.ts'.*later\.tsx:1:\d+\)$/)
      assert.deepStrictEqual(yield* made.built, [])
    }).pipe(Effect.scoped, quiet)
  )

  it.live("names the package that is not installed", () =>
    Effect.gen(function* () {
      const made = yield* project
      yield* made.write("src/web/build/Bundle.ts", 'import "packed-elsewhere"\n')
      assert.strictEqual(
        yield* failureOf(made),
        "The page cannot be built: packed-elsewhere is not installed. " +
          "Install without leaving out optional packages, or copy a built page into dist."
      )
    }).pipe(Effect.scoped, quiet)
  )

  it.live("leaves no complete folder when interrupted", () =>
    Effect.gen(function* () {
      const { root, built } = yield* project
      const building = yield* Effect.forkChild(ensure(root))
      yield* built.pipe(
        Effect.tap(Effect.sleep("5 millis")),
        Effect.repeat({ until: (names) => names.length > 0, times: 2_000 })
      )
      yield* Fiber.interrupt(building)
      const left = yield* built
      assert.strictEqual(left.length, 1)
      assert.match(left.join(), /^building-/)
      const folder = yield* ensure(root)
      assert.strictEqual(folder, join(root, "dist", yield* hashOf(root)))
      assert.deepStrictEqual(yield* built, [yield* hashOf(root), ...left].sort())
    }).pipe(Effect.scoped, quiet)
  )

  it.live("succeeds beside another build at the same time", () =>
    Effect.gen(function* () {
      const { root, built } = yield* project
      const folder = join(root, "dist", yield* hashOf(root))
      const folders = yield* Effect.all([ensure(root), ensure(root)], { concurrency: "unbounded" })
      assert.deepStrictEqual(folders, [folder, folder])
      assert.deepStrictEqual(yield* built, [yield* hashOf(root)])
    }).pipe(Effect.scoped, quiet)
  )

  it.live("removes folders older than an hour, and no others", () =>
    Effect.gen(function* () {
      const { root, built } = yield* project
      const hour = 3_600_000
      yield* Effect.promise(async () => {
        for (const [name, age] of [
          ["old", hour + 60_000],
          ["building-old", hour + 60_000],
          ["young", hour - 60_000]
        ] as const) {
          await mkdir(join(root, "dist", name, "assets"), { recursive: true })
          const time = new Date(Date.now() - age)
          await utimes(join(root, "dist", name), time, time)
        }
      })
      yield* ensure(root)
      assert.deepStrictEqual(yield* built, [yield* hashOf(root), "young"].sort())
    }).pipe(Effect.scoped, quiet)
  )
})
