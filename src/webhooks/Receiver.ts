import * as Http from "node:http"
import * as Https from "node:https"
import { isIP, type LookupFunction } from "node:net"
import { Context, Duration, Effect, Layer } from "effect"
import type { DeliveryOutcome } from "../domain/Webhook.ts"
import { NameLookup } from "./NameLookup.ts"
import type { Networks } from "./PublicAddress.ts"
import { hostOf, mayConnect } from "./ReceiverUrl.ts"

/** Addresses that may receive although they are private, and to which plain http is allowed. */
export const WebhookAllow = Context.Reference<Networks>("strategy/webhooks/WebhookAllow", { defaultValue: () => [] })

/** What came of one attempt. */
export interface Attempt {
  readonly outcome: DeliveryOutcome
  readonly status: number | null
  readonly error: string | null
}

export interface Message {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** How long a receiver has for its whole answer, and a name to be resolved. */
const answerTimeout = Duration.seconds(10)

/** No more of an answer is read. */
const maxAnswerBytes = 4_096

const maxErrorLength = 300

const failed = (outcome: DeliveryOutcome, error: string, status: number | null = null): Attempt => ({
  outcome,
  status,
  error: error.slice(0, maxErrorLength)
})

const attemptOf = (status: number): Attempt => {
  if (status >= 200 && status < 300) return { outcome: "delivered", status, error: null }
  return status >= 300 && status < 400
    ? failed("redirected", `The receiver answered ${status}: redirects are not followed.`, status)
    : failed("refused", `The receiver answered ${status}.`, status)
}

const unreachable = (error: NodeJS.ErrnoException): Attempt =>
  failed("unreachable", `The receiver cannot be reached: ${error.code ?? error.message}.`)

/** Answers Node's question for the address of a host by what was resolved and checked before. */
const fixedLookup =
  (addresses: ReadonlyArray<string>): LookupFunction =>
  (_host, { all }, answer) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }))
    if (all) answer(null, found)
    else answer(null, found[0]?.address ?? "", found[0]?.family)
  }

/** Sends the message to one of the addresses. It reads no more of the answer than bounds allow, and closes the connection. */
const send = ({ headers, body }: Message, url: URL, addresses: ReadonlyArray<string>) =>
  Effect.callback<Attempt>((resume) => {
    const { request } = url.protocol === "https:" ? Https : Http
    const sent = request(url, {
      method: "POST",
      agent: false,
      lookup: fixedLookup(addresses),
      headers: {
        ...headers,
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        "user-agent": "strategy-planning"
      }
    })
    const end = (attempt: Attempt) => {
      resume(Effect.succeed(attempt))
      sent.destroy()
    }
    sent.on("error", (error) => end(unreachable(error)))
    sent.on("response", (answer) => {
      let bytes = 0
      answer.on("data", (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > maxAnswerBytes) end(attemptOf(answer.statusCode ?? 0))
      })
      answer.on("end", () => end(attemptOf(answer.statusCode ?? 0)))
      answer.on("error", (error) => end(unreachable(error)))
    })
    sent.end(body)
    return Effect.sync(() => sent.destroy())
  })

const timedOut = (what: string) => () =>
  Effect.succeed(failed("timeout", `${what} within ${Duration.format(answerTimeout)}.`))

/** Sends a message to a webhook's URL. */
export class Receiver extends Context.Service<
  Receiver,
  {
    /** One attempt. It never follows a redirect, and connects only to an address that was checked in this attempt. */
    readonly post: (message: Message) => Effect.Effect<Attempt>
  }
>()("strategy/webhooks/Receiver") {
  static readonly layer = Layer.effect(
    Receiver,
    Effect.gen(function* () {
      const allowed = yield* WebhookAllow
      const lookup = yield* NameLookup

      const addressesOf = (host: string) => (isIP(host) === 0 ? lookup(host) : Effect.succeed([host]))

      const post = Effect.fnUntraced(function* (message: Message) {
        const url = URL.parse(message.url)
        if (url === null) return failed("unreachable", "The URL is not valid.")
        const addresses = yield* addressesOf(hostOf(url)).pipe(
          Effect.map((found) => (found.length === 0 ? "no address" : found)),
          Effect.catchTag("NameNotFound", ({ code }) => Effect.succeed(code)),
          Effect.timeoutOrElse({ duration: answerTimeout, orElse: () => Effect.succeed("no answer") })
        )
        if (typeof addresses === "string") {
          return failed("unreachable", `The name ${url.hostname} cannot be resolved: ${addresses}.`)
        }
        const forbidden = addresses.find((address) => !mayConnect(url, address, allowed))
        if (forbidden !== undefined) {
          return failed("forbidden_address", `${url.hostname} is ${forbidden}, to which nothing may be sent.`)
        }
        return yield* send(message, url, addresses).pipe(
          Effect.timeoutOrElse({ duration: answerTimeout, orElse: timedOut("The receiver did not answer") })
        )
      })

      return Receiver.of({ post })
    })
  )
}
