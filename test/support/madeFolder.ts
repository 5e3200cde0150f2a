import { cpSync } from "node:fs"
import { Effect } from "effect"
import { inject } from "vitest"
import { dataFolder } from "../../scripts/support/Calls.ts"

/** A data folder whose embedded database has been made and migrated, and is empty; removed when the scope closes. */
export const madeFolder = Effect.tap(dataFolder, (folder) =>
  Effect.sync(() => cpSync(inject("embeddedFolder"), folder, { recursive: true }))
)
