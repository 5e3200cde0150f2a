import { cpSync } from "node:fs"
import { Effect } from "effect"
import { inject } from "vitest"
import { dataFolder } from "../../scripts/support/Calls.ts"

/** A data folder with an empty, migrated embedded database; removed when the scope closes. */
export const madeFolder = Effect.tap(dataFolder, (folder) =>
  Effect.sync(() => cpSync(inject("embeddedFolder"), folder, { recursive: true }))
)
