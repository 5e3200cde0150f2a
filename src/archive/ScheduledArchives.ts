import { Clock, DateTime, Duration, Effect, FileSystem, Layer, Metric, Option, Path, Schema } from "effect"
import * as Folder from "../files/Folder.ts"
import { TimeTravel } from "../log/projection/TimeTravel.ts"
import { ArchiveInvalid } from "./ArchiveInvalid.ts"
import { check } from "./Check.ts"
import { exportLog } from "./Export.ts"
import { End } from "./Format.ts"
import { scan } from "./Scan.ts"

interface Options {
  readonly folder: string
  readonly every: Duration.Duration
  /** How many archives are kept. Older ones are removed when a new one is verified. */
  readonly keep: number
}

const written = (outcome: "written" | "failed") =>
  Metric.counter("strategy_archives_total", {
    description: "Scheduled archives by outcome.",
    attributes: { outcome },
    incremental: true
  })

const lastWritten = Metric.gauge("strategy_archive_last_written_seconds", {
  description: "When the latest scheduled archive was written, in Unix time; 0 without one."
})

/** The next attempt after a failure follows after this time, or when the next archive is due if that is earlier. */
const retryDelay = Duration.minutes(5)

/** Longer waits are split into sleeps of this length: a timer's range is limited, and the machine may be suspended. */
const longestSleep = Duration.hours(1)

/** The time in the name is for people: clocks may be wrong. It has no colons, and so is a name on any system. */
const archiveName = /^strategy-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.ndjson$/
const unfinished = ".unfinished"

const nameAt = (millis: number): string =>
  `strategy-${DateTime.formatIso(DateTime.makeUnsafe(millis)).slice(0, 19).replaceAll(":", "-")}Z.ndjson`

const nothing = () => Effect.void

/** Fails unless the file is a whole archive whose events lead to its hashes. */
const verify = Effect.fnUntraced(function* (path: string, written: End) {
  const { positionAt } = yield* TimeTravel
  const ignored = {
    stateAfter: (sequenceNumber: number) => Effect.map(positionAt(sequenceNumber), ({ state }) => state),
    ...{ event: () => {}, outcome: () => {}, user: nothing, webhook: nothing },
    ...{ accountEntry: () => {}, lineRead: nothing }
  }
  const { report } = yield* check(path, yield* scan(path), ignored)
  if (report.contentHash !== written.contentHash || report.stateHash !== written.stateHash) {
    return yield* new ArchiveInvalid({ message: "The archive that was read back differs from what was written." })
  }
})

/** Writes an archive with users and webhooks. It gets its name when it is verified. Only its owner may read it. */
const writeArchive = Effect.fnUntraced(function* (folder: string, name: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const temporary = path.join(folder, `${name}${unfinished}`)
  yield* Effect.addFinalizer(() => Effect.ignore(fs.remove(temporary, { force: true })))
  const end = yield* Effect.scoped(
    Effect.gen(function* () {
      const file = yield* fs.open(temporary, { flag: "w", mode: 0o600 })
      const end = yield* exportLog(
        (text) => file.writeAll(Buffer.from(text)),
        { withUsers: true, withWebhooks: true },
        nothing
      )
      yield* file.sync
      return end
    })
  )
  yield* verify(temporary, end)
  yield* fs.rename(temporary, path.join(folder, name))
  return end
}, Effect.scoped)

/** An archive's last line is shorter: four numbers and three hashes. */
const lastLineBytes = 1_024

const decodeEnd = Schema.decodeUnknownOption(Schema.fromJsonString(End))

/** The number of events in an archive; 0 if it was cut off. */
const eventsIn = Effect.fnUntraced(function* (path: string) {
  const fs = yield* FileSystem.FileSystem
  const file = yield* fs.open(path)
  const { size } = yield* file.stat
  yield* file.seek(size > lastLineBytes ? size - BigInt(lastLineBytes) : 0n, "start")
  const tail = yield* file.readAlloc(lastLineBytes)
  const text = Option.match(tail, { onNone: () => "", onSome: (bytes) => Buffer.from(bytes).toString() })
  return Option.match(decodeEnd(text.trimEnd().split("\n").at(-1)), { onNone: () => 0, onSome: ({ events }) => events })
}, Effect.scoped)

/** The names of the archives with the number of their events, the one that reaches furthest last. */
const archivesIn = Effect.fnUntraced(function* (folder: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const names = (yield* fs.readDirectory(folder)).filter((name) => archiveName.test(name)).sort()
  const archives = yield* Effect.forEach(names, (name) =>
    Effect.map(eventsIn(path.join(folder, name)), (events) => ({ name, events }))
  )
  return archives.toSorted((one, other) => one.events - other.events)
})

/** Removes the archives that reach least far, but not `newest`, and the unfinished files of killed servers. */
const removeOld = Effect.fnUntraced(function* ({ folder, keep }: Options, newest: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const left = (yield* fs.readDirectory(folder)).filter(
    (name) => name.endsWith(unfinished) && archiveName.test(name.slice(0, -unfinished.length))
  )
  const others = (yield* archivesIn(folder)).map(({ name }) => name).filter((name) => name !== newest)
  const old = [...left, ...others.slice(0, Math.max(0, others.length + 1 - keep))]
  yield* Effect.forEach(old, (name) => fs.remove(path.join(folder, name)), { discard: true })
})

/** Writes and verifies an archive of the present log, removes the oldest ones beyond `keep`, and returns the file's path. */
export const archiveNow = Effect.fn("ScheduledArchives.archiveNow")(function* (options: Options) {
  const path = yield* Path.Path
  yield* Folder.make(options.folder)
  const now = yield* Clock.currentTimeMillis
  const name = nameAt(now)
  const { events, users } = yield* writeArchive(options.folder, name)
  yield* removeOld(options, name)
  yield* Metric.update(lastWritten, now / 1_000)
  const file = path.join(options.folder, name)
  yield* Effect.logInfo(`Archived ${events} events and ${users} users in ${file}.`)
  return file
})

/**
 * When the newest archive in the folder was written, in Unix milliseconds; 0 without one. An archive with a time in the future was
 * written while the clock was wrong.
 */
const newestTime = Effect.fnUntraced(function* ({ folder }: Options) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const files = (yield* archivesIn(folder)).map(({ name }) => path.join(folder, name))
  const times = yield* Effect.forEach(files, (file) => Effect.map(fs.stat(file), ({ mtime }) => mtime))
  const now = yield* Clock.currentTimeMillis
  return Math.max(
    0,
    ...times
      .flatMap(Option.toArray)
      .map(Number)
      .filter((time) => time <= now)
  )
})

/** Waits, whatever the wall clock does, or until the file of the last archive is gone. */
const pause = Effect.fnUntraced(function* (duration: Duration.Duration, file: string | undefined) {
  const fs = yield* FileSystem.FileSystem
  for (let left = duration; Duration.isPositive(left); left = Duration.subtract(left, longestSleep)) {
    yield* Effect.sleep(Duration.min(left, longestSleep))
    if (file !== undefined && !(yield* Effect.orElseSucceed(fs.exists(file), () => true))) return
  }
})

/** Writes archives regularly while the server runs. One server per database is enough. */
export const layer = (options: Options) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const attempt = archiveNow(options).pipe(
        Effect.tap(Metric.update(written("written"), 1)),
        Effect.flatMap((file) => pause(options.every, file)),
        Effect.catchCause((cause) =>
          Effect.logError(`Could not write an archive to ${options.folder}. The archives there are kept.`, cause).pipe(
            Effect.andThen(Metric.update(written("failed"), 1)),
            Effect.andThen(Effect.sleep(Duration.min(retryDelay, options.every)))
          )
        )
      )
      const newest = yield* Effect.orElseSucceed(newestTime(options), () => 0)
      // Alerts see the metrics from the start: a gauge that is not there is not old, and a counter that appears has not risen.
      yield* Metric.update(lastWritten, newest / 1_000)
      yield* Metric.update(written("failed"), 0)
      const age = Duration.millis((yield* Clock.currentTimeMillis) - newest)
      const untilFirst = Duration.max(Duration.zero, Duration.subtract(options.every, age))
      yield* Effect.forkScoped(Effect.andThen(pause(untilFirst, undefined), Effect.forever(attempt)))
    })
  )
