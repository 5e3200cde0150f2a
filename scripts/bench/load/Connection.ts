import { connect, type Socket } from "node:net"
import { Responses } from "./Responses.ts"

/** Called with each response; the body is only valid during the call. */
type Answered = (status: number, body: Buffer) => void

/** An HTTP/1.1 keep-alive connection with one request at a time. */
export class Connection {
  readonly #socket: Socket
  #answered: Answered = () => {}
  #body = Buffer.allocUnsafe(65_536)
  #filled = 0

  private constructor(url: string, ended: (error: Error) => void) {
    const { hostname: host, port } = new URL(url)
    const responses = new Responses(
      (part) => this.#keep(part),
      () => {
        const body = this.#body.subarray(0, this.#filled)
        this.#filled = 0
        this.#answered(responses.status, body)
      }
    )
    const callback = (count: number, { buffer, byteOffset }: Uint8Array) => {
      responses.feed(Buffer.from(buffer, byteOffset, count))
      return true
    }
    const onread = { buffer: Buffer.allocUnsafe(65_536), callback }
    this.#socket = connect({ host, port: Number(port), noDelay: true, onread })
    this.#socket.once("error", ended)
    this.#socket.once("close", () => ended(new Error("A server closed a connection.")))
  }

  /** Calls `ended` on an error, or when the server closes the connection. */
  static open(url: string, ended: (error: Error) => void): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const failed = (error: Error) => {
        reject(error)
        ended(error)
      }
      const connection = new Connection(url, failed)
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

  #keep(part: Buffer): void {
    const length = this.#filled + part.length
    if (length > this.#body.length) {
      const larger = Buffer.allocUnsafe(2 * length)
      this.#body.copy(larger, 0, 0, this.#filled)
      this.#body = larger
    }
    part.copy(this.#body, this.#filled)
    this.#filled = length
  }
}
