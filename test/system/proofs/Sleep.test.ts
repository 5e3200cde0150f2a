import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Redacted } from "effect"
import { call, signIn } from "../../../scripts/support/Calls.ts"
import * as ServerProcess from "../../../scripts/support/ServerProcess.ts"
import { migratedDatabase } from "../../support/databases.ts"
import * as EventStream from "../../support/EventStream.ts"
import { endingOf, endSession, kinds, makePeople, type Person } from "./EndedSessions.ts"
import * as HeldRelay from "./HeldRelay.ts"

/** With `SLEEP_ROUNDS` each sleep takes a random time of 1 to 15 s, less than requests wait, and 400 are sent in it. */
const rounds = Number(process.env.SLEEP_ROUNDS ?? 0)
const isLong = rounds > 0
/** The connections that wait for a suspended server fit into its backlog of 511. */
const requestsEach = isLong ? 50 : 20
const sleepMs = () => (isLong ? 1_000 + Math.random() * 14_000 : 2_500)

/** The time in which a server must learn what happened on another one; held in the long proof. */
const promisedMs = 1_000

/** The limit of each wait for a stream, which a busy machine does not reach. */
const waitMs = 120_000

/** The ways in which sessions and tokens end; "nothing" is for a session that continues. */
const fates = [...kinds, "nothing"] as const
type Fate = (typeof fates)[number]

interface Servers {
  readonly here: string
  /** The server that is suspended, or whose listening connection is held up. */
  readonly there: string
  readonly adminToken: string
}

interface ServersAndTeam extends Servers {
  readonly teamId: string
}

interface Visitor {
  readonly fate: Fate
  readonly person: Person
  readonly stream: EventStream.EventStream
}

interface Asked {
  readonly fate: Fate
  readonly what: string
  readonly status: number
  readonly body: string
}

const pause = (millis: number) => new Promise<void>((resolve) => setTimeout(resolve, millis))

const teamEvent = (teamId: string, eventType: string, data: unknown) => ({ eventType, targetId: teamId, data })

/** Whether a request is sent before the sessions end, or after. */
type When = "Early" | "Late"

/** The shortcut answers views, and events without an idempotency key; the endpoints answer the others. */
const requests = ["view", "me", "event", "event with key"] as const

const ask = async (
  { there, teamId }: ServersAndTeam,
  { fate, person }: Visitor,
  when: When,
  n: number
): Promise<Asked> => {
  const what = requests[n % requests.length] ?? "me"
  const event = teamEvent(teamId, "create_objective", { title: `${when} by ${fate} ${n}` })
  const send = () => {
    switch (what) {
      case "view":
        return call(there, endingOf(fate, person), "/api/teams")
      case "me":
        return call(there, endingOf(fate, person), "/api/auth/me")
      case "event":
        return call(there, endingOf(fate, person), "/api/events", event)
      case "event with key":
        return call(there, endingOf(fate, person), "/api/events", event, { "idempotency-key": `${when}-${n}` })
    }
  }
  const answer = await send()
  return { fate, what, status: answer.status, body: await answer.text() }
}

const askAll = (place: ServersAndTeam, visitors: ReadonlyArray<Visitor>, when: When, each: number) =>
  Promise.all(visitors.flatMap((visitor) => Array.from({ length: each }, (_, n) => ask(place, visitor, when, n))))

/** A demoted editor may still read, as a viewer. */
const isExpected = ({ fate, what, status, body }: Asked): boolean => {
  switch (fate) {
    case "nothing":
      return status === 200
    case "demotion":
    case "demotion+token":
      return what.startsWith("event") ? status === 403 : status === 200 && !body.includes("editor")
    default:
      return status === 401
  }
}

/** Waits until the other server knows what became of the session; the test's time limit ends the wait. */
const untilKnown = async (place: ServersAndTeam, visitor: Visitor): Promise<void> => {
  const me = requests.indexOf("me")
  while (!isExpected(await ask(place, visitor, "Late", me))) await pause(50)
}

const withNewTeam = async (servers: Servers): Promise<ServersAndTeam> => {
  const teamId = crypto.randomUUID()
  const event = { eventType: "create_team", data: { id: teamId, name: `Team ${teamId}`, color: "#123456" } }
  assert.strictEqual((await call(servers.here, servers.adminToken, "/api/events", event)).status, 200)
  return { ...servers, teamId }
}

/** A person for each fate, with an open stream and answered requests, so that the server has cached the session. */
const openVisitors = async (place: ServersAndTeam, people: ReadonlyArray<Person>): Promise<ReadonlyArray<Visitor>> => {
  const visitors = fates.map((fate, index): Visitor => {
    const person = people[index]
    assert.isDefined(person)
    return { fate, person, stream: EventStream.open({ url: place.there, token: endingOf(fate, person) }) }
  })
  await Promise.all(visitors.map(({ stream }) => stream.waitFor(({ event }) => event === "ready", waitMs)))
  for (const asked of await askAll(place, visitors, "Early", 2 * requests.length))
    assert.strictEqual(asked.status, 200, asked.what)
  return visitors
}

const endAll = async ({ here, adminToken }: ServersAndTeam, visitors: ReadonlyArray<Visitor>) => {
  for (const { fate, person } of visitors) {
    if (fate !== "nothing") assert.strictEqual((await endSession(fate, here, adminToken, person)).status, 200)
  }
}

/** Writes an event on the other server after the sessions have ended; returns its sequence number. */
const writeAfterwards = async ({ here, adminToken, teamId }: ServersAndTeam): Promise<unknown> => {
  const answer = await call(here, adminToken, "/api/events", teamEvent(teamId, "create_objective", { title: "After" }))
  const body: unknown = await answer.json()
  return typeof body === "object" && body !== null ? Reflect.get(body, "sequenceNumber") : undefined
}

const isChange = (sequenceNumber: unknown) => (frame: EventStream.Frame) =>
  frame.event === "change" && frame.id.endsWith(`.${sequenceNumber}`)

/** Checks that the streams of ended sessions have ended without later events, and that the other stream has them. */
const checkStreams = async (visitors: ReadonlyArray<Visitor>, later: unknown) => {
  for (const { fate, stream } of visitors) {
    if (fate === "nothing") {
      await stream.waitFor(isChange(later), waitMs)
    } else {
      assert.deepStrictEqual(await stream.ended, { how: "end", reason: "session" }, fate)
      assert.isFalse(stream.frames.some(isChange(later)), `${fate} received a later event`)
    }
    stream.close()
  }
}

const objectivesOf = async ({ here, adminToken, teamId }: ServersAndTeam): Promise<string> =>
  (await call(here, adminToken, `/api/teams/${teamId}/objectives`)).text()

const between = (here: ServerProcess.ServerProcess, there: ServerProcess.ServerProcess): Effect.Effect<Servers> =>
  Effect.map(
    Effect.promise(() => signIn(here.url)),
    (adminToken) => ({ here: here.url, there: there.url, adminToken })
  )

const suspendOnce = async (servers: Servers, people: ReadonlyArray<Person>, { kill }: ServerProcess.ServerProcess) => {
  const at = await withNewTeam(servers)
  const visitors = await openVisitors(at, people)
  kill("SIGSTOP")
  const asleep = pause(sleepMs())
  await endAll(at, visitors)
  const later = await writeAfterwards(at)
  const answers = askAll(at, visitors, "Late", requestsEach)
  await asleep
  kill("SIGCONT")
  assert.deepStrictEqual(
    (await answers).filter((asked) => !isExpected(asked)),
    []
  )
  await checkStreams(visitors, later)
  const written = await objectivesOf(at)
  for (const fate of kinds) assert.notInclude(written, `Late by ${fate}`)
}

const holdOnce = async (servers: Servers, people: ReadonlyArray<Person>, relay: HeldRelay.HeldRelay) => {
  const at = await withNewTeam(servers)
  const visitors = await openVisitors(at, people)
  relay.hold()
  await endAll(at, visitors)
  await (isLong ? pause(promisedMs) : Promise.all(visitors.map((visitor) => untilKnown(at, visitor))))
  const answers = await askAll(at, visitors, "Late", requestsEach)
  assert.deepStrictEqual(
    answers.filter((asked) => !isExpected(asked)),
    []
  )
  const later = await writeAfterwards(at)
  await checkStreams(visitors, later)
  relay.release()
}

const timeout = isLong ? rounds * 90_000 : 300_000

const lastRound = Math.max(1, rounds)

/** The users of each round. */
const usersEach = fates.length

/** A server on which sessions end, one that sleeps, and one that is held up; and users for each round of both tests. */
const threeServers = Effect.gen(function* () {
  const databaseUrl = yield* migratedDatabase
  const relay = yield* HeldRelay.make(Redacted.value(databaseUrl))
  const here = yield* ServerProcess.start({ DATABASE_URL: Redacted.value(databaseUrl) })
  const sleeping = yield* ServerProcess.start({ DATABASE_URL: Redacted.value(databaseUrl) })
  const heldUp = yield* ServerProcess.start({ DATABASE_URL: relay.url })
  const people = yield* makePeople(databaseUrl, 2 * usersEach * lastRound)
  return { relay, here, sleeping, heldUp, people }
})

class ThreeServers extends Context.Service<ThreeServers, Effect.Success<typeof threeServers>>()(
  "test/system/Sleep/ThreeServers"
) {
  static readonly layer = Layer.effect(ThreeServers, threeServers)
}

layer(ThreeServers.layer, { excludeTestServices: true })("A session or token that ended on another server", (it) => {
  it.effect(
    "is refused by a server that was suspended meanwhile, in waiting requests and in streams",
    () =>
      Effect.gen(function* () {
        const { here, sleeping, people } = yield* ThreeServers
        const servers = yield* between(here, sleeping)
        for (let round = 0; round < lastRound; round++) {
          yield* Effect.promise(() => suspendOnce(servers, people.slice(round * usersEach), sleeping))
        }
      }),
    timeout
  )

  it.effect(
    "is soon refused by a server whose listening connection is silently held up, and its streams end",
    () =>
      Effect.gen(function* () {
        const { relay, here, heldUp, people } = yield* ThreeServers
        const servers = yield* between(here, heldUp)
        for (let round = lastRound; round < 2 * lastRound; round++) {
          yield* Effect.promise(() => holdOnce(servers, people.slice(round * usersEach), relay))
        }
      }),
    timeout
  )
})
