import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { migratedDatabase } from "../support/databases.ts"
import { run } from "./AdminInProcess.ts"

describe("admin import", () => {
  it.live("prints a plan, imports once even if it is resumed, and takes it back", () =>
    Effect.gen(function* () {
      const env = { DATABASE_URL: Redacted.value(yield* migratedDatabase) }
      yield* run(["users", "add", "ada", "--role", "admin", "--generate"], env)
      const file = join(
        yield* Effect.acquireRelease(
          Effect.sync(() => mkdtempSync(join(tmpdir(), "import-"))),
          (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
        ),
        "plan.csv"
      )
      writeFileSync(file, "Team,Objective,KPI,Start,Target,Confidence\nNorth,Grow,Sales,1,5,70 %\n,Rest,,,,\n")
      const events = Effect.map(run(["status", "--json"], env), ({ stdout }) => JSON.parse(stdout).events)
      const json = Effect.fnUntraced(function* (...line: ReadonlyArray<string>) {
        const { code, stdout, stderr } = yield* run(["import", ...line, "--json"], env)
        assert.strictEqual(code, 0, stderr)
        return { ...JSON.parse(stdout), stderr }
      })
      const plan = yield* json(file, "--dry-run")
      assert.match(plan.stderr, /^North: 1 team, 2 objectives, 1 measure\n {2}Read “70 %” as 7\. Row 2\n$/)
      assert.deepStrictEqual([plan.items, yield* events], [4, 0])
      assert.match((yield* run(["import", file], env)).stderr, /use --yes or --dry-run/)
      const imported = yield* json(file, "--yes")
      assert.deepStrictEqual([imported.items, imported.refused, yield* events], [4, [], 5])
      assert.strictEqual((yield* json(file, "--yes", "--resume", imported.run)).run, imported.run)
      assert.strictEqual(yield* events, 5)
      assert.strictEqual((yield* json(file, "--yes")).items, 0)
      writeFileSync(file, "Team,Objective\nNorth,Another\n")
      const other = yield* run(["import", file, "--yes", "--resume", imported.run], env)
      assert.match(other.stderr, /Error: The file or the team is not the one/)
      assert.deepStrictEqual((yield* json("--undo", imported.run)).left, [])
      assert.strictEqual((yield* json(file, "--dry-run")).items, 2)
    }).pipe(Effect.scoped)
  )
})
