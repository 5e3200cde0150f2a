/** Called with the parts of a body: the bytes from `start` to `end`, which are only valid during the call. */
type OnBody = (bytes: Buffer, start: number, end: number) => void

const inHead = 0
const inSize = 1
const inChunk = 2
const afterChunk = 3
const inPlain = 4

const newline = 10

const digitOf = (byte: number): number => {
  if (byte >= 48 && byte <= 57) return byte - 48
  const letter = byte | 32
  return letter >= 97 && letter <= 102 ? letter - 87 : -1
}

/**
 * A minimal parser of an HTTP/1.1 response: the status, then the body, chunked or up to the end of the connection. Chunks
 * with only a heartbeat are left out of the body, since they arrive at any time and are not part of the comparison.
 */
export class ResponseReader {
  readonly #onBody: OnBody
  #phase = inHead
  #head = ""
  #size = 0
  #left = 0
  status = 0
  /** Whether the last chunk has arrived. */
  ended = false

  constructor(onBody: OnBody) {
    this.#onBody = onBody
  }

  feed(bytes: Buffer, length: number): void {
    for (let at = 0; at < length && !this.ended; ) {
      if (this.#phase === inChunk) {
        const end = Math.min(length, at + this.#left)
        if (this.#size !== 3) this.#onBody(bytes, at, end)
        this.#left -= end - at
        at = end
        if (this.#left === 0) this.#phase = afterChunk
      } else if (this.#phase === inPlain) {
        this.#onBody(bytes, at, length)
        return
      } else if (this.#phase === inHead) at = this.#readHead(bytes, at, length)
      else this.#readByte(bytes[at++] ?? newline)
    }
  }

  #readHead(bytes: Buffer, at: number, length: number): number {
    const before = this.#head.length
    this.#head += bytes.toString("latin1", at, length)
    const end = this.#head.indexOf("\r\n\r\n")
    if (end === -1) return length
    const head = this.#head.slice(0, end)
    this.#head = ""
    this.status = Number(head.split(" ", 2)[1])
    this.#phase = /^transfer-encoding: *chunked$/im.test(head) ? inSize : inPlain
    return at + end + 4 - before
  }

  /** Reads a byte of the line with a chunk's size, or of the line end after a chunk. */
  #readByte(byte: number): void {
    if (this.#phase === afterChunk) {
      if (byte !== newline) return
      this.#phase = inSize
      this.#size = 0
      return
    }
    const digit = digitOf(byte)
    if (digit >= 0) this.#size = this.#size * 16 + digit
    if (byte !== newline) return
    this.#left = this.#size
    this.#phase = inChunk
    this.ended = this.#size === 0
  }
}
