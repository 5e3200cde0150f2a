import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { Effect } from "effect"
import { dataFolder } from "../../../scripts/support/Calls.ts"

const text = "src/web/texts/Common.ts"

/** This release as the next one: its page differs, in every file with a hash. Gives its folder; removed with the scope. */
export const make = Effect.tap(dataFolder, (folder) =>
  Effect.sync(() => {
    for (const name of ["src", "package.json", "package-lock.json"]) {
      cpSync(name, join(folder, name), { recursive: true })
    }
    symlinkSync(resolve("node_modules"), join(folder, "node_modules"))
    const before = readFileSync(text, "utf8")
    writeFileSync(join(folder, text), before.replace('product = "Strategy"', 'product = "Strategy, later"'))
  })
)
