import { createHash } from "node:crypto"
import { Effect, Stream } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import type { Recorded } from "../../../src/accounts/AccountLog.ts"
import { recordingOn } from "../../../src/accounts/AccountLogSql.ts"
import { usernameKey } from "../../../src/accounts/Username.ts"
import { type UserRecord, UserStore } from "../../../src/accounts/UserStore.ts"
import { evolve } from "../../../src/domain/Evolve.ts"
import type { State } from "../../../src/domain/state/State.ts"
import { stateHash } from "../../../src/log/projection/CheckpointCodec.ts"
import { Checkpoints } from "../../../src/log/projection/Checkpoints.ts"
import { startOfLog } from "../../../src/log/projection/LogPosition.ts"
import { type Association, associationsOf } from "../../../src/log/store/Association.ts"
import type { ChainedEvent } from "../../../src/log/store/EventHash.ts"
import { EventStore, type KeyedOutcome, outcomeKeyOrder } from "../../../src/log/store/EventStore.ts"
import { chainFault } from "../../../src/log/store/HistoryBroken.ts"
import { refusedForContent, storageFault } from "../../../src/sql/StorageFault.ts"
import { CommandFailed } from "../Failure.ts"
import type * as Progress from "../Progress.ts"
import { type End, fault, readEvent, readTrailing } from "./Format.ts"
import { type Line, lines } from "./Lines.ts"
import type { Scan } from "./Scan.ts"

/** The rows and, roughly, the bytes that one statement writes at most. */
const batchRows = 4_000
const batchBytes = 8 * 1024 * 1024

const occupied = (what: string) =>
  new CommandFailed({ message: `The database already has ${what}; an archive can only be imported into an empty one.` })

const requireEmpty = Effect.fnUntraced(function* (withUsers: boolean) {
  const store = yield* EventStore
  const { isEmpty } = yield* UserStore
  const { sequenceNumber } = yield* store.head
  if (sequenceNumber > 0) return yield* occupied(`${sequenceNumber} events`)
  if ((yield* store.outcomes(null, 1)).length > 0) return yield* occupied("stored outcomes")
  if (withUsers && !(yield* isEmpty)) return yield* occupied("users")
})

const insertUser = Effect.fnUntraced(
  function* (sql: SqlClient.SqlClient, { id, username, passwordHash, role, createdAt }: UserRecord, line: number) {
    const made = yield* sql`
      INSERT INTO users (id, username, username_key, password_hash, role, created_at)
      VALUES (${id}, ${username}, ${usernameKey(username)}, ${passwordHash}, ${role}, ${createdAt})
      ON CONFLICT DO NOTHING RETURNING id`
    if (made.length === 0) return yield* fault(line, "this user exists already")
  },
  (self, _sql, _user, line) =>
    Effect.catchIf(
      self,
      (error) => SqlError.isSqlError(error) && refusedForContent(error),
      () => fault(line, "the database refuses this user")
    )
)

/** Writes a whole archive within a transaction. Each line is checked before the lines after it are written. */
const write = Effect.fnUntraced(function* (path: string, { header, targets }: Scan, step: Progress.Step) {
  const sql = yield* SqlClient.SqlClient
  const store = yield* EventStore
  yield* requireEmpty(header.withUsers)

  const content = createHash("sha256")
  const states = new Map<number, State>([[0, startOfLog.state]])
  let { state, eventHash } = startOfLog
  let [outcomes, users] = [0, 0]
  let lastKey: KeyedOutcome | undefined
  let end: End | undefined
  let events: Array<ChainedEvent> = []
  let associations: Array<Association> = []
  let answers: Array<KeyedOutcome> = []
  let bytes = 0

  const flush = Effect.fnUntraced(function* (line: number) {
    const addition = { events, associations, outcomes: answers }
    const known = state.sequenceNumber - events.length
    if (events.length + answers.length === 0) return
    const { isAlone } = yield* store
      .append(known, [], (since) =>
        since.events.length === 0
          ? { ...addition, isAlone: true }
          : { events: [], associations: [], outcomes: [], isAlone: false }
      )
      .pipe(
        Effect.catchTags({
          AppendRefused: () => fault(line, "the database refuses this line or one before it"),
          AppendUnknown: () =>
            new CommandFailed({ message: "The connection to the database was lost; nothing was imported." })
        })
      )
    if (!isAlone) return yield* occupied("events")
    ;[events, associations, answers, bytes] = [[], [], [], 0]
    yield* step(state.sequenceNumber, header.events)
  })

  const takeEvent = Effect.fnUntraced(function* (line: Line) {
    const event = yield* readEvent(line)
    const { sequenceNumber } = event
    const wrong = chainFault(state.sequenceNumber, eventHash, event)
    if (wrong !== undefined) return yield* fault(line.number, `event ${sequenceNumber}: ${wrong}`)
    const evolution = evolve(state, event, (target) => states.get(target))
    state = evolution.state
    eventHash = event.hash
    if (targets.has(sequenceNumber)) states.set(sequenceNumber, state)
    events.push(event)
    for (const association of associationsOf(sequenceNumber, evolution.effects.touched)) associations.push(association)
  })

  const takeTrailing = Effect.fnUntraced(function* (line: Line) {
    const found = yield* readTrailing(line)
    if ("end" in found) {
      end = found
    } else if ("username" in found) {
      if (!header.withUsers) return yield* fault(line.number, "the archive's first line says that it has no users")
      yield* insertUser(sql, found, line.number)
      users += 1
    } else {
      if (lastKey !== undefined && outcomeKeyOrder(lastKey, found) >= 0) {
        return yield* fault(line.number, "this stored outcome is not in its order")
      }
      lastKey = found
      answers.push(found)
      outcomes += 1
    }
  })

  const take = Effect.fnUntraced(function* (line: Line) {
    if (end !== undefined) return yield* fault(line.number, "the archive ended on the line before")
    if (line.number > 1) yield* state.sequenceNumber < header.events ? takeEvent(line) : takeTrailing(line)
    if (end === undefined) content.update(line.bytes).update("\n")
    bytes += line.bytes.length
    if (events.length + answers.length >= batchRows || bytes >= batchBytes) yield* flush(line.number)
    return undefined
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
  yield* flush(last)

  const held: End = {
    end: true,
    events: state.sequenceNumber,
    outcomes,
    users,
    eventHash,
    stateHash: stateHash(state),
    contentHash: content.digest("base64url")
  }
  if (end === undefined) return yield* fault(last, "the archive was cut off here")
  for (const [name, value] of Object.entries(end)) {
    const found = Object.entries(held).find(([key]) => key === name)?.[1]
    if (found !== value) return yield* fault(last, `${name} is ${value}, but the lines before give ${found}`)
  }
  return { report: held, position: { state, eventHash } }
})

/** Imports a whole archive or nothing. The log keeps its numbers and hashes; the database keeps its epoch. */
export const importLog = Effect.fn("importLog")(function* (path: string, scan: Scan, step: Progress.Step) {
  const sql = yield* SqlClient.SqlClient
  const checkpoints = yield* Checkpoints
  let isWritten = false
  const written = Effect.tap(write(path, scan, step), () =>
    Effect.sync(() => {
      isWritten = true
    })
  )
  const recorded = Effect.map(written, (value) => {
    const detail = `${value.report.events} events, ${value.report.users} users`
    return { value, entries: [{ action: "import", subjectName: null, detail }] } satisfies Recorded<typeof value>
  })
  const { report, position } = yield* recordingOn(sql)(recorded).pipe(
    storageFault("importLog"),
    Effect.catchIf(
      (error) => isWritten && error._tag === "StorageError",
      () =>
        new CommandFailed({
          message:
            "The connection was lost at the end: run users list and history verify to see if the import is complete."
        })
    )
  )
  if (position.state.sequenceNumber > 0) yield* checkpoints.save(position)
  return report
})
