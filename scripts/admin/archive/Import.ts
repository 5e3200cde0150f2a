import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Recorded } from "../../../src/accounts/log/AccountLog.ts"
import { recordingOn } from "../../../src/accounts/log/AccountLogSql.ts"
import { UserStore } from "../../../src/accounts/users/UserStore.ts"
import { check } from "../../../src/archive/Check.ts"
import { type ArchivedEntry, fault } from "../../../src/archive/Format.ts"
import type { Scan } from "../../../src/archive/Scan.ts"
import type { Provenance } from "../../../src/domain/Provenance.ts"
import { maxHeld } from "../../../src/log/maintenance/PassedStates.ts"
import { Checkpoints } from "../../../src/log/projection/Checkpoints.ts"
import { startOfLog } from "../../../src/log/projection/LogPosition.ts"
import { TimeTravel } from "../../../src/log/projection/TimeTravel.ts"
import { type Association, associationsOf } from "../../../src/log/store/Association.ts"
import type { ChainedEvent } from "../../../src/log/store/EventHash.ts"
import { EventStore, type KeyedOutcome } from "../../../src/log/store/EventStore.ts"
import { storageFault } from "../../../src/sql/StorageFault.ts"
import { WebhookStore } from "../../../src/webhooks/WebhookStore.ts"
import { CommandFailed } from "../Failure.ts"
import type * as Progress from "../Progress.ts"
import { insertAccountEntries, insertUser, insertWebhook } from "./ImportedRows.ts"

/** The rows and, roughly, the bytes that one statement writes at most. */
const batchRows = 4_000
const batchBytes = 8 * 1024 * 1024

const occupied = (what: string) =>
  new CommandFailed({
    message: `The database already contains ${what}; archives can only be imported into an empty one.`
  })

const requireEmpty = Effect.fnUntraced(function* (withUsers: boolean) {
  const store = yield* EventStore
  const { isEmpty } = yield* UserStore
  const { sequenceNumber } = yield* store.head
  if (sequenceNumber > 0) return yield* occupied(`${sequenceNumber} events`)
  if ((yield* store.outcomes(null, 1)).length > 0) return yield* occupied("stored outcomes")
  if (withUsers && !(yield* isEmpty)) return yield* occupied("users")
  // Existing webhooks would be sent the whole log.
  if ((yield* WebhookStore.use(({ list }) => list)).length > 0) return yield* occupied("webhooks")
})

/** Events between saved states, from which those are looked up that a log with many restores has no room for. */
const savedInterval = 10_000

/** Writes a whole archive within a transaction. Each line is checked before the lines after it are written. */
const write = Effect.fnUntraced(function* (path: string, scan: Scan, step: Progress.Step) {
  const sql = yield* SqlClient.SqlClient
  const store = yield* EventStore
  const checkpoints = yield* Checkpoints
  const { header } = scan
  const lacksRoom = scan.restores.length > maxHeld
  yield* requireEmpty(header.withUsers)
  const { epoch } = yield* store.head

  let [written, saved] = [0, 0]
  let position = startOfLog
  let events: Array<ChainedEvent> = []
  let provenance: Array<Provenance> = []
  let associations: Array<Association> = []
  let answers: Array<KeyedOutcome> = []
  let accountEntries: Array<ArchivedEntry> = []
  let bytes = 0

  const flush = Effect.fnUntraced(function* (line: number) {
    if (accountEntries.length > 0) yield* insertAccountEntries(sql, accountEntries, line)
    ;[accountEntries, bytes] = [[], 0]
    const addition = { events, associations, outcomes: answers, provenance }
    if (events.length + answers.length === 0) return
    const { isAlone } = yield* store
      .append(written, [], (since) =>
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
    written += events.length
    if (lacksRoom && written >= saved + savedInterval) {
      yield* checkpoints.save(position)
      saved = written
    }
    ;[events, associations, answers, provenance] = [[], [], [], []]
    yield* step(written, header.events)
  })

  const { positionAt } = yield* TimeTravel
  /** Within this transaction, so that it sees what was written. */
  const stateAfter = (sequenceNumber: number) =>
    Effect.andThen(
      flush(1),
      Effect.map(positionAt(sequenceNumber), ({ state }) => state)
    )

  const checked = yield* check(path, scan, {
    stateAfter,
    event: ({ origin, ...event }, { state, effects: { touched } }) => {
      events.push(event)
      position = { state, eventHash: event.hash }
      const { sequenceNumber } = event
      if (origin !== undefined) provenance.push({ sequenceNumber, ...origin })
      for (const association of associationsOf(sequenceNumber, touched)) associations.push(association)
    },
    outcome: (outcome) => answers.push(outcome),
    user: (user, line) => insertUser(sql, user, line),
    webhook: (hook, line) => insertWebhook(sql, { exportedAt: header.exportedAt, epoch }, hook, line),
    accountEntry: (entry) => accountEntries.push(entry),
    lineRead: (line) => {
      bytes += line.bytes.length
      const rows = events.length + answers.length + accountEntries.length
      return rows >= batchRows || bytes >= batchBytes ? flush(line.number) : Effect.void
    }
  })
  yield* flush(checked.lastLine)
  return checked
}, Effect.provide(TimeTravel.layer))

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
    const { events, users, webhooks } = value.report
    const detail = `${events} events, ${users} users${webhooks === undefined ? "" : `, ${webhooks} webhooks`}`
    return { value, entries: [{ action: "import", subjectName: null, detail }] } satisfies Recorded<typeof value>
  })
  const { report, position } = yield* recordingOn(sql)(recorded).pipe(
    storageFault("importLog"),
    Effect.catchIf(
      (error) => isWritten && error._tag === "StorageError",
      () =>
        new CommandFailed({
          message:
            "The connection was lost at the end: run users list and history verify to check that the import is complete."
        })
    )
  )
  if (position.state.sequenceNumber > 0) yield* checkpoints.save(position)
  return report
})
