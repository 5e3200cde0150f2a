import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { hashOf } from "../../../src/http/page/Sources.ts"
import { project } from "./Project.ts"

describe("the sources of the page", () => {
  it.effect("have the same hash as long as they are equal", () =>
    Effect.gen(function* () {
      const { root, write } = yield* project
      const hash = yield* hashOf(root)
      assert.match(hash, /^[0-9a-f]{16}$/)
      yield* write("src/web/.later.tsx.swp", "an editor's")
      yield* write("package.json", "{}")
      assert.strictEqual(yield* hashOf(root), hash)
      assert.strictEqual(yield* hashOf((yield* project).root), hash)
    })
  )

  it.effect("have another hash when a file is changed or added", () =>
    Effect.gen(function* () {
      const { root, write } = yield* project
      const hashes = new Set([yield* hashOf(root)])
      const changed = [
        "src/web/main.tsx",
        "src/web/public/favicon.svg",
        "src/web/new.ts",
        "src/web/live/new.ts",
        "src/domain/Role.ts",
        "src/api/Path.ts",
        "src/import/Columns.ts",
        "src/shared/Limits.ts",
        "src/web/build/Configuration.ts",
        "package-lock.json"
      ]
      for (const name of changed) {
        yield* write(name, "changed")
        hashes.add(yield* hashOf(root))
      }
      assert.strictEqual(hashes.size, 1 + changed.length)
    })
  )

  it.effect("fail in one line if they cannot be read", () =>
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(hashOf("/nowhere"))
      assert.match(message, /^The page's sources cannot be read: .*\/nowhere\/src\/api'$/)
    })
  )
})
