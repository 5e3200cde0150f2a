import { Agent, request } from "node:http"

export interface Call {
  readonly path: string
  readonly method?: "GET" | "POST"
  readonly token?: string
  /** Sent as JSON; a string is sent unchanged. */
  readonly body?: unknown
}

export interface Answered {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly text: string
}

/** A caller gives up if it receives nothing for this time. */
const silenceMs = 60_000

/** A caller with a single connection, from one of this machine's addresses. */
export const caller = (url: string, localAddress: string) => {
  const { hostname, port } = new URL(url)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const call = ({ path, method = "GET", token = "", body }: Call): Promise<Answered> =>
    new Promise((resolve, reject) => {
      const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body)
      const headers = {
        cookie: `strategy_session=${token}`,
        ...(method === "GET" ? {} : { "x-csrf-token": "1" }),
        ...(text === undefined
          ? {}
          : { "content-type": "application/json", "content-length": String(Buffer.byteLength(text)) })
      }
      const sent = request({ hostname, port, path, method, headers, agent, localAddress }, (response) => {
        const chunks: Array<Buffer> = []
        response.on("data", (chunk: Buffer) => chunks.push(chunk))
        response.on("error", reject)
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            retryAfter: response.headers["retry-after"],
            text: Buffer.concat(chunks).toString()
          })
        )
      })
      sent.setTimeout(silenceMs, () => sent.destroy(new Error(`no answer for ${silenceMs / 1_000} s`)))
      sent.on("error", reject)
      sent.end(text)
    })
  return { call, close: () => agent.destroy() }
}
