import { spawnSync } from "node:child_process"
import { assert, it } from "@effect/vitest"

const statusOf = (script: string): number | null =>
  spawnSync(process.execPath, ["--input-type=module", "--eval", script], { cwd: import.meta.dirname }).status

it("stopping PostgreSQL does not change the exit code of a failed test run", () => {
  assert.strictEqual(statusOf('await import("./postgresServer.ts"); process.exitCode = 3'), 3)
  assert.strictEqual(statusOf('await import("./postgresServer.ts")'), 0)
})
