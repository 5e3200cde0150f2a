import type { ServerResponse } from "node:http"
import { setTimeout as pause } from "node:timers/promises"
import { Effect } from "effect"
import { testReceiver } from "../../webhooks/TestReceiver.ts"

/** The kinds of faults. With `takes` the receiver has the message nevertheless; after other faults it must be sent again. */
const kinds: ReadonlyArray<{
  readonly takes: boolean
  readonly answer: (response: ServerResponse, goDown: (milliseconds: number) => void) => unknown
}> = [
  { takes: true, answer: (response) => sendForEver(response) },
  { takes: false, answer: (response) => response.writeHead(500).end("wrong") },
  { takes: true, answer: (response) => pause(3_000).then(() => response.writeHead(204).end()) },
  { takes: false, answer: (response) => response.writeHead(302, { location: "http://169.254.169.254/" }).end() },
  { takes: false, answer: (_response, goDown) => goDown(1_000) },
  { takes: false, answer: (response) => response.writeHead(200, { "content-length": 99 }).end("cut off") },
  { takes: false, answer: () => "nothing, until the sender gives up" }
]

const sendForEver = (response: ServerResponse): void => {
  const write = () => {
    while (!response.destroyed && response.write(Buffer.alloc(65_536))) {
      // Writes until the connection is full.
    }
  }
  response.on("drain", write)
  write()
}

/**
 * A receiver that answers messages with 204, but has a fault after every `interval` received messages, `faults` times in all,
 * of each kind in turn: an endless answer, a 500, three seconds of silence, a redirect, being down for a second, a truncated
 * answer, no answer.
 */
export const difficultReceiver = Effect.fnUntraced(function* (faults: number, interval: number) {
  const { behaviour, url, until, goDown, received } = yield* testReceiver
  const taken: Array<number> = []
  let faultsSoFar = 0
  behaviour.answer = (response, { id }) => {
    const fault =
      faultsSoFar < faults && taken.length >= (faultsSoFar + 1) * interval
        ? kinds[faultsSoFar++ % kinds.length]
        : undefined
    // Somebody may ask for more events than fit in memory.
    received.splice(0, received.length - 10_000)
    if (fault?.takes !== false) taken.push(Number(id.split(".")[1]))
    if (fault === undefined) response.writeHead(204).end()
    else void fault.answer(response, goDown)
  }
  return { url, taken, received, until, faultsSoFar: () => faultsSoFar }
})
