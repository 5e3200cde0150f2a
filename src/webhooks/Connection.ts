import * as Http from "node:http"
import * as Https from "node:https"
import { isIP, type LookupFunction } from "node:net"
import { Effect } from "effect"
import { answerKept } from "../domain/Webhook.ts"
import { type Attempt, failed } from "./Attempt.ts"

/** Shorter than the time after which servers close connections on which nothing happens. */
const maxIdleMs = 1_000

/** The rest of a longer answer is not read. */
const maxAnswerBytes = 4_096

export interface Message {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The receiver closed the kept connection before it answered, which says nothing about the message. */
export const closedBefore = Symbol("closedBefore")

const attemptOf = ({ statusCode: status = 0, headers }: Http.IncomingMessage): Attempt => {
  if (status >= 200 && status < 300) return { outcome: "delivered", status, error: null }
  if (status >= 300 && status < 400) {
    return failed("redirected", `The receiver answered ${status}: redirects are not followed.`, status)
  }
  const refused = failed("refused", `The receiver answered ${status}.`, status)
  const retryAfter = headers["retry-after"]
  return retryAfter === undefined ? refused : { ...refused, retryAfter }
}

/** Text without what PostgreSQL refuses. */
const storable = (bytes: Buffer): string => bytes.toString().replaceAll("\0", "\uFFFD")

const unreachable = (error: NodeJS.ErrnoException): Attempt =>
  failed("unreachable", `The receiver cannot be reached: ${error.code ?? error.message}.`)

/** A `lookup` function for Node that returns addresses which were resolved and checked before. */
const fixedLookup =
  (addresses: ReadonlyArray<string>): LookupFunction =>
  (_host, { all }, answer) => {
    if (addresses.length === 0) return answer(new Error("There is no kept connection."), "")
    const found = addresses.map((address) => ({ address, family: isIP(address) }))
    return all ? answer(null, found) : answer(null, found[0]?.address ?? "", found[0]?.family)
  }

/**
 * One connection to a URL's host, for one message at a time. It is kept after an answer, until it has been idle for
 * `maxIdleMs`.
 */
export const make = (url: URL) => {
  const { Agent, request } = url.protocol === "https:" ? Https : Http
  const agent = new Agent({ keepAlive: true, maxSockets: 1, timeout: maxIdleMs })

  return {
    isKept: (): boolean => Object.keys(agent.freeSockets).length > 0,
    close: (): void => agent.destroy(),
    /**
     * Posts a message over the kept connection, or over a new one to one of the addresses; with none, only over the
     * kept one. Interrupting it closes the connection.
     */
    post: ({ headers, body }: Message, addresses: ReadonlyArray<string>) =>
      Effect.callback<Attempt | typeof closedBefore>((resume) => {
        const sent = request(url, {
          method: "POST",
          agent,
          lookup: fixedLookup(addresses),
          headers: {
            ...headers,
            "content-type": "application/json",
            "content-length": Buffer.byteLength(body),
            "user-agent": "strategy-planning"
          }
        })
        const end = (attempt: Attempt | typeof closedBefore) => resume(Effect.succeed(attempt))
        sent.on("error", (error) =>
          end(sent.reusedSocket || addresses.length === 0 ? closedBefore : unreachable(error))
        )
        sent.on("response", (answer) => {
          let bytes = 0
          const kept: Array<Buffer> = []
          const take = () => end({ ...attemptOf(answer), answer: storable(Buffer.concat(kept)) })
          answer.on("data", (chunk: Buffer) => {
            if (bytes < answerKept) kept.push(chunk.subarray(0, answerKept - bytes))
            bytes += chunk.length
            if (bytes <= maxAnswerBytes) return
            take()
            sent.destroy()
          })
          // By then the agent has the connection back.
          answer.on("end", () => setImmediate(take))
          answer.on("error", (error) => end(unreachable(error)))
        })
        sent.end(body)
        return Effect.sync(() => sent.destroy())
      })
  }
}
