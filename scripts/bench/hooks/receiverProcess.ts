import { answer, now } from "../ProtocolServer.ts"
import { listen } from "../streams/peers/FreePortServer.ts"
import type { Received, ReceiverProtocol } from "./ReceiverProtocol.ts"

/** The headers that a replay of the message needs. */
const kept = ["webhook-id", "webhook-timestamp", "webhook-signature", "content-type"]

let messages: Array<Received> = []
let times: Array<number> = []
let due = Number.POSITIVE_INFINITY
let arrived = Promise.withResolvers<void>()

answer<ReceiverProtocol>({
  listen: () =>
    listen((request, response) => {
      let body = ""
      request.setEncoding("utf8")
      request.on("data", (chunk: string) => {
        body += chunk
      })
      request.on("end", () => {
        const headers = Object.fromEntries(kept.map((name) => [name, String(request.headers[name])]))
        messages.push({ headers, body })
        times.push(now())
        response.writeHead(204).end()
        if (messages.length >= due) arrived.resolve()
      })
    }),
  take: async (count) => {
    due = count
    arrived = Promise.withResolvers()
    if (messages.length < count) await arrived.promise
    const taken = { messages, milliseconds: (times[count - 1] ?? 0) - (times[0] ?? 0) }
    ;[messages, times, due] = [[], [], Number.POSITIVE_INFINITY]
    return taken
  }
})
