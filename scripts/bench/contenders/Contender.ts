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
  withoutPlanner: "ours without the planner",
  withWebhooks: "ours with webhooks"
} as const
