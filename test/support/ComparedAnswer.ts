import type { ServerResponse } from "node:http"
import { Socket } from "node:net"
import { isDeepStrictEqual } from "node:util"
import { IdentifiedRequest } from "../../src/http/pipeline/IdentifiedRequest.ts"
import { HoldableResponse } from "../../src/http/server/HoldableResponse.ts"

/** A response as it would be sent to its client. */
export interface Answer {
  /** Status line and headers. */
  readonly head: string
  readonly chunks: ReadonlyArray<unknown>
}

/** Node keeps the head of a response, once it is written, in the form in which it is sent. */
const headOf = (response: ServerResponse): string => {
  const head = Reflect.get(response, "_header")
  if (typeof head !== "string") throw new Error("Node does not keep the head of a response any more.")
  return head
}

/** Wraps the response that the shortcut writes to, and calls `answered` with the whole answer before it is sent. */
export const observed = (response: ServerResponse, answered: (answer: Answer) => void): ServerResponse => {
  const call = (method: (...args: Array<never>) => unknown, args: ReadonlyArray<unknown>) =>
    Reflect.apply(method, response, args)
  const seen: ServerResponse = Object.create(response, {
    setHeader: { value: (...args: ReadonlyArray<unknown>) => call(response.setHeader, args) },
    writeHead: {
      value: (...args: ReadonlyArray<unknown>) => {
        call(response.writeHead, args)
        return seen
      }
    },
    end: {
      value: (chunk: unknown) => {
        answered({ head: headOf(response), chunks: [chunk] })
        call(response.end, [chunk])
        return seen
      }
    }
  })
  return seen
}

/** A response that is recorded and not sent. */
export class RecordedResponse extends HoldableResponse {
  readonly #chunks: Array<unknown> = []
  readonly #answered: (answer: Answer) => void

  constructor(request: IdentifiedRequest, answered: (answer: Answer) => void) {
    super(request)
    this.#answered = answered
  }

  override write(chunk: unknown): boolean {
    this.#chunks.push(chunk)
    return true
  }

  override end(...[chunk, sent]: ReadonlyArray<unknown>): this {
    // Without a socket Node keeps the bytes, and checks their number.
    super.end(...(typeof chunk === "function" ? [] : [chunk]))
    this.#answered({ head: headOf(this), chunks: [...this.#chunks, chunk] })
    for (const done of [chunk, sent]) if (typeof done === "function") done()
    return this
  }
}

/** A request that was sent, with its body where that was read. */
interface Sent {
  readonly request: IdentifiedRequest
  readonly body: Uint8Array | undefined
}

/** The same request once more, from the same address and without a connection. */
export const twinOf = ({ request, body }: Sent): IdentifiedRequest => {
  const socket = new Socket()
  Object.defineProperty(socket, "remoteAddress", { value: request.socket.remoteAddress })
  const { requestId } = request
  const twin = new IdentifiedRequest(socket)
  const { method, url, httpVersion, httpVersionMajor, httpVersionMinor, headers } = request
  Object.assign(twin, { method, url, httpVersion, httpVersionMajor, httpVersionMinor, headers, complete: true })
  if (requestId !== undefined) twin.identify(() => requestId)
  if (body !== undefined) twin.push(body)
  twin.push(null)
  return twin
}

/** Matches headers that Node adds depending on the connection. */
const connectionHeader = /^(?:date|connection|keep-alive):/i

const headLines = ({ head }: Answer): ReadonlyArray<string> =>
  head
    .trimEnd()
    .split("\r\n")
    .filter((line) => !connectionHeader.test(line))
    .sort()

/** The body without the reference of an error, which differs each time. */
const bodyOf = ({ chunks }: Answer): string => {
  const parts = chunks.filter((chunk) => typeof chunk === "string" || chunk instanceof Uint8Array)
  const body = Buffer.concat(parts.map((part) => Buffer.from(part))).toString("latin1")
  return body.replace(/"reference":"[^"]*"/, '"reference":""')
}

/** The largest number of characters of a body that are shown. */
const maxShownLength = 1_000

const shown = ({ request: { method, url, headers }, body }: Sent) => ({
  request: `${method} ${url}`,
  headers,
  body: Buffer.from(body ?? "")
    .toString("latin1")
    .slice(0, maxShownLength)
})

/** The request, and the lines that only one of its answers has; undefined if the answers are equal. */
export const difference = (request: Sent, shortcut: Answer, declared: Answer): string | undefined => {
  const [shortHead, longHead] = [headLines(shortcut), headLines(declared)]
  // A view's bytes are encoded once for both.
  const isSameBody = isDeepStrictEqual(shortcut.chunks, declared.chunks) || bodyOf(shortcut) === bodyOf(declared)
  if (isSameBody && isDeepStrictEqual(shortHead, longHead)) return undefined
  const [short, long] = [
    [...shortHead, bodyOf(shortcut)],
    [...longHead, bodyOf(declared)]
  ]
  const without = (lines: ReadonlyArray<string>, others: ReadonlyArray<string>) =>
    lines.filter((line) => !others.includes(line)).map((line) => line.slice(0, maxShownLength))
  return JSON.stringify(
    { ...shown(request), onlyShortcut: without(short, long), onlyDeclared: without(long, short) },
    undefined,
    2
  )
}
