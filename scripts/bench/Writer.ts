import { Effect, Schema } from "effect"
import { Outcome } from "../../src/domain/Outcome.ts"
import { call, signIn } from "../support/Calls.ts"
import { InvalidRun } from "./InvalidRun.ts"
import { now } from "./ProtocolServer.ts"

/** An answered write, with times in milliseconds of the machine's monotonic clock. */
export interface Write {
  readonly sequenceNumber: number
  readonly sentAt: number
  readonly answeredAt: number
}

/** A server and the session of a user who writes to it. */
export interface Writer {
  readonly url: string
  readonly token: string
}

const decodeOutcome = Schema.decodeUnknownEffect(Outcome)

/** Signs in as the admin that a server makes at its first start. */
export const admin = Effect.fn("Writer.admin")(function* (url: string) {
  const token = yield* Effect.tryPromise({
    try: () => signIn(url),
    catch: (cause) => new InvalidRun({ message: `The admin could not sign in: ${cause}.` })
  })
  if (token === "") return yield* new InvalidRun({ message: "The admin's sign-in was refused." })
  return { url, token }
})

/** Submits an event, which must be applied. */
export const write = Effect.fn("Writer.write")(
  function* (
    { url, token }: Writer,
    eventType: string,
    data: Record<string, unknown>,
    targetId?: string
  ): Effect.fn.Return<Write, InvalidRun | Schema.SchemaError> {
    const body = { eventType, data, ...(targetId === undefined ? {} : { targetId }) }
    const sentAt = now()
    const { status, answer } = yield* Effect.tryPromise({
      try: async () => {
        const response = await call(url, token, "/api/events", body)
        return { status: response.status, answer: await response.json() }
      },
      catch: (cause) => new InvalidRun({ message: `A write failed: ${cause}.` })
    })
    const answeredAt = now()
    if (status !== 200) return yield* new InvalidRun({ message: `A write was answered with ${status}.` })
    const outcome = yield* decodeOutcome(answer)
    if (outcome.status === "applied") return { sequenceNumber: outcome.sequenceNumber, sentAt, answeredAt }
    return yield* new InvalidRun({ message: `A write was not applied: ${outcome.rejectionReason ?? outcome.status}.` })
  },
  Effect.catchTag("SchemaError", () => new InvalidRun({ message: "The answer to a write was not an outcome." }))
)

export const password = "correct horse"

/** Creates a user with `password`; gives the token of a session. */
export const makeUser = ({ url, token }: Writer, username: string, role: string) =>
  Effect.tryPromise({
    try: async () => {
      const made = await call(url, token, "/api/admin/users", { username, password, role })
      if (made.status !== 201) throw new Error(`the user was answered with ${made.status}`)
      return signIn(url, username, password)
    },
    catch: (cause) => new InvalidRun({ message: `A user could not be made: ${cause}.` })
  })
