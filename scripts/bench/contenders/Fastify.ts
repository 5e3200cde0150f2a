import { Effect } from "effect"
import * as Child from "../Child.ts"
import type { Writer } from "../Writer.ts"
import * as Answers from "./Answers.ts"
import { type Contender, names } from "./Contender.ts"

/** What the service answers about a team, as JSON: its principles, and its objectives with all below them. */
export interface TeamViews {
  readonly principles: string
  readonly objectives: string
}

export interface Given {
  /** URL of an empty database. */
  readonly database: string
  /** The most connections to it. */
  readonly pool: number
  /** Of the session of an admin. */
  readonly token: string
  readonly teams: ReadonlyArray<TeamViews>
}

export interface FastifyProtocol {
  /** Fills the database; gives where it listens. */
  readonly listen: (given: Given) => string
}

/** Connections to the database: fewer are slower for its edits, and 40 are no faster. */
const pool = 20

const text = ({ body }: Answers.Answer): string => Buffer.from(body).toString()

/** Fastify on that empty database, with the teams as we show them, and somebody signed in with the same token. */
export const start = Effect.fn("Fastify.start")(function* (
  database: string,
  ours: Contender,
  { token }: Pick<Writer, "token">,
  teamIds: ReadonlyArray<string>
) {
  const teams = yield* Effect.forEach(
    teamIds,
    Effect.fnUntraced(function* (id) {
      const principles = text(yield* Answers.of(ours, `/api/teams/${id}/principles`))
      const objectives = text(yield* Answers.of(ours, `/api/teams/${id}/objectives`))
      return { principles, objectives } satisfies TeamViews
    })
  )
  const child = yield* Child.start<FastifyProtocol>("Fastify", new URL("fastify/fastifyServer.ts", import.meta.url))
  const url = yield* child.ask("listen", { database, pool, token, teams })
  return { name: names.fastify, url, headers: ours.headers } satisfies Contender
})
