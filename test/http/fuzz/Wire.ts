import { Agent, type IncomingMessage, request as open } from "node:http"

/** A request to the byte: nothing is normalised, encoded or added on the way, apart from what frames the message. */
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

/** Milliseconds after which a request counts as hanging. */
const patience = 60_000

/** Keeps connections open, at most `connections` of them. */
export const make = (base: string, connections: number) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const { hostname, port } = new URL(base)

  const send = ({ method, target, headers, body, chunked = false }: WireRequest): Promise<WireReply> =>
    new Promise((resolve, reject) => {
      const length = body === undefined || chunked ? {} : { "content-length": String(body.length) }
      const request = open({ agent, hostname, port, method, path: target, headers: { ...headers, ...length } })
      const timer = setTimeout(() => request.destroy(new Error(`no answer within ${patience} ms`)), patience)
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
            text: Buffer.concat(chunks).toString("utf8")
          })
        )
      })
      request.end(body)
    })

  return { send, close: () => agent.destroy() }
}

/** A request as a line of a report: enough to send it again. */
export const shown = ({ method, target, headers, body, chunked }: WireRequest): string => {
  const sent = body === undefined ? "" : Buffer.from(body).toString("latin1")
  const text = JSON.stringify(sent.length > 2_000 ? `${sent.slice(0, 2_000)}… ${sent.length} bytes` : sent)
  return `${method} ${target} ${JSON.stringify(headers)}${chunked ? " chunked" : ""} ${text} (as latin1)`
}
