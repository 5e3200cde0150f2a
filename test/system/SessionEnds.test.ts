import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { call, signIn } from "../../scripts/support/Calls.ts"
import * as ServerProcess from "../../scripts/support/ServerProcess.ts"
import { migratedDatabase } from "../support/databases.ts"
import * as EventStream from "../support/EventStream.ts"
import {
  endingOf,
  endSession,
  isDemotion,
  type Kind,
  kinds,
  makePeople,
  type Person,
  staysSignedIn
} from "./proofs/EndedSessions.ts"

/** How often each kind of end is played. */
const roundsEach = 2
const rounds = roundsEach * kinds.length
/** The number of rounds that run at the same time. */
const concurrentRounds = 10

interface Servers {
  /** The address of the server on which sessions end, and of the one on which they are used. */
  readonly here: string
  readonly there: string
  readonly adminToken: string
}

interface Round {
  readonly kind: Kind
  readonly ended: EventStream.Ended
  /** Whether the user's other session and its stream continued. */
  readonly otherStays: boolean
}

/** The role that a server sees in the session or token, or "nobody". */
const whoIs = async (url: string, token: string): Promise<unknown> => {
  const answer = await call(url, token, "/api/auth/me")
  if (answer.status === 401) return "nobody"
  const body: unknown = await answer.json()
  return typeof body === "object" && body !== null ? Reflect.get(body, "role") : undefined
}

const pause = (millis: number) => new Promise<void>((resolve) => setTimeout(resolve, millis))

const openStream = async (url: string, token: string): Promise<EventStream.EventStream> => {
  const stream = EventStream.open({ url, token })
  await stream.waitFor(({ event }) => event === "ready", 120_000)
  return stream
}

/** Waits until requests with the session get another answer than before; the test's time limit ends the wait. */
const untilRoleIs = async (url: string, token: string, expected: string): Promise<void> => {
  for (;;) {
    const role = await whoIs(url, token)
    if (role === expected) return
    assert.strictEqual(role, "editor")
    await pause(50)
  }
}

const play = async ({ here, there, adminToken }: Servers, person: Person, kind: Kind): Promise<Round> => {
  const { other } = person
  const ending = endingOf(kind, person)
  const [stream, otherStream] = await Promise.all([openStream(there, ending), openStream(there, other)])
  const answer = await endSession(kind, here, adminToken, person)
  assert.strictEqual(answer.status, 200, `${kind}: ${await answer.text()}`)
  await untilRoleIs(there, ending, isDemotion(kind) ? "viewer" : "nobody")
  const ended = await stream.ended

  const otherEnded = await (staysSignedIn(kind) ? Promise.race([otherStream.ended, undefined]) : otherStream.ended)
  const otherRole = await whoIs(there, other)
  stream.close()
  otherStream.close()
  return { kind, ended, otherStays: otherEnded === undefined && otherRole === "editor" }
}

const keptPromise = ({ kind, ended, otherStays }: Round): boolean =>
  ended.how === "end" && ended.reason === "session" && otherStays === staysSignedIn(kind)

describe("The end of a session or a token on another server", () => {
  it.live(`ends its stream and refuses its requests, in all of ${rounds} rounds`, () =>
    Effect.gen(function* () {
      const databaseUrl = yield* migratedDatabase
      const env = { DATABASE_URL: Redacted.value(databaseUrl) }
      const here = yield* ServerProcess.start(env)
      const there = yield* ServerProcess.start(env)
      const people = yield* makePeople(databaseUrl, rounds)
      const adminToken = yield* Effect.promise(() => signIn(here.url))
      const servers = { here: here.url, there: there.url, adminToken }
      const played = yield* Effect.forEach(
        people.entries(),
        ([n, person]) => Effect.promise(() => play(servers, person, kinds[n % kinds.length] ?? "logout")),
        { concurrency: concurrentRounds }
      )
      assert.lengthOf(played, rounds)
      for (const kind of kinds)
        assert.lengthOf(
          played.filter((round) => round.kind === kind),
          roundsEach
        )
      assert.deepStrictEqual(
        played.filter((round) => !keptPromise(round)),
        []
      )
    }).pipe(Effect.scoped)
  )
})
