import { get } from "node:http"
import { setTimeout as pause } from "node:timers/promises"
import { Effect } from "effect"
import { type Ended, type Frame, open } from "../support/EventStream.ts"

/** Milliseconds between two who come. */
const apart = 10

/** What came of a request on a connection of its own: the answer, or the code of what went wrong. */
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

export interface Heard {
  /** What `/health` said to each, in order. */
  readonly health: ReadonlyArray<string>
  /** The streams each opened. */
  readonly streams: ReadonlyArray<Stream>
}

/** From now on until stopped, or the scope closes, one after the other comes, asks for health and opens a stream. */
export const come = (url: string, token: string) =>
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
          await pause(apart)
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
