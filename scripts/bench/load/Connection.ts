import { createConnection, type Socket } from "node:net"

/** Called with each response; the body is only valid during the call. */
type Answered = (status: number, body: Buffer) => void

const blank = Buffer.from("\r\n\r\n")
const length = /\r\ncontent-length: *(\d+)\r\n/i

const bodyLength = (head: string, status: number): number => {
  const found = length.exec(head)?.[1]
  if (found !== undefined) return Number(found)
  if (status === 304 || status === 204) return 0
  throw new Error(`A response has no content length: ${head.slice(0, 200)}`)
}

/**
 * An HTTP/1.1 keep-alive connection with one request at a time. It parses only what a load needs, since a complete client
 * would take more CPU time than the measured servers.
 */
export class Connection {
  readonly #socket: Socket
  #answered: Answered = () => {}
  /** The first bytes of an incomplete head. */
  #head: Buffer | undefined
  /** An incomplete body, and the number of its bytes that have arrived. */
  #body: Buffer | undefined
  #filled = 0
  #status = 0

  private constructor(url: string, ended: (error: Error) => void) {
    const { hostname, port } = new URL(url)
    const onread = {
      buffer: Buffer.allocUnsafe(65_536),
      callback: (count: number, buffer: Uint8Array) => {
        try {
          this.#read(Buffer.from(buffer.buffer, buffer.byteOffset, count))
        } catch (error) {
          ended(error instanceof Error ? error : new Error(String(error)))
        }
        return true
      }
    }
    this.#socket = createConnection({ host: hostname, port: Number(port), noDelay: true, onread })
    this.#socket.once("error", ended)
    this.#socket.once("close", () => ended(new Error("A server closed a connection.")))
  }

  /** Calls `ended` on an error, or when the server closes the connection. */
  static open(url: string, ended: (error: Error) => void): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const connection = new Connection(url, (error) => {
        reject(error)
        ended(error)
      })
      connection.#socket.once("connect", () => resolve(connection))
    })
  }

  ask(request: Buffer | string, answered: Answered): void {
    this.#answered = answered
    this.#socket.write(request)
  }

  close(): void {
    this.#socket.removeAllListeners("close").destroy()
  }

  #read(chunk: Buffer): void {
    if (this.#body !== undefined) this.#fill(this.#body, chunk)
    else this.#begin(this.#head === undefined ? chunk : Buffer.concat([this.#head, chunk]))
  }

  #begin(bytes: Buffer): void {
    const end = bytes.indexOf(blank)
    if (end < 0) {
      this.#head = Buffer.from(bytes)
      return
    }
    this.#head = undefined
    const head = bytes.toString("latin1", 0, end + 2)
    this.#status = Number(head.slice(9, 12))
    const size = bodyLength(head, this.#status)
    const begun = bytes.subarray(end + blank.length)
    if (begun.length >= size) {
      this.#answered(this.#status, begun)
      return
    }
    this.#body = Buffer.allocUnsafe(size)
    this.#filled = 0
    this.#fill(this.#body, begun)
  }

  #fill(body: Buffer, chunk: Buffer): void {
    chunk.copy(body, this.#filled)
    this.#filled += chunk.length
    if (this.#filled < body.length) return
    this.#body = undefined
    this.#answered(this.#status, body)
  }
}
