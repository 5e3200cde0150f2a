import { Layer } from "effect"
import { Migrator } from "effect/sql"
import initial from "./migrations/0001_initial.ts"

/** Every migration under the name of its file, in order. A released one never changes. */
export const manifest = {
  "0001_initial": initial
}

const run = Migrator.make({})({ loader: Migrator.fromRecord(manifest) })

export const layer = Layer.effectDiscard(run)
