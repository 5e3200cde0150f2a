import type { PGlite } from "@electric-sql/pglite"

/** The one backend of an embedded database, which all its connections share one after the other. */
export interface PgliteBackend {
  /** The answer to whole messages. Rejects when the backend has stopped, at this message or before. */
  readonly exchange: (messages: Buffer, options: { readonly untilReady: boolean }) => Promise<Uint8Array>
}

const readyForQuery = Buffer.from("Z\0\0\0\u0005", "latin1")

const endsReady = (answer: Buffer): boolean =>
  answer.length > readyForQuery.length && readyForQuery.equals(answer.subarray(-6, -1))

/** The text of an error message is the field M. */
const errorMessageIn = (answer: Buffer): string =>
  /\0M([^\0]+)\0/.exec(answer.toString("utf8"))?.[1] ?? "no reason given"

/**
 * Where PostgreSQL would end its process, on a full disk for one, PGlite falls silent, and the next message to it
 * would spin for ever and take the event loop along. So an answer that stops short is the last: `onStop` hears why,
 * and nothing is asked any more. What was committed is there at the next start.
 */
export const make = (db: Pick<PGlite, "execProtocolRaw">, onStop: (reason: string) => void): PgliteBackend => {
  let stopped: Error | undefined
  const stop = (reason: string): Error => {
    stopped = new Error(`The embedded database has stopped: ${reason}`)
    onStop(reason)
    return stopped
  }
  return {
    exchange: async (messages, { untilReady }) => {
      if (stopped !== undefined) return Promise.reject(stopped)
      const answered = await db.execProtocolRaw(messages).then(Buffer.from, (cause) => stop(String(cause)))
      if (answered instanceof Error) return Promise.reject(answered)
      return !untilReady || endsReady(answered) ? answered : Promise.reject(stop(errorMessageIn(answered)))
    }
  }
}
