/** A server in a process of its own, and what every request to it carries. */
export interface Contender {
  readonly name: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

export const headers = (token: string): Contender["headers"] => ({
  cookie: `strategy_session=${token}`,
  "x-csrf-token": "1"
})

/** As tables and ratios name them. */
export const names = {
  ours: "ours",
  fastify: "Fastify + pg",
  bare: "bare node:http",
  bareWriter: "bare node:http and inserts",
  idle: "ours without the planner"
} as const
