import fastify from "fastify"
import pg from "pg"
import { answer } from "../../ProtocolServer.ts"
import type { FastifyProtocol } from "../Fastify.ts"
import { addEtags } from "./Etag.ts"
import { addEvents } from "./EventsRoute.ts"
import { fill } from "./Fill.ts"
import { addObjectives } from "./ObjectivesRoute.ts"
import { protect } from "./Sessions.ts"

// Sequence numbers are far below 2^53, so they can be numbers as in JSON.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** The service as it is commonly written: Fastify, a relational model, and a transaction for each mutating request. */
answer<FastifyProtocol>({
  listen: async (given) => {
    const pool = new pg.Pool({ connectionString: given.database, max: given.pool, idleTimeoutMillis: 0 })
    await fill(pool, given)
    const app = fastify()
    protect(app, pool)
    addEtags(app)
    addEvents(app, pool)
    addObjectives(app, pool)
    return app.listen({ host: "127.0.0.1", port: 0 })
  }
})
