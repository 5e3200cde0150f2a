import { isIP } from "node:net"
import { Clock, Context, Duration, Effect, Layer } from "effect"
import { type Attempt, failed } from "./Attempt.ts"
import * as Connection from "./Connection.ts"
import { NameLookup } from "./NameLookup.ts"
import type { Networks } from "./PublicAddress.ts"
import { hostOf, mayConnect } from "./ReceiverUrl.ts"

/** Private addresses that may receive deliveries, also over plain http. */
export const WebhookAllow = Context.Reference<Networks>("strategy/webhooks/WebhookAllow", { defaultValue: () => [] })

/** The time limit for a receiver's whole answer, and for resolving a name. */
const answerTimeout = Duration.seconds(10)

/** A connection in use is replaced after this time, so that its name is resolved again. */
const maxConnectionMs = 30_000

/** Makes one attempt to deliver a message. */
type Post = (message: Connection.Message) => Effect.Effect<Attempt>

const timedOut = (what: string) => () =>
  Effect.succeed(failed("timeout", `${what} within ${Duration.format(answerTimeout)}.`))

/** Sends messages to the URLs of webhooks. */
export class Receiver extends Context.Service<
  Receiver,
  {
    /**
     * Prepares deliveries to a URL, one at a time. They never follow a redirect. A connection is kept for the
     * deliveries that follow at once, for 30 s at most; a new one leads to an address that was checked in this attempt.
     */
    readonly at: (url: string) => Post
  }
>()("strategy/webhooks/Receiver") {
  static readonly layer = Layer.effect(
    Receiver,
    Effect.gen(function* () {
      const allowed = yield* WebhookAllow
      const lookup = yield* NameLookup

      const addressesOf = (host: string) => (isIP(host) === 0 ? lookup(host) : Effect.succeed([host]))

      /** All addresses of the host, or why connecting to it is not allowed. */
      const checkedAddresses = Effect.fnUntraced(function* (url: URL) {
        const addresses = yield* addressesOf(hostOf(url)).pipe(
          Effect.map((found) => (found.length === 0 ? "no address" : found)),
          Effect.catchTag("NameNotFound", ({ code }) => Effect.succeed(code)),
          Effect.timeoutOrElse({ duration: answerTimeout, orElse: () => Effect.succeed("no answer") })
        )
        if (typeof addresses === "string") {
          return failed("unreachable", `The name ${url.hostname} cannot be resolved: ${addresses}.`)
        }
        const forbidden = addresses.find((address) => !mayConnect(url, address, allowed))
        if (forbidden === undefined) return { addresses }
        return failed("forbidden_address", `${url.hostname} is ${forbidden}, an address that webhooks may not reach.`)
      })

      const postTo = (url: URL): Post => {
        const connection = Connection.make(url)
        let connectedAt = 0

        const post = (message: Connection.Message, addresses: ReadonlyArray<string>) =>
          connection
            .post(message, addresses)
            .pipe(Effect.timeoutOrElse({ duration: answerTimeout, orElse: timedOut("The receiver did not answer") }))

        return Effect.fnUntraced(function* (message) {
          const isRecent = (yield* Clock.currentTimeMillis) - connectedAt < maxConnectionMs
          if (connection.isKept() && isRecent) {
            const attempt = yield* post(message, [])
            if (attempt !== Connection.closedBefore) return attempt
          }
          connection.close()
          const checked = yield* checkedAddresses(url)
          if (!("addresses" in checked)) return checked
          connectedAt = yield* Clock.currentTimeMillis
          const attempt = yield* post(message, checked.addresses)
          return attempt === Connection.closedBefore
            ? failed("unreachable", "The receiver closed the connection.")
            : attempt
        })
      }

      return Receiver.of({
        at: (text) => {
          const url = URL.parse(text)
          return url === null ? () => Effect.succeed(failed("unreachable", "The URL is not valid.")) : postTo(url)
        }
      })
    })
  )
}
