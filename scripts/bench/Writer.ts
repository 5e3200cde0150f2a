import { Effect } from "effect"
import { call, signIn } from "../support/Calls.ts"
import { trying } from "./Validity.ts"

/** A server and the session of a user who writes to it. */
export interface Writer {
  readonly url: string
  readonly token: string
}

/** Signs in as the admin that a server makes at its first start. */
export const admin = (url: string) => trying("The admin's sign-in", async () => ({ url, token: await signIn(url) }))

/** Submits an event, which must be applied; gives its sequence number. */
export const write = ({ url, token }: Writer, eventType: string, data: Record<string, unknown>, targetId?: string) =>
  trying(`The write ${eventType}`, async (): Promise<number> => {
    const response = await call(url, token, "/api/events", { eventType, data, ...(targetId && { targetId }) })
    const text = await response.text()
    const { status, sequenceNumber } = JSON.parse(text)
    if (response.status !== 200 || status !== "applied") throw new Error(`it was answered with ${text}`)
    return sequenceNumber
  })

const password = "correct horse"

/** Creates a user; gives the token of a session. */
export const makeUser = ({ url, token }: Writer, username: string, role: string) =>
  trying("The making of a user", async () => {
    const made = await call(url, token, "/api/admin/users", { username, password, role })
    if (made.status !== 201) throw new Error(`the user was answered with ${made.status}`)
    return signIn(url, username, password)
  })

/** The server's limit of streams per user. */
const streamsPerUser = 20

/** Creates as many viewers as the streams need; gives a session's token for each stream. */
export const viewers = Effect.fnUntraced(function* (writer: Writer, streams: number) {
  const names = Array.from({ length: Math.ceil(streams / streamsPerUser) }, (_, n) => `viewer ${n}`)
  const made = yield* Effect.forEach(names, (name) => makeUser(writer, name, "viewer"), { concurrency: 2 })
  return Array.from({ length: streams }, (_, n) => made[n % made.length] ?? "")
})
