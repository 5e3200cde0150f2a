import { Effect } from "effect"
import * as Child from "../Child.ts"
import type { Writer } from "../Writer.ts"
import * as Answers from "./Answers.ts"
import { type Contender, names } from "./Contender.ts"

/** Our views of a team as JSON: its principles, and its objectives with everything in them. */
export interface TeamViews {
  readonly principles: string
  readonly objectives: string
}

export interface FastifySetup {
  /** URL of an empty database. */
  readonly database: string
  /** The largest number of connections to the database. */
  readonly pool: number
  /** The token of an admin's session. */
  readonly token: string
  readonly teams: ReadonlyArray<TeamViews>
}

export interface FastifyProtocol {
  /** Fills the database; gives the server's URL. */
  readonly listen: (given: FastifySetup) => string
}

/** The number of connections to the database: with fewer, Fastify's edits are slower; with 40 they are not faster. */
const pool = 20

const text = ({ body }: Answers.Answer): string => Buffer.from(body).toString()

/** Starts Fastify on an empty database, fills it with our teams, and signs an admin in with the same token. */
export const start = Effect.fn("Fastify.start")(function* (
  database: string,
  ours: Contender,
  { token }: Pick<Writer, "token">,
  teamIds: ReadonlyArray<string>
) {
  const teams = yield* Effect.forEach(
    teamIds,
    Effect.fnUntraced(function* (id) {
      const principles = text(yield* Answers.fetchFrom(ours, `/api/teams/${id}/principles`))
      const objectives = text(yield* Answers.fetchFrom(ours, `/api/teams/${id}/objectives`))
      return { principles, objectives } satisfies TeamViews
    })
  )
  const child = yield* Child.start<FastifyProtocol>("Fastify", new URL("fastify/fastifyServer.ts", import.meta.url))
  const url = yield* child.ask("listen", { database, pool, token, teams })
  return { name: names.fastify, url, headers: ours.headers } satisfies Contender
})
