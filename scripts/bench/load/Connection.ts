import { connect } from "node:net"

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

export interface Connection {
  readonly ask: (request: string) => Promise<Answer>
  readonly close: () => void
}

/**
 * Opens an HTTP/1.1 keep-alive connection with one request at a time; calls `ended` on an error, or when the server closes it.
 * A complete client would take more processor time than the measured servers.
 */
export const openConnection = (url: string, ended: (error: Error) => void): Promise<Connection> => {
  const { hostname: host, port } = new URL(url)
  const socket = connect({ host, port: Number(port), noDelay: true })
  let received: Buffer = Buffer.of()
  let answered = (_: Answer): void => {}
  socket.on("data", (bytes) => {
    received = received.length === 0 ? bytes : Buffer.concat([received, bytes])
    const answer = answerIn(received)
    if (answer === undefined) return
    received = Buffer.of()
    answered(answer)
  })
  return new Promise((resolve, reject) => {
    const failed = (error: Error) => {
      reject(error)
      ended(error)
    }
    const ask = (request: string) =>
      new Promise<Answer>((resolve) => {
        answered = resolve
        socket.write(request)
      })
    socket.once("error", failed)
    socket.once("close", () => failed(new Error("A server closed a connection")))
    socket.once("connect", () => resolve({ ask, close: () => socket.removeAllListeners("close").destroy() }))
  })
}
