import { Option, Predicate } from "effect"
import { HttpServerResponse } from "effect/http"

/** The version that `effect/ai/McpServer` serves without keeping anything between requests. */
const served = "2026-07-28"

/** Versions whose messages are brought into the form of `served`. They begin with `initialize`. */
const older = ["2025-11-25", "2025-06-18", "2025-03-26"]

interface ServerInfo {
  readonly name: string
  readonly version: string
  readonly instructions: string
}

type Adapted =
  | { readonly _tag: "Answer"; readonly response: HttpServerResponse.HttpServerResponse }
  | { readonly _tag: "Request"; readonly headers: Headers; readonly body: string }

const parse = Option.liftThrowable((text: string): unknown => JSON.parse(text))

const answer = (body: unknown, status = 200): Adapted => ({
  _tag: "Answer",
  response: HttpServerResponse.jsonUnsafe(body, { status })
})

const fault = (id: unknown, code: number, message: string) =>
  answer({ jsonrpc: "2.0", id: id ?? null, error: { code, message } }, 400)

const prefix = "io.modelcontextprotocol/"

/** Whether a message names the version it is in, as messages do since `served`. */
const namesVersion = (params: unknown): boolean =>
  Predicate.isObject(params) && Predicate.isObject(params._meta) && `${prefix}protocolVersion` in params._meta

const headersFor = (head: Headers, method: string, params: Readonly<Record<string, unknown>>): Headers => {
  const headers = new Headers({
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": served,
    "mcp-method": method
  })
  if (typeof params.name === "string" && /^[\w.-]+$/.test(params.name)) headers.set("mcp-name", params.name)
  const trace = head.get("traceparent")
  if (trace !== null) headers.set("traceparent", trace)
  return headers
}

const initialized = (id: unknown, params: unknown, { instructions, ...serverInfo }: ServerInfo): Adapted => {
  const asked = Predicate.isObject(params) ? params.protocolVersion : undefined
  const protocolVersion = older.find((version) => version === asked) ?? older[0]
  return answer({
    jsonrpc: "2.0",
    id,
    result: { protocolVersion, capabilities: { tools: {} }, serverInfo, instructions }
  })
}

/**
 * Brings a message of an older version into the form of the served one. Those versions allow a server to keep no session, and
 * then `initialize`, `ping` and notifications need no more than an answer. Progress is not reported, so no token for it is passed on.
 */
export const adapt = (head: Headers, body: string, server: ServerInfo): Adapted => {
  const message = Option.getOrUndefined(parse(body))
  if (message === undefined) return fault(null, -32700, "The body is not valid JSON.")
  if (!Predicate.isObject(message) || Array.isArray(message)) {
    return fault(null, -32600, "Send one JSON-RPC message in each request; batches are not supported.")
  }
  const { id, method, params } = message
  if (namesVersion(params)) {
    const headers = new Headers(head)
    headers.set("accept", "application/json, text/event-stream")
    headers.delete("origin")
    return { _tag: "Request", headers, body }
  }
  if (id === undefined || typeof method !== "string") {
    return { _tag: "Answer", response: HttpServerResponse.empty({ status: 202 }) }
  }
  if (method === "initialize") return initialized(id, params, server)
  if (method === "ping") return answer({ jsonrpc: "2.0", id, result: {} })
  const version = head.get("mcp-protocol-version") ?? "2025-03-26"
  if (!older.includes(version)) {
    return fault(id, -32600, `Unsupported protocol version; supported are ${[served, ...older].join(", ")}.`)
  }
  const given = Predicate.isObject(params) ? params : {}
  const _meta = { [`${prefix}protocolVersion`]: served, [`${prefix}clientCapabilities`]: {} }
  const adapted = { jsonrpc: "2.0", id, method, params: { ...given, _meta } }
  return { _tag: "Request", headers: headersFor(head, method, given), body: JSON.stringify(adapted) }
}
