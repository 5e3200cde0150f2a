import type { PGlite } from "@electric-sql/pglite"

/** The only backend of an embedded database. Its sessions take turns. */
export interface PgliteBackend {
  /** The sessions that are open. */
  readonly sessions: Set<object>
  /** Waits for the turns of other sessions to end, in the order of the calls. The result ends this one. */
  readonly turn: () => Promise<() => void>
  /** Sends whole messages and returns the answer. Rejects when the backend stops now or has stopped before. */
  readonly exchange: (messages: Buffer, options: { readonly untilReady: boolean }) => Promise<Uint8Array>
}

const readyForQuery = Buffer.from("Z\0\0\0\u0005", "latin1")

const endsReady = (answer: Buffer): boolean =>
  answer.length > readyForQuery.length && readyForQuery.equals(answer.subarray(-6, -1))

/** An error's text is in the field M. */
const errorMessageIn = (answer: Buffer): string =>
  /\0M([^\0]+)\0/.exec(answer.toString("utf8"))?.[1] ?? "no reason given"

/**
 * Where PostgreSQL would end its process, for example on a full disk, PGlite breaks off its answer, and the next
 * message would loop for ever and block the event loop. So after an incomplete answer `onStop` is called with the
 * reason and no message is sent any more. Committed data is there at the next start.
 */
export const make = (db: Pick<PGlite, "execProtocolRawStream">, onStop: (reason: string) => void): PgliteBackend => {
  let stopped: Error | undefined
  const stop = (reason: string): Error => {
    stopped = new Error(`The embedded database has stopped: ${reason}`)
    onStop(reason)
    return stopped
  }
  /** `execProtocolRaw` would parse each message, and keep it as long as the database is open (PGlite 0.5.16). */
  const answerTo = async (messages: Buffer): Promise<Buffer> => {
    const parts: Array<Buffer> = []
    await db.execProtocolRawStream(messages, { onRawData: (part) => parts.push(Buffer.from(part)) })
    return Buffer.concat(parts)
  }
  let lastTurn = Promise.resolve()
  return {
    sessions: new Set(),
    turn: () => {
      const before = lastTurn
      const { promise, resolve } = Promise.withResolvers<void>()
      lastTurn = promise
      return before.then(() => resolve)
    },
    exchange: async (messages, { untilReady }) => {
      if (stopped !== undefined) return Promise.reject(stopped)
      const answered = await answerTo(messages).catch((cause) => stop(String(cause)))
      if (answered instanceof Error) return Promise.reject(answered)
      return !untilReady || endsReady(answered) ? answered : Promise.reject(stop(errorMessageIn(answered)))
    }
  }
}
