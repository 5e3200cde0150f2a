import { get } from "node:http"
import { setTimeout as pause } from "node:timers/promises"
import { Effect } from "effect"
import { type Ended, type Frame, open } from "../../support/EventStream.ts"

const arrivalIntervalMs = 10

/** Sends a request on a new connection; returns status and body, or the error's code. */
const ask = (url: string): Promise<string> =>
  new Promise((resolve) => {
    get(url, { agent: false }, (response) => {
      let body = ""
      response.on("data", (chunk: Buffer) => {
        body += chunk.toString()
      })
      response.on("end", () => resolve(`${response.statusCode} ${body}`))
      response.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    }).on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  })

export interface Stream {
  readonly ended: Ended
  readonly frames: ReadonlyArray<Frame>
}

interface Heard {
  /** The answers of `/health`, in order. */
  readonly health: ReadonlyArray<string>
  /** The streams, in order. */
  readonly streams: ReadonlyArray<Stream>
}

/** Asks for health and opens a stream on new connections, again and again, until `stop` or until the scope closes. */
export const arrive = (url: string, token: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const health: Array<Promise<string>> = []
      const streams: Array<Promise<Stream>> = []
      let stopped = false
      const running = (async () => {
        while (!stopped) {
          health.push(ask(`${url}/health`))
          const { ended, frames } = open({ url, token })
          streams.push(ended.then((ended) => ({ ended, frames })))
          await pause(arrivalIntervalMs)
        }
      })()
      return {
        stop: async (): Promise<Heard> => {
          stopped = true
          await running
          return { health: await Promise.all(health), streams: await Promise.all(streams) }
        }
      }
    }),
    ({ stop }) => Effect.promise(stop)
  )
