import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"

export interface Received {
  readonly id: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const textOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** A receiver on a free port of 127.0.0.1 that keeps its messages and answers as the test says, by default 204. */
export const testReceiver = Effect.gen(function* () {
  const received: Array<Received> = []
  const behaviour: { answer: (response: ServerResponse, message: Received) => void } = {
    answer: (response) => void response.writeHead(204).end()
  }
  let waiting: Array<() => void> = []
  const server = createServer((request, response) => {
    void textOf(request).then((body) => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      const message = { id: headers["webhook-id"] ?? "", headers, body }
      received.push(message)
      behaviour.answer(response, message)
      const told = waiting
      waiting = []
      for (const resume of told) resume()
    })
  })
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => {
      server.listen(0, "127.0.0.1", () => resume(Effect.void))
    }),
    () =>
      Effect.sync(() => {
        server.close()
        server.closeAllConnections()
      })
  )
  let connections = 0
  server.on("connection", () => {
    connections += 1
  })
  const next = Effect.callback<void>((resume) => {
    waiting.push(() => resume(Effect.void))
  })
  /** Waits until the received messages fulfil the condition. */
  const until = (condition: (received: ReadonlyArray<Received>) => boolean): Effect.Effect<void> =>
    Effect.suspend(() => (condition(received) ? Effect.void : Effect.andThen(next, until(condition))))
  const { port } = server.address() as AddressInfo
  /** Closes all connections and refuses new ones for a while. */
  const goDown = (milliseconds: number): void => {
    server.close(() => setTimeout(() => server.listen(port, "127.0.0.1"), milliseconds))
    server.closeAllConnections()
  }
  return {
    received,
    goDown,
    behaviour,
    until,
    connections: () => connections,
    port,
    url: `http://127.0.0.1:${port}/hook`
  }
})
