import { Effect } from "effect"
import { createServer } from "../../test/support/postgresServer.ts"

/** A real PostgreSQL of its own with the default, durable settings; gone when the scope closes. */
export const server = Effect.acquireRelease(
  Effect.promise(async () => {
    const created = await createServer()
    await created.start()
    return created
  }),
  ({ remove }) => Effect.promise(remove)
)
