import { spawnSync } from "node:child_process"
import { assert, it } from "@effect/vitest"

const statusOf = (script: string): number | null =>
  spawnSync(process.execPath, ["--input-type=module", "--eval", script], { cwd: import.meta.dirname }).status

it("a test run that fails is not made to look well by what stops its PostgreSQL", () => {
  assert.strictEqual(statusOf('await import("./postgresServer.ts"); process.exitCode = 3'), 3)
  assert.strictEqual(statusOf('await import("./postgresServer.ts")'), 0)
})
