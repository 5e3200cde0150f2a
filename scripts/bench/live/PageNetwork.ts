import { Agent, type IncomingMessage, request } from "node:http"
import type { Socket } from "node:net"
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib"
import type { Send } from "../../../src/web/contract/Http.ts"
import { fail, succeed } from "../../../src/web/contract/Result.ts"

/** `changes`: as the page works. `views`: the stream carries no changes of views, so views are fetched anew, uncompressed. */
export type Mode = "changes" | "views"

export interface Opening {
  /** The server's URL, such as `http://127.0.0.1:54321`. */
  readonly url: string
  readonly teamId: string
  readonly mode: Mode
}

const decoders: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
  gzip: gunzipSync
}

/** A browser's connections to one server with one session: its requests, its cache of what has an ETag, its event stream. */
export class PageNetwork {
  readonly #opening: Opening
  readonly #token: string
  /** Browsers open at most six connections to a server. */
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 6 })
  readonly #sockets = new Set<Socket>()
  readonly #kept = new Map<string, { readonly etag: string; readonly body: Uint8Array }>()
  #before = 0

  constructor(opening: Opening, token: string) {
    this.#opening = opening
    this.#token = token
  }

  /** Bytes received since `restart`. */
  get bytes(): number {
    return this.#received - this.#before
  }

  get #received(): number {
    let sum = 0
    for (const { bytesRead } of this.#sockets) sum += bytesRead
    return sum
  }

  restart(): void {
    this.#before = this.#received
  }

  get(path: string, headers: Readonly<Record<string, string>>): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const { url, mode } = this.#opening
      const encodings = mode === "changes" ? { "accept-encoding": "gzip, deflate, br, zstd" } : {}
      const cookie = `strategy_session=${this.#token}`
      const call = request(url + path, { agent: this.#agent, headers: { cookie, ...encodings, ...headers } }, resolve)
      call.on("socket", (socket) => this.#sockets.add(socket))
      call.on("error", reject)
      call.end()
    })
  }

  readonly send: Send = async (path) => {
    const kept = this.#kept.get(path)
    const response = await this.get(path, kept === undefined ? {} : { "if-none-match": kept.etag })
    const received = Buffer.concat(await response.toArray())
    const { statusCode: status = 0, headers } = response
    if (status === 304 && kept !== undefined) return succeed(new Response(kept.body, { headers: { etag: kept.etag } }))
    if (status !== 200) return fail({ kind: "unreachable" })
    const body = decoders[headers["content-encoding"] ?? ""]?.(received) ?? received
    if (headers.etag === undefined) return succeed(new Response(body))
    this.#kept.set(path, { etag: headers.etag, body })
    return succeed(new Response(body, { headers: { etag: headers.etag } }))
  }
}

/** The page's `EventSource` over a network. In the mode `views` it does not request changes of views. */
export const eventSourceOf = (network: PageNetwork, { mode }: Pick<Opening, "mode">) =>
  class extends EventTarget {
    constructor(path: string) {
      super()
      const asked = mode === "views" ? path.replace("?changes=1", "") : path
      void network.get(asked, { accept: "text/event-stream" }).then((response) => this.#read(response))
    }

    close(): void {}

    async #read(response: IncomingMessage): Promise<void> {
      let rest = ""
      for await (const text of response.setEncoding("utf8")) {
        const blocks = (rest + text).split("\n\n")
        rest = blocks.pop() ?? ""
        for (const block of blocks) this.#dispatch(block)
      }
      this.dispatchEvent(new Event("error"))
    }

    #dispatch(block: string): void {
      const fields = new Map(
        block.split("\n").map((line) => [line.split(":", 1)[0], line.slice(line.indexOf(":") + 2)])
      )
      const [type, data, lastEventId] = [fields.get("event"), fields.get("data"), fields.get("id") ?? ""]
      if (type !== undefined) this.dispatchEvent(new MessageEvent(type, { data, lastEventId }))
    }
  }
