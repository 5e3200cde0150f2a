import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { call, signIn } from "../../scripts/support/Calls.ts"
import * as ServerProcess from "../../scripts/support/ServerProcess.ts"
import { freshDatabase } from "../support/databases.ts"
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
} from "./EndedSessions.ts"

const rounds = 42
/** The number of rounds that run at the same time. */
const concurrentRounds = 10

/** A session that lasts so long counts as one that does not end; it should end within a second. */
const endTimeoutMs = 10_000

interface Servers {
  /** The address of the server on which sessions end, and of the one on which they are used. */
  readonly here: string
  readonly there: string
  readonly adminToken: string
}

interface Round {
  readonly kind: Kind
  readonly user: string
  /** Milliseconds from the first server's answer until the other ended the stream or refused requests; null if it did not. */
  readonly stream: number | null
  readonly request: number | null
  readonly ended: EventStream.Ended | null
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
  await stream.waitFor(({ event }) => event === "ready", 30_000)
  return stream
}

/** The time at which requests with the session first got another answer than before. */
const changedAt = async (url: string, token: string, expected: string, signal: AbortSignal): Promise<number | null> => {
  while (!signal.aborted) {
    const role = await whoIs(url, token)
    if (role === expected) return performance.now()
    assert.strictEqual(role, "editor")
    await pause(50)
  }
  return null
}

const play = async ({ here, there, adminToken }: Servers, person: Person, kind: Kind): Promise<Round> => {
  const { user, other } = person
  const ending = endingOf(kind, person)
  const [stream, otherStream] = await Promise.all([openStream(there, ending), openStream(there, other)])
  const giveUp = new AbortController()
  const request = changedAt(there, ending, isDemotion(kind) ? "viewer" : "nobody", giveUp.signal)
  const answer = await endSession(kind, here, adminToken, person)
  assert.strictEqual(answer.status, 200, `${kind}: ${await answer.text()}`)
  const answered = performance.now()
  const ended = (await Promise.race([stream.ended, pause(endTimeoutMs)])) ?? null
  const streamEnded = ended?.how === "end" ? (stream.frames.at(-1)?.at ?? null) : null
  const late = setTimeout(() => giveUp.abort(), answered + endTimeoutMs - performance.now())
  const requestChanged = await request
  clearTimeout(late)

  const otherGoesOn = staysSignedIn(kind)
  const otherEnded = await Promise.race([otherStream.ended, pause(otherGoesOn ? 0 : endTimeoutMs)])
  const otherRole = await whoIs(there, other)
  stream.close()
  otherStream.close()
  return {
    kind,
    user: user.username,
    stream: streamEnded === null ? null : streamEnded - answered,
    request: requestChanged === null ? null : requestChanged - answered,
    ended,
    otherStays: otherEnded === undefined && otherRole === "editor"
  }
}

const keptPromise = ({ kind, stream, request, ended, otherStays }: Round): boolean =>
  stream !== null &&
  request !== null &&
  ended?.how === "end" &&
  ended.reason === "session" &&
  otherStays === staysSignedIn(kind)

describe("The end of a session or a token on another server", () => {
  it.live(`ends its stream and refuses its requests soon, in all of ${rounds} rounds`, () =>
    Effect.gen(function* () {
      const databaseUrl = yield* freshDatabase
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
          rounds / kinds.length
        )
      assert.deepStrictEqual(
        played.filter((round) => !keptPromise(round)),
        []
      )
    }).pipe(Effect.scoped)
  )
})
