import { setTimeout as pause } from "node:timers/promises"
import { assert } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { call } from "../../scripts/support/Calls.ts"
import { Outcome } from "../../src/domain/Outcome.ts"

const decode = Schema.decodeUnknownSync(Outcome)

/** Between a write and the next, and between a request without an answer and its repetition. */
const [writePauseMs, retryPauseMs] = [25, 50]

export interface Write {
  readonly key: string
  readonly body: {
    readonly eventType: string
    readonly targetId?: string
    readonly data: Readonly<Record<string, string>>
  }
}

export const teamOf = (writer: number) => `00000000-0000-4000-8000-${String(writer + 1).padStart(12, "0")}`

const create = (writer: number): Write => ({
  key: `create-${writer}`,
  body: { eventType: "create_team", data: { id: teamOf(writer), name: `Team ${writer}`, color: "#123456" } }
})

/** Every fifth is rejected: it takes a number, and no stream shows it. Names tell one write from all others. */
export const rename = (writer: number, serial: number): Write => ({
  key: `rename-${writer}-${serial}`,
  body: {
    eventType: serial % 5 === 4 ? "update_principle_title" : "update_team_name",
    targetId: teamOf(writer),
    data: serial % 5 === 4 ? { title: `${writer}/${serial}` } : { name: `${writer}/${serial}` }
  }
})

export const submit = (url: string, token: string, { key, body }: Write): Promise<Response> =>
  call(url, token, "/api/events", body, { "idempotency-key": key })

/** A team for each writer. */
export const prepare = async (url: string, token: string, writers: number): Promise<void> => {
  for (let writer = 0; writer < writers; writer++) {
    assert.strictEqual((await submit(url, token, create(writer))).status, 200)
  }
}

const principleOf = (writer: number) => `00000000-0000-4000-8000-0000000001${String(writer).padStart(2, "0")}`

/** One team with a principle for each writer, up to 100 of them. */
export const prepareTitles = async (url: string, token: string, writers: number): Promise<void> => {
  assert.strictEqual((await submit(url, token, create(0))).status, 200)
  for (let writer = 0; writer < writers; writer++) {
    const data = { id: principleOf(writer), title: `Principle ${writer}` }
    const body = { eventType: "create_principle", targetId: teamOf(0), data }
    assert.strictEqual((await submit(url, token, { key: `principle-${writer}`, body })).status, 200)
  }
}

/** Always applied, for titles that differ. The title without spaces is the key. */
export const retitle = (writer: number, title: string): Write => ({
  key: title.replaceAll(" ", "-"),
  body: { eventType: "update_principle_title", targetId: principleOf(writer), data: { title } }
})

export interface Answered {
  readonly write: Write
  readonly sequenceNumber: number
}

/**
 * Until the scope closes or it is stopped, writers that write all the time, whether or not a server is there: what was
 * not answered is repeated under its key until it is. `stop` gives all that was written.
 */
export const untilStopped = (url: string, token: string, writers: number) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      let stopped = false
      const answered: Array<Answered> = []

      const persist = async (write: Write): Promise<void> => {
        for (;;) {
          const answer = await submit(url, token, write).catch(() => undefined)
          // A connection may break in the midst of a body, too.
          const body: unknown = await answer?.json().catch(() => undefined)
          if (answer?.status === 200 && body !== undefined) {
            answered.push({ write, sequenceNumber: decode(body).sequenceNumber })
            return
          }
          if (stopped) return
          await pause(retryPauseMs)
        }
      }

      const run = async (writer: number): Promise<void> => {
        for (let serial = 0; !stopped; serial++) {
          await persist(rename(writer, serial))
          await pause(writePauseMs)
        }
      }

      const running = Promise.all(Array.from({ length: writers }, (_, writer) => run(writer)))
      return {
        stop: async () => {
          stopped = true
          await running
          return answered
        }
      }
    }),
    ({ stop }) => Effect.promise(stop)
  )
