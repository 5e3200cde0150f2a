import { basePath } from "./BasePath.ts"
import { fail, type Result, succeed } from "./Result.ts"

/** The time after which a request fails as `unreachable`. */
const timeoutMs = 15_000

export interface Request {
  readonly method?: "GET" | "HEAD" | "POST" | "PUT" | "DELETE"
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

const init = ({ method = "GET", body, headers, signal }: Request): RequestInit => ({
  method,
  credentials: "same-origin",
  // Lets the browser keep what the server allows; each time it asks the server whether that is still current.
  cache: method === "GET" ? "no-cache" : "no-store",
  signal: signal ?? AbortSignal.timeout(timeoutMs),
  headers: {
    accept: "application/json",
    ...(method === "GET" ? undefined : { "x-csrf-token": "1" }),
    ...(body === undefined ? undefined : { "content-type": "application/json" }),
    ...headers
  },
  ...(body === undefined ? undefined : { body: JSON.stringify(body) })
})

/** Statuses that ask to try again later. */
const retryStatuses: ReadonlySet<number> = new Set([408, 429, 502, 503, 504])

const messageOf = (body: unknown): string =>
  typeof body === "object" && body !== null && "message" in body && typeof body.message === "string" ? body.message : ""

const toUndefined = () => undefined

/** Succeeds with the response for the statuses 2xx and 304. */
export type Send = (path: string, request?: Request) => Promise<Result<Response>>

export const send: Send = async (path, request = {}) => {
  const response = await fetch(basePath + path, init(request)).catch(toUndefined)
  if (response === undefined) return fail({ kind: "unreachable" })
  if (retryStatuses.has(response.status)) {
    const retryAfter = Number(response.headers.get("retry-after") ?? 0)
    return fail(retryAfter > 0 ? { kind: "unreachable", retryAfter } : { kind: "unreachable" })
  }
  if (response.ok || response.status === 304) return succeed(response)
  if (response.status === 401) return fail({ kind: "signedOut" })
  return fail({
    kind: "refused",
    status: response.status,
    message: messageOf(await response.json().catch(toUndefined))
  })
}

/** The JSON body of a response. Its shape is not checked: server and page come from one source. */
export const bodyOf = async <A>(sent: Result<Response>): Promise<Result<A>> => {
  if (!sent.ok) return sent
  const body = (await sent.value.json().catch(toUndefined)) as A | undefined
  return body === undefined ? fail({ kind: "unreachable" }) : succeed(body)
}
