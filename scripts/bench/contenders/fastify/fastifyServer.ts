import fastify from "fastify"
import pg from "pg"
import { answer } from "../../ProtocolServer.ts"
import { addEvents } from "./EventsRoute.ts"
import { type FastifySetup, fill } from "./Fill.ts"
import { protect } from "./Hooks.ts"
import { addObjectives } from "./ObjectivesRoute.ts"

// Sequence numbers are far below 2^53, so they can be numbers as in JSON.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** The number of connections to the database: with fewer, Fastify's edits are slower; with 40 they are not faster. */
const max = 20

/** The service as it is commonly written: Fastify, a relational model, and a transaction for each mutating request. */
const methods = {
  listen: async (given: FastifySetup) => {
    const pool = new pg.Pool({ connectionString: given.database, max, idleTimeoutMillis: 0 })
    await fill(pool, given)
    const app = fastify()
    protect(app, pool)
    addEvents(app, pool)
    addObjectives(app, pool)
    return app.listen({ host: "127.0.0.1", port: 0 })
  }
}
export type FastifyServer = typeof methods

answer(methods)
