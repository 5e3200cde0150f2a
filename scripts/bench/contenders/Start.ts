import { Effect } from "effect"
import * as Child from "../Child.ts"
import * as Server from "../Server.ts"
import * as Writer from "../Writer.ts"
import type { BareServer } from "./bareServer.ts"
import { type Contender, fetchFrom, names } from "./Contender.ts"
import type { FastifyServer } from "./fastify/fastifyServer.ts"

const script = (name: string) => new URL(name, import.meta.url)

/** The service as users run it, on the database. */
export const ours = Effect.fn("Start.ours")(function* (databaseUrl: string) {
  const { url, pid } = yield* Server.start({ DATABASE_URL: databaseUrl })
  return { name: names.ours, pid, ...(yield* Writer.admin(url)) }
})

/** Headers that Node or the bare server sets. */
const nodeHeaders = new Set(["connection", "content-length", "content-type", "date", "keep-alive", "transfer-encoding"])

/** Node's HTTP server, which sends our response to `path` for any path. */
export const bare = Effect.fn("Start.bare")(function* (ours: Contender, path: string) {
  const answer = yield* fetchFrom(ours, path)
  const child = yield* Child.start<BareServer>("The bare server", script("bareServer.ts"))
  const fixed = Object.entries(answer.headers).filter(([name]) => !nodeHeaders.has(name))
  const url = yield* child.ask("listen", { headers: Object.fromEntries(fixed), body: answer.body })
  return { ...ours, name: names.bare, url } satisfies Contender
})

/** Fastify on an empty database, filled with our teams; an admin is signed in with the same token. */
export const fastify = Effect.fn("Start.fastify")(function* (
  database: string,
  ours: Contender,
  teamIds: ReadonlyArray<string>
) {
  const view = (path: string) => Effect.map(fetchFrom(ours, path), ({ body }) => JSON.parse(body.toString()))
  const teams = yield* Effect.forEach(teamIds, (id) =>
    Effect.all({ principles: view(`/api/teams/${id}/principles`), objectives: view(`/api/teams/${id}/objectives`) })
  )
  const child = yield* Child.start<FastifyServer>("Fastify", script("fastify/fastifyServer.ts"))
  const url = yield* child.ask("listen", { database, token: ours.token, teams })
  return { ...ours, name: names.fastify, url } satisfies Contender
})
