/** Called with a part of a body, which is only valid during the call, and with the size of its chunk or of the whole body. */
type OnBody = (part: Buffer, size: number) => void

const inHead = 0
const inSize = 1
const inBody = 2
const afterChunk = 3
const afterLastChunk = 4

const newline = 10

const digitOf = (byte: number): number => {
  if (byte >= 48 && byte <= 57) return byte - 48
  const letter = byte | 32
  return letter >= 97 && letter <= 102 ? letter - 87 : -1
}

/**
 * A minimal parser of the HTTP/1.1 responses on a connection, with a content length or chunked. A complete client would take
 * more CPU time than the measured servers.
 */
export class Responses {
  readonly #onBody: OnBody
  readonly #onEnd: () => void
  #phase = inHead
  #text = ""
  #isChunked = false
  #size = 0
  #left = 0
  /** Of the response that is being read, or was read last. */
  status = 0

  constructor(onBody: OnBody, onEnd: () => void) {
    this.#onBody = onBody
    this.#onEnd = onEnd
  }

  feed(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; ) {
      if (this.#phase === inHead) at = this.#readHead(bytes, at)
      else if (this.#phase === inBody) at = this.#readBody(bytes, at)
      else this.#readByte(bytes[at++] ?? newline)
    }
  }

  #readHead(bytes: Buffer, at: number): number {
    const before = this.#text.length
    this.#text += bytes.toString("latin1", at)
    const end = this.#text.indexOf("\r\n\r\n")
    if (end === -1) return bytes.length
    const head = this.#text.slice(0, end + 2)
    this.#text = ""
    this.status = Number(head.slice(9, 12))
    const [, length] = /\r\ncontent-length: *(\d+)\r\n/i.exec(head) ?? []
    this.#isChunked = length === undefined && /\r\ntransfer-encoding: *chunked\r\n/i.test(head)
    this.#begin(Number(length ?? 0))
    if (this.#isChunked) this.#phase = inSize
    else if (this.#size === 0) this.#finish()
    return at + end + 4 - before
  }

  #begin(size: number): void {
    this.#phase = inBody
    this.#size = size
    this.#left = size
  }

  #readBody(bytes: Buffer, at: number): number {
    const end = Math.min(bytes.length, at + this.#left)
    this.#onBody(bytes.subarray(at, end), this.#size)
    this.#left -= end - at
    if (this.#left === 0 && this.#isChunked) this.#phase = afterChunk
    else if (this.#left === 0) this.#finish()
    return end
  }

  /** Reads a byte of the line with a chunk's size, or of the line end after a chunk. */
  #readByte(byte: number): void {
    const digit = digitOf(byte)
    if (this.#phase === inSize && digit >= 0) this.#size = this.#size * 16 + digit
    if (byte !== newline) return
    if (this.#phase === afterLastChunk) this.#finish()
    else if (this.#phase === afterChunk) {
      this.#phase = inSize
      this.#size = 0
    } else if (this.#size === 0) this.#phase = afterLastChunk
    else this.#begin(this.#size)
  }

  #finish(): void {
    this.#phase = inHead
    this.#onEnd()
  }
}
