import { writeSync } from "node:fs"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as EmbeddedDatabase from "../../src/sql/EmbeddedDatabase.ts"

/** Writes rows into the database in the folder given as argument, and prints each row's number when it is written. */
const [dataDir = ""] = process.argv.slice(2)
const say = (line: string | number) => Effect.sync(() => writeSync(1, `${line}\n`))

Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE written (id int PRIMARY KEY)`
  for (let id = 1; ; id++) {
    yield* sql`INSERT INTO written VALUES (${id})`
    yield* say(id)
  }
}).pipe(
  Effect.provide(EmbeddedDatabase.layer(dataDir)),
  (program) => Effect.andThen(say("opening"), program),
  NodeRuntime.runMain
)
