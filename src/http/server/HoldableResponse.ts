import { type IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"

/**
 * A response that can stay open after its handler has returned: once it is held, `end` has no effect until `release`. So a
 * stream that lasts for hours does not keep the fiber of its request.
 */
export class HoldableResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  /** Notified when the response has been sent. */
  sent: { readonly answered: () => void } | undefined
  #isHeld = false
  #isSent = false
  #closesForStop = false
  #whenNext: (() => void) | undefined

  get isHeld(): boolean {
    return this.#isHeld
  }

  /** Whether all of it has been handed to the operating system, and the connection is free for the next response. */
  get isSent(): boolean {
    return this.#isSent
  }

  /** Whether responses to earlier requests on the connection are still to be sent. */
  get isWaiting(): boolean {
    return this.socket === null && !this.#isSent
  }

  /** Calls back once the earlier responses on the connection are sent; never if the connection closes before. */
  whenNext(callback: () => void): void {
    this.#whenNext = callback
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

  /** Node calls it at once, or when the responses before this one have been sent. */
  override assignSocket(socket: Socket): void {
    super.assignSocket(socket)
    if (this.#whenNext !== undefined) setImmediate(this.#whenNext)
  }

  /** Node calls it when the response has been sent. */
  override detachSocket(socket: Socket): void {
    this.#isSent = true
    super.detachSocket(socket)
    this.sent?.answered()
  }

  /** Makes it send `Connection: close` and close its connection at its end, unless its headers are sent already. */
  closeConnection(): void {
    if (this.headersSent || !this.shouldKeepAlive) return
    this.#closesForStop = true
    this.shouldKeepAlive = false
  }

  /** Undoes `closeConnection`, because another response follows on the connection. */
  keepConnection(): void {
    if (this.headersSent || !this.#closesForStop) return
    this.#closesForStop = false
    this.shouldKeepAlive = true
  }
}
