import { createHash } from "node:crypto"
import { Effect, Stream } from "effect"
import { type Evolution, evolve } from "../domain/Evolve.ts"
import type { State } from "../domain/state/State.ts"
import { completeEvent, effectFault } from "../log/maintenance/KeptEffects.ts"
import { PassedStates } from "../log/maintenance/PassedStates.ts"
import { stateHash } from "../log/projection/CheckpointCodec.ts"
import { type LogPosition, startOfLog } from "../log/projection/LogPosition.ts"
import { type KeyedOutcome, outcomeKeyOrder } from "../log/store/EventStore.ts"
import { chainFault } from "../log/store/HistoryBroken.ts"
import { type Line, lines } from "./ArchiveLines.ts"
import {
  type ArchivedEntry,
  type ArchivedEvent,
  type ArchivedUser,
  type ArchivedWebhook,
  type End,
  fault,
  type Header,
  hasAccountLog,
  hasEffects,
  readEvent,
  readTrailing
} from "./Format.ts"
import type { Scan } from "./Scan.ts"

/**
 * Receives the lines of an archive while it is checked. Each line has passed its checks, but the last line is not
 * checked yet.
 */
interface Visitor<E, E2> {
  readonly event: (event: ArchivedEvent, evolution: Evolution) => void
  /** Gives the state right after an event that was visited before. */
  readonly stateAfter: (sequenceNumber: number) => Effect.Effect<State, E>
  readonly outcome: (outcome: KeyedOutcome) => void
  readonly user: (user: ArchivedUser, line: number) => Effect.Effect<void, E>
  readonly webhook: (webhook: ArchivedWebhook, line: number) => Effect.Effect<void, E>
  readonly accountEntry: (entry: ArchivedEntry) => void
  /** Called after each line but the last. */
  readonly lineRead: (line: Line) => Effect.Effect<void, E2>
}

const webhookFault = ({ withWebhooks, events }: Header, { sequenceNumber }: ArchivedWebhook): string | undefined => {
  if (!withWebhooks) return "the archive's first line says it has no webhooks"
  return sequenceNumber > events ? `this webhook is at event ${sequenceNumber}, after the last one` : undefined
}

/** Why an event cannot be in the archive after the ones before; `earlier` is the state that it goes back to. */
const eventFault = (
  header: Header,
  { state, eventHash }: LogPosition,
  event: ArchivedEvent,
  earlier: State | undefined
): string | undefined => {
  const wrong = chainFault(state.sequenceNumber, eventHash, event)
  if (wrong !== undefined) return wrong
  if (hasEffects(header)) return effectFault(state, event, earlier)
  return event.effect === undefined ? undefined : "an archive of this version has no effects"
}

/** Folds the events of an archive, each of which must fit those before it. */
const foldedEvents = <E, E2>({ header, restores }: Scan, visitor: Visitor<E, E2>) => {
  const passed = new PassedStates(restores, visitor.stateAfter)
  let position = startOfLog
  const take = Effect.fnUntraced(function* (line: Line) {
    const event = yield* readEvent(line)
    const { sequenceNumber } = event
    const { state } = position
    const earlier = yield* passed.earlierOf(sequenceNumber)
    const wrong = eventFault(header, position, event, earlier)
    if (wrong !== undefined) return yield* fault(line.number, `event ${sequenceNumber}: ${wrong}`)
    const whole = { ...event, ...completeEvent(state, event, earlier) }
    const evolution = evolve(state, whole)
    position = { state: evolution.state, eventHash: event.hash }
    passed.pass(position.state)
    visitor.event(whole, evolution)
  })
  return { take, position: () => position }
}

/** Why a line after the events cannot be in the archive with this first line. */
const trailingFault = (header: Header, found: Effect.Success<ReturnType<typeof readTrailing>>): string | undefined => {
  if ("username" in found && !header.withUsers) return "the archive's first line says it has no users"
  if ("url" in found) return webhookFault(header, found)
  return "action" in found && !hasAccountLog(header) ? "an archive of this version has no account log" : undefined
}

/** Where the last line differs from the lines above. */
const endFault = (end: End, held: Omit<End, "stateHash">): string | undefined => {
  const told = new Map(Object.entries(end))
  const wrong = Object.entries(held).find(([name, found]) => told.get(name) !== found)
  return wrong && `${wrong[0]} is ${told.get(wrong[0])}, but the lines above add up to ${wrong[1]}`
}

/**
 * Reads a whole archive and fails at the first line that is wrong, or where the last line does not fit those before it. The
 * hash of the state is not compared: releases write states in different forms, while each event proves the one before.
 */
export const check = Effect.fn("checkArchive")(function* <E, E2>(path: string, scan: Scan, visitor: Visitor<E, E2>) {
  const { header } = scan
  const content = createHash("sha256")
  const log = foldedEvents(scan, visitor)
  let [outcomes, users, webhooks, accountEntries] = [0, 0, 0, 0]
  let lastKey: KeyedOutcome | undefined
  let end: End | undefined

  const takeOutcome = Effect.fnUntraced(function* (found: KeyedOutcome, line: Line) {
    if (lastKey !== undefined && outcomeKeyOrder(lastKey, found) >= 0) {
      return yield* fault(line.number, "this stored outcome is out of order")
    }
    lastKey = found
    visitor.outcome(found)
    outcomes += 1
  })

  const takeTrailing = Effect.fnUntraced(function* (line: Line) {
    const found = yield* readTrailing(line)
    const wrong = trailingFault(header, found)
    if (wrong !== undefined) return yield* fault(line.number, wrong)
    if ("end" in found) {
      end = found
    } else if ("username" in found) {
      yield* visitor.user(found, line.number)
      users += 1
    } else if ("url" in found) {
      yield* visitor.webhook(found, line.number)
      webhooks += 1
    } else if ("action" in found) {
      visitor.accountEntry(found)
      accountEntries += 1
    } else {
      yield* takeOutcome({ ...found, outcome: { ...found.outcome, rejection: null } }, line)
    }
  })

  const take = Effect.fnUntraced(function* (line: Line) {
    if (end !== undefined) return yield* fault(line.number, "the archive already ended on the line before")
    if (line.number > 1) {
      yield* log.position().state.sequenceNumber < header.events ? log.take(line) : takeTrailing(line)
    }
    if (end === undefined) content.update(line.bytes).update("\n")
    yield* visitor.lineRead(line)
  })

  let last = 1
  yield* Stream.runForEachArray(
    lines(path),
    Effect.fnUntraced(function* (chunk) {
      for (const line of chunk) {
        yield* take(line)
        last = line.number
      }
    })
  )

  const position = log.position()
  const { state, eventHash } = position
  const held = {
    end: true as const,
    events: state.sequenceNumber,
    outcomes,
    users,
    ...(header.withWebhooks ? { webhooks } : {}),
    ...(hasAccountLog(header) ? { accountEntries } : {}),
    eventHash,
    contentHash: content.digest("base64url")
  }
  if (end === undefined) return yield* fault(last, "the archive was cut off here")
  const wrong = endFault(end, held)
  if (wrong !== undefined) return yield* fault(last, wrong)
  const report: End = { ...held, stateHash: stateHash(state) }
  return { report, position, lastLine: last }
})
