import { Option, Predicate } from "effect"
import { HttpServerResponse } from "effect/http"
import { truncatedLine } from "../shared/Quoted.ts"
import { instead } from "../shared/words/Choices.ts"

/** The version that `effect/ai/McpServer` serves without keeping anything between requests. */
const served = "2026-07-28"

/** Versions whose messages are brought into the form of `served`. They begin with `initialize`. */
const older = ["2025-11-25", "2025-06-18", "2025-03-26"]

interface ServerInfo {
  readonly name: string
  readonly version: string
  readonly instructions: string
  readonly toolNames: ReadonlyArray<string>
}

interface Message {
  readonly id: unknown
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
}

type Adapted =
  | { readonly _tag: "Answer"; readonly response: HttpServerResponse.HttpServerResponse }
  | {
      readonly _tag: "Request"
      readonly headers: Headers
      readonly body: string
      /** For older versions: they take the status of an error for the end of a session, or of the connection. */
      readonly isOlder: boolean
    }

const parse = Option.liftThrowable((text: string): unknown => JSON.parse(text))

const answer = (body: unknown, status = 200): Adapted => ({
  _tag: "Answer",
  response: HttpServerResponse.jsonUnsafe(body, { status })
})

const fault = (id: unknown, code: number, message: string, status = 400) =>
  answer({ jsonrpc: "2.0", id: id ?? null, error: { code, message } }, status)

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

/** What clients of older versions ask for, whatever `initialize` said; there is nothing of it. */
const nothing: Readonly<Record<string, object>> = {
  ping: {},
  "prompts/list": { prompts: [] },
  "resources/list": { resources: [] },
  "resources/templates/list": { resourceTemplates: [] }
}

const initialized = (id: unknown, params: unknown, { name, version, instructions }: ServerInfo): Adapted => {
  const asked = Predicate.isObject(params) ? params.protocolVersion : undefined
  const protocolVersion = older.find((version) => version === asked) ?? older[0]
  return answer({
    jsonrpc: "2.0",
    id,
    result: { protocolVersion, capabilities: { tools: {} }, serverInfo: { name, version }, instructions }
  })
}

/** What is wrong with the parameters of a call, for programs: what agents get wrong is said in a result. */
const callFault = ({ name, arguments: sent }: Message["params"], { toolNames }: ServerInfo): string | undefined => {
  if (typeof name !== "string") return "Send the name of a tool."
  if (!toolNames.includes(name)) return `There is no tool ${truncatedLine(name, 100)}${instead(name, toolNames)}.`
  return Predicate.isObject(sent) ? undefined : "Send arguments as an object."
}

/** The parameters with `arguments` as an object where a client sent null or an object as text. */
const withArguments = (params: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const { arguments: sent } = params
  const text = typeof sent === "string" ? Option.getOrElse(parse(sent), () => sent) : sent
  return { ...params, arguments: text ?? {} }
}

/**
 * Brings a message of an older version into the form of the served one. Those versions allow a server to keep no session, and
 * then `initialize`, `ping` and notifications need no more than an answer. Progress is not reported, so no token for it is passed on.
 */
export const adapt = (head: Headers, body: string, server: ServerInfo): Adapted => {
  const message = Option.getOrUndefined(parse(body))
  if (message === undefined) return fault(null, -32700, "The body is not valid JSON.")
  if (!Predicate.isObject(message)) {
    return fault(null, -32600, "Send one JSON-RPC message in each request; batches are not supported.")
  }
  const { id, method } = message
  const sent = Predicate.isObject(message.params) ? message.params : {}
  const params = method === "tools/call" ? withArguments(sent) : sent
  const isNew = namesVersion(params)
  if (!isNew && (id === undefined || typeof method !== "string")) {
    return { _tag: "Answer", response: HttpServerResponse.empty({ status: 202 }) }
  }
  const wrong = method === "tools/call" ? callFault(params, server) : undefined
  if (wrong !== undefined) return fault(id, -32602, wrong, 200)
  if (isNew) {
    const headers = new Headers(head)
    headers.set("accept", "application/json, text/event-stream")
    headers.delete("origin")
    return { _tag: "Request", headers, body: JSON.stringify({ ...message, params }), isOlder: false }
  }
  return adaptOlder(head, { id, method: String(method), params }, server)
}

const adaptOlder = (head: Headers, { id, method, params }: Message, server: ServerInfo): Adapted => {
  if (method === "initialize") return initialized(id, params, server)
  const result = Object.hasOwn(nothing, method) ? nothing[method] : undefined
  if (result !== undefined) return answer({ jsonrpc: "2.0", id, result })
  const version = head.get("mcp-protocol-version") ?? "2025-03-26"
  if (!older.includes(version)) {
    return fault(id, -32600, `Unsupported protocol version; supported are ${[served, ...older].join(", ")}.`)
  }
  if (method !== "tools/list" && method !== "tools/call") {
    return fault(id, -32601, `Method not found: ${truncatedLine(method, 100)}`, 200)
  }
  const _meta = { [`${prefix}protocolVersion`]: served, [`${prefix}clientCapabilities`]: {} }
  const adapted = { jsonrpc: "2.0", id, method, params: { ...params, _meta } }
  return { _tag: "Request", headers: headersFor(head, method, params), body: JSON.stringify(adapted), isOlder: true }
}
