import { Duplex } from "node:stream"
import type { PgliteBackend } from "./PgliteBackend.ts"

const cancelRequest = 80877102
const sslRequest = 80877103
const gssEncryptionRequest = 80877104

/** The messages that a session may send after the first one. */
const knownTags = Buffer.from("BCDEHPQSX")
const [maxStartupBytes, maxMessageBytes] = [10_000, 256 * 1_048_576]

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

/** Resets the backend to the state of a new one. */
const freshBackend = ["DISCARD ALL", "SET TIME ZONE 'UTC'"].map(simpleQuery)

/** Ends whatever an incomplete batch of messages has begun, too. */
const rollback = Buffer.concat([Buffer.from("S\0\0\0\u0004", "latin1"), simpleQuery("ROLLBACK")])

/** Whether a transaction is open after an answer that ends with `ReadyForQuery`. */
export const leavesOpen = (answer: Uint8Array): boolean => answer.at(-1) !== "I".charCodeAt(0)

/**
 * One client's connection to an embedded database, in PostgreSQL's wire protocol. Only whole messages are passed on,
 * because PGlite takes a chunk that ends inside a message for the end of the connection. All connections share one
 * backend: a session has it for a batch of messages or a transaction, which is rolled back if the session ends before.
 * Settings and prepared statements are the backend's, so they outlive a session until no other is open.
 */
class PgliteSocket extends Duplex {
  readonly backend: PgliteBackend
  started = false
  rest: Buffer = Buffer.alloc(0)
  endTurn: (() => void) | undefined
  feeding: Promise<void> = Promise.resolve()

  constructor(backend: PgliteBackend) {
    super()
    this.backend = backend
  }

  /** Takes the next whole message; undefined until it has arrived. Throws if it is not PostgreSQL's protocol. */
  takeMessage(): Buffer | undefined {
    const tagBytes = this.started ? 1 : 0
    if (this.rest.length < tagBytes + 4) return undefined
    const length = this.rest.readUInt32BE(tagBytes)
    const isValid = this.started
      ? knownTags.includes(this.rest.readUInt8()) && length >= 4 && length <= maxMessageBytes
      : length >= 8 && length <= maxStartupBytes
    if (!isValid) throw new Error("The client does not speak PostgreSQL's protocol")
    if (this.rest.length < tagBytes + length) return undefined
    const message = this.rest.subarray(0, tagBytes + length)
    this.rest = this.rest.subarray(tagBytes + length)
    return message
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
        this.endTurn = await this.backend.turn()
        if (this.backend.sessions.size === 0) {
          for (const statement of freshBackend) await this.backend.exchange(statement, { untilReady: true })
        }
        this.backend.sessions.add(this)
        this.started = true
        await this.answer(message, { untilReady: true })
      }
    }
  }

  /** Answers messages in this session's turn, which lasts until it has no transaction open. */
  async answer(messages: Buffer, options: { readonly untilReady: boolean }): Promise<void> {
    this.endTurn ??= await this.backend.turn()
    if (this.destroyed) return
    const answer = await this.backend.exchange(messages, options)
    this.push(answer)
    if (!options.untilReady || leavesOpen(answer)) return
    this.endTurn()
    this.endTurn = undefined
  }

  async leave(): Promise<void> {
    this.backend.sessions.delete(this)
    if (this.endTurn === undefined) return
    // A backend that has stopped has rolled back as well.
    await this.backend.exchange(rollback, { untilReady: true }).catch(() => undefined)
    this.endTurn()
    this.endTurn = undefined
  }

  async feed(chunk: Buffer): Promise<void> {
    this.rest = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk])
    const messages: Array<Buffer> = []
    for (let message = this.takeMessage(); message !== undefined; message = this.takeMessage()) {
      if (!this.started) {
        await this.start(message)
      } else if (message[0] === terminate) {
        await this.leave()
        this.push(null)
        return
      } else {
        messages.push(message)
        if (message[0] === query || message[0] === sync) {
          await this.answer(Buffer.concat(messages.splice(0)), { untilReady: true })
        }
      }
    }
    if (messages.length > 0) await this.answer(Buffer.concat(messages), { untilReady: false })
  }

  /** Runs in a later turn of the event loop, because queries block it and other work must run between them. */
  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    setImmediate(() => {
      if (!this.destroyed) this.feeding = this.feed(chunk).then(() => done(), done)
    })
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.feeding.then(() => this.leave()).then(() => done(error))
  }

  override _read(): void {}
}

export const connect = (backend: PgliteBackend): Duplex => new PgliteSocket(backend)
