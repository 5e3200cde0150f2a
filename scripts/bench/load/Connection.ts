import { connect, type Socket } from "node:net"

/** A response; the body of a chunked one is as it was sent. */
export interface Answer {
  readonly status: number
  readonly body: Buffer
}

const lastChunk = Buffer.from("0\r\n\r\n")

/** The response that the bytes are, once they are complete. */
const answerIn = (bytes: Buffer): Answer | undefined => {
  const end = bytes.indexOf("\r\n\r\n")
  if (end === -1) return undefined
  const head = bytes.toString("latin1", 0, end + 2)
  const body = bytes.subarray(end + 4)
  const [, length] = /\r\ncontent-length: *(\d+)\r\n/i.exec(head) ?? []
  const isChunked = length === undefined && /\r\ntransfer-encoding: *chunked\r\n/i.test(head)
  const isComplete = isChunked ? body.subarray(-lastChunk.length).equals(lastChunk) : body.length >= Number(length ?? 0)
  return isComplete ? { status: Number(head.slice(9, 12)), body } : undefined
}

/**
 * An HTTP/1.1 keep-alive connection with one request at a time. A complete client would take more processor time than the
 * measured servers.
 */
export class Connection {
  readonly #socket: Socket
  #received: Buffer = Buffer.of()
  #answered: (answer: Answer) => void = () => {}

  private constructor(url: string, ended: (error: Error) => void) {
    const { hostname: host, port } = new URL(url)
    this.#socket = connect({ host, port: Number(port), noDelay: true })
    this.#socket.on("data", (bytes) => this.#hear(bytes))
    this.#socket.once("error", ended)
    this.#socket.once("close", () => ended(new Error("A server closed a connection")))
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

  ask(request: string, answered: (answer: Answer) => void): void {
    this.#answered = answered
    this.#socket.write(request)
  }

  close(): void {
    this.#socket.removeAllListeners("close").destroy()
  }

  #hear(bytes: Buffer): void {
    this.#received = this.#received.length === 0 ? bytes : Buffer.concat([this.#received, bytes])
    const answer = answerIn(this.#received)
    if (answer === undefined) return
    this.#received = Buffer.of()
    this.#answered(answer)
  }
}
