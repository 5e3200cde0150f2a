import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Schema } from "effect"

const decode = Schema.decodeEffect(Schema.fromJsonString(Schema.Struct({ version: Schema.String })))

/** As package.json has it, which lies beside the service wherever that is installed. */
export const read = Effect.suspend(() =>
  decode(readFileSync(join(import.meta.dirname, "../../../package.json"), "utf8"))
).pipe(
  Effect.map(({ version }) => version),
  Effect.orDie
)
