import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Schema } from "effect"

const decode = Schema.decodeEffect(Schema.fromJsonString(Schema.Struct({ version: Schema.String })))

/** The version in package.json, which is installed together with the sources. */
export const read = Effect.suspend(() =>
  decode(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"))
).pipe(
  Effect.map(({ version }) => version),
  Effect.orDie
)
