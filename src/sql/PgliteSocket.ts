import { Duplex } from "node:stream"
import type { PgliteBackend } from "./PgliteBackend.ts"

const cancelRequest = 80877102
const sslRequest = 80877103
const gssEncryptionRequest = 80877104

const query = "Q".charCodeAt(0)
const sync = "S".charCodeAt(0)
const terminate = "X".charCodeAt(0)
const refused = Buffer.from("N")

const simpleQuery = (sql: string): Buffer => {
  const body = Buffer.from(`${sql}\0`)
  const frame = Buffer.alloc(5 + body.length)
  frame.write("Q")
  frame.writeUInt32BE(4 + body.length, 1)
  body.copy(frame, 5)
  return frame
}

/** Resets the backend, which all sessions share one after the other, to the state of a new one. */
const freshSession = ["ROLLBACK", "DISCARD ALL", "SET TIME ZONE 'UTC'"].map(simpleQuery)

/**
 * One client's connection to an embedded database, in PostgreSQL's wire protocol. Only whole messages are passed on,
 * because PGlite takes a chunk that ends inside a message for the end of the connection. All connections share one
 * backend, so a new session first rolls back and discards what the last one left.
 */
class PgliteSocket extends Duplex {
  readonly backend: PgliteBackend
  started = false
  rest: Buffer = Buffer.alloc(0)

  constructor(backend: PgliteBackend) {
    super()
    this.backend = backend
  }

  /** The length of the message at `offset`; undefined until its length field has arrived. */
  messageLength(offset: number): number | undefined {
    const tag = this.started ? 1 : 0
    return this.rest.length < offset + tag + 4 ? undefined : tag + this.rest.readUInt32BE(offset + tag)
  }

  async start(message: Buffer): Promise<void> {
    switch (message.readUInt32BE(4)) {
      case cancelRequest:
        this.push(null)
        return
      case sslRequest:
      case gssEncryptionRequest:
        this.push(refused)
        return
      default: {
        for (const statement of freshSession) await this.backend.exchange(statement, { untilReady: true })
        this.started = true
        this.push(await this.backend.exchange(message, { untilReady: true }))
      }
    }
  }

  /** Takes the next whole message; undefined until it has arrived. */
  takeMessage(): Buffer | undefined {
    const length = this.messageLength(0)
    if (length === undefined || this.rest.length < length) return undefined
    const message = this.rest.subarray(0, length)
    this.rest = this.rest.subarray(length)
    return message
  }

  async feed(chunk: Buffer): Promise<void> {
    this.rest = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk])
    const messages: Array<Buffer> = []
    for (let message = this.takeMessage(); message !== undefined; message = this.takeMessage()) {
      if (!this.started) {
        await this.start(message)
      } else if (message[0] === terminate) {
        this.push(null)
        return
      } else {
        messages.push(message)
        if (message[0] === query || message[0] === sync) {
          this.push(await this.backend.exchange(Buffer.concat(messages.splice(0)), { untilReady: true }))
        }
      }
    }
    if (messages.length > 0) this.push(await this.backend.exchange(Buffer.concat(messages), { untilReady: false }))
  }

  /** Runs in a later turn of the event loop, because queries block it and other work must run between them. */
  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    setImmediate(() => {
      if (this.destroyed) return
      this.feed(chunk).then(() => done(), done)
    })
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  override _read(): void {}
}

export const connect = (backend: PgliteBackend): Duplex => new PgliteSocket(backend)
