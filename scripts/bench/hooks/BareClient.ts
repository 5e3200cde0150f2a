import { Agent, request } from "node:http"
import type { Received } from "./ReceiverProtocol.ts"

/** Posts a message and waits for the answer. */
const post = (url: string, agent: Agent, { headers, body }: Received) =>
  new Promise<void>((resolve, reject) => {
    const sent = request(url, {
      method: "POST",
      agent,
      headers: { ...headers, "content-length": Buffer.byteLength(body) }
    })
    sent.on("response", (answer) => answer.resume().on("end", resolve))
    sent.on("error", reject).end(body)
  })

/** Posts the messages one after the other over one connection, and calls `after` after each. */
export const postAll = async (url: string, messages: ReadonlyArray<Received>, after: () => Promise<unknown>) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (const message of messages) {
    await post(url, agent, message)
    await after()
  }
  agent.destroy()
}
