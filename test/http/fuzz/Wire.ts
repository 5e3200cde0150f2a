import { Agent, type IncomingMessage, request as open } from "node:http"
import { brotliDecompressSync, gunzipSync } from "node:zlib"

/** A request that is sent byte by byte: only its framing is added. */
export interface WireRequest {
  readonly method: string
  /** Path and query as they stand in the request line. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Uint8Array
  /** Sent in chunks without `Content-Length`. */
  readonly chunked?: boolean
}

export interface WireReply {
  readonly status: number
  readonly headers: IncomingMessage["headers"]
  readonly text: string
}

/** After this time a request counts as hanging. */
const replyTimeoutMs = 60_000

/** The text of an answer, which is compressed where the request happens to ask for it. */
const textOf = (bytes: Buffer, { "content-encoding": encoding }: IncomingMessage["headers"]): string => {
  if (bytes.length === 0 || encoding === undefined) return bytes.toString("utf8")
  return (encoding === "br" ? brotliDecompressSync(bytes) : gunzipSync(bytes)).toString("utf8")
}

/** A client with a limited number of connections, which are kept open. */
export const make = (base: string, connections: number) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const { hostname, port } = new URL(base)

  const send = ({ method, target, headers, body, chunked = false }: WireRequest): Promise<WireReply> =>
    new Promise((resolve, reject) => {
      const length = body === undefined || chunked ? {} : { "content-length": String(body.length) }
      const request = open({ agent, hostname, port, method, path: target, headers: { ...headers, ...length } })
      const timer = setTimeout(
        () => request.destroy(new Error(`no answer within ${replyTimeoutMs} ms`)),
        replyTimeoutMs
      )
      request.once("close", () => clearTimeout(timer))
      request.once("error", reject)
      request.once("response", (response) => {
        const chunks: Array<Buffer> = []
        response.on("data", (chunk: Buffer) => chunks.push(chunk))
        response.once("error", reject)
        response.once("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: textOf(Buffer.concat(chunks), response.headers)
          })
        )
      })
      request.end(body)
    })

  return { send, close: () => agent.destroy() }
}

/** The same request in a form that the shortcut leaves to the router: with a query, which is empty. */
export const forRouter = <A extends WireRequest>(sent: A): A => ({ ...sent, target: `${sent.target}?` })

/** What must be equal by shortcut and endpoint: all but the date, the request's id, and the reference of a fault. */
export const comparable = ({ status, headers: { date: _, ...headers }, text }: WireReply) => ({
  status,
  headers: { ...headers, "x-request-id": typeof headers["x-request-id"] },
  text: text.replace(/"reference":"[^"]*"/, '"reference":""')
})

/** A request as one line that is enough to send it again. */
export const shown = ({ method, target, headers, body, chunked }: WireRequest): string => {
  const sent = body === undefined ? "" : Buffer.from(body).toString("latin1")
  const text = JSON.stringify(sent.length > 2_000 ? `${sent.slice(0, 2_000)}… ${sent.length} bytes` : sent)
  return `${method} ${target} ${JSON.stringify(headers)}${chunked ? " chunked" : ""} ${text} (as latin1)`
}
