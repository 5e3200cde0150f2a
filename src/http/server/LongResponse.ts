import { type IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"

/**
 * A response that may stay open when whoever answered the request is done with it: once it is held, `end` has no effect
 * until `release`. So a stream that lasts for hours keeps nothing of its request.
 */
export class LongResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  /** Told when the response has been sent. */
  sent: { readonly answered: () => void } | undefined
  #isHeld = false
  #isSent = false
  #closesForStop = false

  get isHeld(): boolean {
    return this.#isHeld
  }

  /** All of it has been handed to the operating system, and its connection is free for the next answer. */
  get isSent(): boolean {
    return this.#isSent
  }

  hold(): void {
    this.#isHeld = true
  }

  release(): void {
    this.#isHeld = false
    this.end()
  }

  override end(...args: ReadonlyArray<unknown>): this {
    return this.#isHeld ? this : Reflect.apply(super.end, this, args)
  }

  /** Node calls it when the response has been sent. */
  override detachSocket(socket: Socket): void {
    this.#isSent = true
    super.detachSocket(socket)
    this.sent?.answered()
  }

  /** Has it say `Connection: close` and close its connection when it is sent, unless its headers are out already. */
  closeConnection(): void {
    if (this.headersSent || !this.shouldKeepAlive) return
    this.#closesForStop = true
    this.shouldKeepAlive = false
  }

  /** Undoes `closeConnection`: another answer comes behind this one on its connection. */
  keepConnection(): void {
    if (this.headersSent || !this.#closesForStop) return
    this.#closesForStop = false
    this.shouldKeepAlive = true
  }
}
