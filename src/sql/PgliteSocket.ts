import { Duplex } from "node:stream"
import type { PGlite } from "@electric-sql/pglite"

type Backend = Pick<PGlite, "execProtocolRaw">

const cancelRequest = 80877102
const sslRequest = 80877103
const gssEncryptionRequest = 80877104

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

/** What a PostgreSQL backend starts with; ours is one backend for all sessions, one after the other. */
const freshSession = ["ROLLBACK", "DISCARD ALL", "SET TIME ZONE 'UTC'"].map(simpleQuery)

/**
 * One client's connection to an embedded database, in PostgreSQL's wire protocol. The database sees whole messages
 * only: it takes the end of a chunk inside a message for the end of the connection. Every connection shares the one
 * backend, so a new session first rolls back and drops what the one before left.
 */
class PgliteSocket extends Duplex {
  readonly db: Backend
  started = false
  rest: Buffer = Buffer.alloc(0)

  constructor(db: Backend) {
    super()
    this.db = db
  }

  /** The length of the message that begins at `offset`, or undefined while its length is not yet here. */
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
        for (const query of freshSession) await this.db.execProtocolRaw(query)
        this.started = true
        // A copy: this one answer is a view of a buffer that the next one reuses.
        this.push(Buffer.from(await this.db.execProtocolRaw(message)))
      }
    }
  }

  /** Cuts the whole messages off what has come, up to the one that ends the session, or as far as `limit` of them. */
  takeMessages(limit: number): { readonly messages: Buffer; readonly last: boolean } {
    let end = 0
    for (let count = 0; count < limit; count++) {
      const length = this.messageLength(end)
      if (length === undefined || this.rest.length < end + length) break
      if (this.started && this.rest[end] === terminate) return { messages: this.rest.subarray(0, end), last: true }
      end += length
    }
    const messages = this.rest.subarray(0, end)
    this.rest = this.rest.subarray(end)
    return { messages, last: false }
  }

  async feed(chunk: Buffer): Promise<void> {
    this.rest = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk])
    while (!this.started) {
      const { messages } = this.takeMessages(1)
      if (messages.length === 0) return
      await this.start(messages)
    }
    const { messages, last } = this.takeMessages(Number.POSITIVE_INFINITY)
    if (messages.length > 0) this.push(await this.db.execProtocolRaw(messages))
    if (last) this.push(null)
  }

  /** Runs in a later turn of the event loop: a query blocks it, and a row of queries must let others in between. */
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

export const connect = (db: Backend): Duplex => new PgliteSocket(db)
