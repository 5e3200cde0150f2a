import { IncomingMessage } from "node:http"
import { Effect } from "effect"
import { SecureRandom } from "effect/crypto"

/** What a request may be named by its sender; other names are ignored. */
const acceptable = /^[\w.:/+=@-]{1,128}$/

export const requestIdHeader = "x-request-id"

export type SignInOutcome = "login" | "login_failed" | "locked"

/** A request of Node with what the log says of it beside its head. */
export class IdentifiedRequest extends IncomingMessage {
  /** The name of whoever is signed in; known once the session is looked up. */
  username: string | undefined
  /** How a sign-in ended, since its status does not say it. */
  outcome: SignInOutcome | undefined
  /** The tool that an agent called, and whether it refused. */
  call: { readonly tool: string; readonly refused: boolean } | undefined
  /** The token that was in the address, such as a feed's; no log shows it. */
  addressToken: string | undefined
  #madeId: string | undefined

  /** From `X-Request-ID`, or made by `identify`. It is given back with the answer. */
  get requestId(): string | undefined {
    const sent = this.headers[requestIdHeader]
    return typeof sent === "string" && acceptable.test(sent) ? sent : this.#madeId
  }

  /** Gives a request an id that came without one. */
  identify(newId: () => string): void {
    if (this.requestId === undefined) this.#madeId = newId()
  }
}

/**
 * Makes ids of requests: a random beginning for the server and a running number, since a UUID takes longer than all the rest of
 * a light request.
 */
export const makeIds = Effect.map(
  SecureRandom.SecureRandom.use((random) => random.uuidV4()),
  (uuid) => {
    const server = uuid.slice(0, 13)
    let count = 0
    return () => `${server}-${(++count).toString(36)}`
  }
)

/** The id of a request in any form; undefined if it has none. */
export const requestIdOf = (source: unknown): string | undefined =>
  source instanceof IdentifiedRequest ? source.requestId : undefined

/** The token that was in the address of a request; undefined if there was none. */
export const addressTokenOf = (source: unknown): string | undefined =>
  source instanceof IdentifiedRequest ? source.addressToken : undefined

/** Keeps the name of the signed-in user for the log. */
export const setUsername = (source: unknown, username: string): void => {
  if (source instanceof IdentifiedRequest) source.username = username
}

/** Keeps for the log how a sign-in ended. */
export const setOutcome = (source: unknown, outcome: SignInOutcome): void => {
  if (source instanceof IdentifiedRequest) source.outcome = outcome
}

/** Keeps for the log which tool was called, and whether it refused. */
export const setCall = (source: unknown, tool: string, refused: boolean): void => {
  if (source instanceof IdentifiedRequest) source.call = { tool, refused }
}
