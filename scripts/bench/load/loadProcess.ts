import { answer, now, processorTime } from "../ProtocolServer.ts"
import { spread } from "../Spread.ts"
import { Connection } from "./Connection.ts"
import type { Load, Loaded, LoadProtocol } from "./LoadProtocol.ts"
import * as Requests from "./Requests.ts"

const run = async (load: Load): Promise<Loaded> => {
  const failed = Promise.withResolvers<never>()
  // A connection may fail before the promise is awaited.
  failed.promise.catch(() => {})
  const numbers = Array.from({ length: load.connections }, (_, n) => n)
  const connections = await Promise.all(numbers.map(() => Connection.open(load.url, failed.reject)))
  const latencies: Array<number> = []
  const statuses = new Map<number, number>()
  let wrong = 0
  let example: string | undefined
  const busyBefore = processorTime()
  const begun = now()
  const end = begun + load.milliseconds

  const drive = (connection: Connection, requests: Requests.Requests) =>
    new Promise<void>((done) => {
      let sent = now()
      const ask = () => {
        sent = now()
        connection.ask(requests.next(), heard)
      }
      const heard = (status: number, body: Buffer) => {
        const at = now()
        latencies.push(at - sent)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (!requests.accept(status, body)) {
          wrong++
          example ??= `${status} ${body.toString("utf8", 0, 300)}`
        }
        const next = sent + (load.intervalMs ?? 0)
        if (Math.max(at, next) >= end) done()
        else if (next > at) setTimeout(ask, next - at)
        else ask()
      }
      ask()
    })

  const all = Promise.all(connections.map((connection, n) => drive(connection, Requests.forConnection(load, n))))
  await Promise.race([all, failed.promise])
  const milliseconds = now() - begun
  const busy = (processorTime() - busyBefore) / milliseconds
  for (const connection of connections) connection.close()
  const answers = latencies.length
  return { answers, milliseconds, latency: spread(latencies), statuses: [...statuses], wrong, example, busy }
}

answer<LoadProtocol>({ run })
