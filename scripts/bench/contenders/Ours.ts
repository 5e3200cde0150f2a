import { Effect } from "effect"
import * as Server from "../Server.ts"
import * as Writer from "../Writer.ts"
import { type Contender, headers, names } from "./Contender.ts"

/** Starts the service as users run it, on the database. */
export const start = Effect.fn("Ours.start")(function* (databaseUrl: string) {
  const { url } = yield* Server.start({ DATABASE_URL: databaseUrl })
  const writer = yield* Writer.admin(url)
  const contender: Contender = { name: names.ours, url, headers: headers(writer.token) }
  return { contender, writer }
})
