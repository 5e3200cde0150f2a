import type { FastifyInstance, FastifyRequest } from "fastify"
import type { Pool } from "pg"
import { tokenHash } from "./Fill.ts"

export interface User {
  readonly username: string
  readonly role: string
  /** Unix time in milliseconds. */
  readonly expiresAt: number
}

declare module "fastify" {
  interface FastifyRequest {
    user: User
  }
}

const cacheLifetimeMs = 5 * 60_000

const find = {
  name: "session",
  text: `
    SELECT u.username, u.role, (extract(epoch FROM s.expires_at) * 1000)::float8 AS "expiresAt"
    FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.token_hash = $1`
}

const token = ({ headers }: FastifyRequest): string =>
  /(?:^|; )strategy_session=([^;]*)/.exec(headers.cookie ?? "")?.[1] ?? ""

/** Makes the same checks as our server, in the same order, and caches sessions for the same time. */
export const protect = (app: FastifyInstance, pool: Pool): void => {
  const cache = new Map<string, { readonly user: User; readonly until: number }>()
  const resolve = async (hash: string): Promise<User | undefined> => {
    const kept = cache.get(hash)
    if (kept !== undefined && Date.now() < kept.until) return kept.user
    const { rows } = await pool.query<User>({ ...find, values: [hash] })
    const [user] = rows
    if (user === undefined || user.expiresAt <= Date.now()) return undefined
    cache.set(hash, { user, until: Math.min(Date.now() + cacheLifetimeMs, user.expiresAt) })
    return user
  }
  app.addHook("onRequest", async (request, reply) => {
    if (request.method === "POST" && request.headers["x-csrf-token"] !== "1") {
      return reply.code(403).send({ message: "This request needs the header X-CSRF-Token: 1." })
    }
    const user = await resolve(tokenHash(token(request)))
    if (user === undefined) return reply.code(401).send({ message: "Sign in first." })
    request.user = user
    return undefined
  })
}
