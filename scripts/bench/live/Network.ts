import type { Send } from "../../../src/web/contract/Http.ts"
import { fail, succeed } from "../../../src/web/contract/Result.ts"

export interface Session {
  /** The server's URL, such as `http://127.0.0.1:54321`. */
  readonly url: string
  readonly token: string
}

const get = ({ url, token }: Session, path: string, accept = "*/*"): Promise<Response> =>
  fetch(url + path, { headers: { cookie: `strategy_session=${token}`, accept } })

/** The page's requests in a session. */
export const sendIn =
  (session: Session): Send =>
  async (path) => {
    const response = await get(session, path)
    return response.ok ? succeed(response) : fail({ kind: "unreachable" })
  }

/** The page's `EventSource` in a session. */
export const eventSourceIn = (session: Session) =>
  class extends EventTarget {
    constructor(path: string) {
      super()
      void get(session, path, "text/event-stream").then((response) => this.#read(response))
    }

    close(): void {}

    async #read({ body }: Response): Promise<void> {
      let rest = ""
      for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) {
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
