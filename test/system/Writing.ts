import { setTimeout as pause } from "node:timers/promises"
import { assert } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { call } from "../../scripts/support/Calls.ts"
import { Outcome } from "../../src/domain/Outcome.ts"

const decode = Schema.decodeUnknownSync(Outcome)

/** The pause of a writer after each answered write. */
const writePauseMs = 25

/** The pause before a write without an answer is repeated. */
const retryPauseMs = 50

export interface Write {
  readonly key: string
  readonly body: {
    readonly eventType: string
    readonly targetId?: string
    readonly data: Readonly<Record<string, string>>
  }
}

const teamOf = (writer: number) => `00000000-0000-4000-8000-${String(writer + 1).padStart(12, "0")}`

const create = (writer: number): Write => ({
  key: `create-${writer}`,
  body: { eventType: "create_team", data: { id: teamOf(writer), name: `Team ${writer}`, color: "#123456" } }
})

/** A rename with a unique name. Every fifth is rejected, so that it has a sequence number and no stream sends it. */
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

/** Creates a team for each writer. */
export const prepare = async (url: string, token: string, writers: number): Promise<void> => {
  for (let writer = 0; writer < writers; writer++) {
    assert.strictEqual((await submit(url, token, create(writer))).status, 200)
  }
}

const principleOf = (writer: number) => `00000000-0000-4000-8000-0000000001${String(writer).padStart(2, "0")}`

/** Creates one team with a principle for each writer, up to 100. */
export const prepareTitles = async (url: string, token: string, writers: number): Promise<void> => {
  assert.strictEqual((await submit(url, token, create(0))).status, 200)
  for (let writer = 0; writer < writers; writer++) {
    const data = { id: principleOf(writer), title: `Principle ${writer}` }
    const body = { eventType: "create_principle", targetId: teamOf(0), data }
    assert.strictEqual((await submit(url, token, { key: `principle-${writer}`, body })).status, 200)
  }
}

/** A new title, which is applied if it differs from the last. The key is the title without spaces. */
export const retitle = (writer: number, title: string): Write => ({
  key: title.replaceAll(" ", "-"),
  body: { eventType: "update_principle_title", targetId: principleOf(writer), data: { title } }
})

interface Answered {
  readonly write: Write
  readonly sequenceNumber: number
}

/**
 * Writers that write all the time, until `stop` or the end of the scope, even while no server runs: a write without an answer
 * is repeated under its key. `stop` returns all answered writes. Writers beside others start their numbers at `first`.
 */
export const untilStopped = (url: string, token: string, writers: number, first = 0) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      let stopped = false
      const answered: Array<Answered> = []

      const persist = async (write: Write): Promise<void> => {
        for (;;) {
          const answer = await submit(url, token, write).catch(() => undefined)
          // A connection may also break in the middle of a body.
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

      const running = Promise.all(Array.from({ length: writers }, (_, index) => run(first + index)))
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
