import { Effect } from "effect"
import { call } from "../../support/Calls.ts"
import { InvalidRun } from "../InvalidRun.ts"

/** A server in a process of its own, with the token of an admin's session. */
export interface Contender {
  readonly name: string
  readonly url: string
  readonly token: string
}

/** The names of contenders in tables and aims. */
export const names = {
  ours: "ours",
  fastify: "Fastify + pg",
  bare: "bare node:http"
} as const

/**
 * Requests a path of a contender, by POST with `content` or by GET without. The response is not compressed, as those to the
 * load, since its ETag would differ.
 */
export const fetchFrom = ({ name, url, token }: Contender, path: string, content?: unknown) =>
  Effect.tryPromise({
    try: async () => {
      const response = await call(url, token, path, content, { "accept-encoding": "identity" })
      const { status, headers } = response
      return { status, headers: Object.fromEntries(headers), body: Buffer.from(await response.arrayBuffer()) }
    },
    catch: (cause) => new InvalidRun({ message: `${name} did not answer ${path}: ${cause}.` })
  })
