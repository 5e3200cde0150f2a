import { Schema } from "effect"
import type { UserId } from "../../../src/domain/entities/Ids.ts"
import { Outcome } from "../../../src/domain/Outcome.ts"
import type { Chance } from "./Chance.ts"
import { choose, type Made } from "./Choice.ts"
import type { Server } from "./Servers.ts"
import { type Submission, world } from "./World.ts"

export interface Person {
  readonly userId: UserId
  readonly token: string
}

export interface Answered {
  readonly userId: UserId
  readonly key: string
  readonly submission: Submission
  readonly outcome: Outcome
}

/** The answers and faults that all writers have seen. */
export interface Ledger {
  readonly answered: Array<Answered>
  /** The number of requests that were not answered with 200, for whatever reason. */
  unanswered: number
  views: number
  /** The first 20 faults. */
  readonly faults: Array<string>
  readonly made: Array<Made>
}

export const emptyLedger = (): Ledger => ({ answered: [], unanswered: 0, views: 0, faults: [], made: [] })

export type Pair = readonly [Server, Server]

/** After this time a writer gives up a request, which a suspended server may still carry out when it continues. */
const requestTimeoutMs = 2_000
/** A write that no server answers within this time is a fault. */
const maxWriteMs = 300_000
const pauses = 300

const decodeOutcome = Schema.decodeUnknownSync(Outcome)
const decodeView = Schema.decodeUnknownSync(Schema.Struct({ sequenceNumber: Schema.Int }))

const pause = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis))

const request = (url: string, token: string, init: { readonly body?: string; readonly key?: string }) =>
  fetch(url, {
    method: init.body === undefined ? "GET" : "POST",
    headers: {
      cookie: `strategy_session=${token}`,
      "x-csrf-token": "1",
      "content-type": "application/json",
      ...(init.key === undefined ? {} : { "idempotency-key": init.key })
    },
    ...(init.body === undefined ? {} : { body: init.body }),
    signal: AbortSignal.timeout(requestTimeoutMs)
  })

const fault = ({ faults }: Ledger, text: string): void => {
  if (faults.length < 20) faults.push(text)
}

/** The status and body of an answer; undefined if no complete one arrived. */
const answerOf = async (asked: Promise<Response>): Promise<readonly [number, string] | undefined> => {
  try {
    const response = await asked
    return [response.status, await response.text()]
  } catch {
    return undefined
  }
}

/** Sends a write to the servers in turn until one answers; returns that server and the outcome, or undefined. */
export const submit = async (
  servers: Pair,
  first: number,
  { userId, token }: Person,
  key: string,
  submission: Submission,
  ledger: Ledger
): Promise<{ readonly server: Server; readonly outcome: Outcome } | undefined> => {
  const body = JSON.stringify(submission)
  const begun = performance.now()
  for (let turn = first; performance.now() - begun < maxWriteMs; turn++) {
    const server = servers[turn % 2 === 0 ? 0 : 1]
    const answer = await answerOf(request(`${server.url}/api/events`, token, { body, key }))
    if (answer?.[0] === 200) {
      const outcome = decodeOutcome(JSON.parse(answer[1]))
      ledger.answered.push({ userId, key, submission, outcome })
      return { server, outcome }
    }
    if (answer !== undefined && answer[0] !== 503) fault(ledger, `${key} was answered ${answer[0]}: ${answer[1]}`)
    ledger.unanswered += 1
    await pause(20 + ((turn - first) % 10) * 20)
  }
  fault(ledger, `${key} was not answered within ${maxWriteMs} ms`)
  return undefined
}

interface Writing {
  readonly servers: Pair
  /** The index of the server that the writer asks first. */
  readonly home: number
  readonly person: Person
  readonly isAdmin: boolean
  readonly name: string
  readonly chance: Chance
  readonly begun: number
  readonly ledger: Ledger
  readonly isOver: () => boolean
}

/**
 * Writes one event after the other until the run is over, and reads views in between, which must not be older than what the
 * same process has shown or answered before.
 */
export const write = async (writing: Writing): Promise<void> => {
  const { servers, home, person, isAdmin, name, chance, begun, ledger, isOver } = writing
  const shown = new Map<string, number>()
  const placeOf = ({ name, life }: Server, teamId: string) => `${name} ${life} ${teamId}`
  let seen = begun

  const look = async (): Promise<void> => {
    const server = servers[chance.below(2) === 0 ? 0 : 1]
    const teamId = world[chance.below(world.length)]?.id ?? ""
    const place = placeOf(server, teamId)
    const path = `/api/teams/${teamId}/${chance.pick(["principles", "objectives"])}`
    const answer = await answerOf(request(`${server.url}${path}`, person.token, {}))
    if (answer === undefined || place !== placeOf(server, teamId)) return
    if (answer[0] !== 200) return answer[0] === 503 ? undefined : fault(ledger, `${path}: ${answer[0]} ${answer[1]}`)
    const { sequenceNumber } = decodeView(JSON.parse(answer[1]))
    const known = shown.get(place) ?? 0
    if (sequenceNumber < known) fault(ledger, `${name}: ${place} went back from ${known} to ${sequenceNumber}`)
    shown.set(place, Math.max(known, sequenceNumber))
    seen = sequenceNumber
    ledger.views += 1
  }

  for (let serial = 0; !isOver(); serial++) {
    const key = `${name}-${serial}`
    if (chance.oneIn(4)) await look()
    const { submission, teamId, makes } = choose(chance, key, { seen, begun, isAdmin, made: ledger.made })
    const lives = servers.map(({ life }) => life)
    const answer = await submit(servers, home + (chance.oneIn(10) ? 1 : 0), person, key, submission, ledger)
    if (answer === undefined) return
    const { server, outcome } = answer
    if (outcome.status === "applied") {
      seen = Math.max(seen, outcome.sequenceNumber)
      if (makes !== null) ledger.made.push(makes)
      if (teamId !== null && server.life === lives[servers.indexOf(server)]) {
        const place = placeOf(server, teamId)
        shown.set(place, Math.max(shown.get(place) ?? 0, outcome.sequenceNumber))
      }
    }
    await pause(chance.below(pauses))
  }
}
