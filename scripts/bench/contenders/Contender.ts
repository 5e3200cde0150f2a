import { Effect } from "effect"
import { InvalidRun } from "../InvalidRun.ts"

/** A server in a process of its own, with the headers of all requests to it. */
export interface Contender {
  readonly name: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

export const headers = (token: string): Contender["headers"] => ({
  cookie: `strategy_session=${token}`,
  "x-csrf-token": "1"
})

/** The names of contenders in tables and aims. */
export const names = {
  ours: "ours",
  fastify: "Fastify + pg",
  bare: "bare node:http",
  bareWriter: "bare node:http and inserts",
  withoutPlanner: "ours without the planner"
} as const

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/**
 * Requests a path of a contender, by POST with `content` or by GET without. The response is not compressed, as those to the
 * load, since its ETag would differ.
 */
export const fetchFrom = (
  { name, url, headers }: Contender,
  path: string,
  more: Readonly<Record<string, string>> = {},
  content?: unknown
): Effect.Effect<Answer, InvalidRun> =>
  Effect.tryPromise({
    try: async () => {
      const sent = content === undefined ? {} : { method: "POST", body: JSON.stringify(content) }
      const type = content === undefined ? {} : { "content-type": "application/json" }
      const response = await fetch(`${url}${path}`, {
        ...sent,
        headers: { "accept-encoding": "identity", ...headers, ...type, ...more },
        signal: AbortSignal.timeout(20_000)
      })
      const body = Buffer.from(await response.arrayBuffer())
      return { status: response.status, headers: Object.fromEntries(response.headers), body }
    },
    catch: (cause) => new InvalidRun({ message: `${name} did not answer ${path}: ${cause}.` })
  })
