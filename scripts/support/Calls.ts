import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"

/** An empty folder for an embedded database; removed when the scope closes. */
export const dataFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "strategy-data-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

/** Sends a session's token in its cookie, and a program's token as such. */
export const credentialOf = (token: string): Readonly<Record<string, string>> =>
  token.startsWith("strat_") ? { authorization: `Bearer ${token}` } : { cookie: `strategy_session=${token}` }

/** POST with a body, GET without; rejects when no answer comes within 20 s. */
export const call = (
  url: string,
  token: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {}
): Promise<Response> =>
  fetch(`${url}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      ...credentialOf(token),
      "x-csrf-token": "1",
      "content-type": "application/json",
      ...headers
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000)
  })

/** Signs in; gives the session's token, or an empty string if the sign-in fails. */
export const signIn = async (url: string, username = "admin", password = "correct horse"): Promise<string> => {
  const answer = await call(url, "", "/api/auth/login", { username, password })
  return /strategy_session=([^;]*)/.exec(answer.headers.get("set-cookie") ?? "")?.[1] ?? ""
}
