import { mkdtempSync, readdirSync, readFileSync, rmdirSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { runScript } from "./scripts/AdminProcess.ts"

describe("node src/main.ts", () => {
  it.live.each(["--help", "-h", "--version", "-v", "--unknown"])(
    "%s prints something, makes nothing and ends",
    (option) =>
      Effect.gen(function* () {
        const folder = mkdtempSync(join(tmpdir(), "command-line-"))
        const env = { DATA_DIR: join(folder, "data"), NODE_COMPILE_CACHE: "" }
        const { code, stdout, stderr } = yield* runScript("src/main.ts", [option], env)
        assert.strictEqual(code, option === "--unknown" ? 2 : 0)
        assert.match(option === "--unknown" ? stderr : stdout, /\n$/)
        assert.deepStrictEqual(readdirSync(folder), [])
        rmdirSync(folder)
      })
  )

  it.live("--help names every setting", () =>
    Effect.gen(function* () {
      const { stdout } = yield* runScript("src/main.ts", ["--help"])
      const names = readFileSync("src/Config.ts", "utf8").matchAll(/"([A-Z]+(?:_[A-Z]+)*)"/g)
      for (const [, name = ""] of names) assert.match(stdout, new RegExp(`\\b${name}\\b`))
    })
  )
})
