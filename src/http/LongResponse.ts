import { type IncomingMessage, ServerResponse } from "node:http"

/**
 * A response that may stay open when whoever answered the request is done with it: once it is held, `end` has no effect
 * until `release`. So a stream that lasts for hours keeps nothing of its request.
 */
export class LongResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  #isHeld = false

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
}
