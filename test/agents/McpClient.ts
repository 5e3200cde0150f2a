import { assert } from "@effect/vitest"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { Effect, Schema } from "effect"
import { NewToken } from "../../src/api/TokensApi.ts"
import type { TokenScope } from "../../src/shared/TokenScopes.ts"
import { BaseUrl, request } from "../support/TestServer.ts"

const decodeToken = Schema.decodeUnknownEffect(NewToken)

/** A token of a user who is signed in. */
export const tokenOf = Effect.fnUntraced(function* (session: string, scope: TokenScope, name = "Planning agent") {
  const answer = yield* request("/api/auth/tokens", { token: session, body: { name, scope, expiresInDays: 1 } })
  return (yield* decodeToken(answer.json)).token
})

/** An agent with the official client, until the test ends. */
export const agent = Effect.fnUntraced(function* (token: string, fetchBy: typeof fetch = fetch) {
  const url = new URL("/mcp", yield* BaseUrl)
  return yield* Effect.acquireRelease(
    Effect.promise(async () => {
      const client = new Client({ name: "test", version: "1" })
      const headers = { authorization: `Bearer ${token}` }
      // The transport's optional properties are not declared as such.
      const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers }, fetch: fetchBy })
      await client.connect(transport as Parameters<Client["connect"]>[0])
      return client
    }),
    (client) => Effect.promise(() => client.close())
  )
})

export const call = (client: Client, name: string, args: Record<string, unknown> = {}) =>
  Effect.promise(() => client.callTool({ name, arguments: args }))

export const textOf = (result: Effect.Success<ReturnType<typeof call>>): string => JSON.stringify(result.content)

// biome-ignore lint/suspicious/noExplicitAny: the client has checked the answer against the tool's schema.
export const valueOf = (result: Effect.Success<ReturnType<typeof call>>): any => {
  assert.notStrictEqual(result.isError, true, textOf(result))
  return result.structuredContent
}
