import { Clock, DateTime, Duration, Effect, FileSystem, Layer, Metric, Path } from "effect"
import { ArchiveInvalid } from "./ArchiveInvalid.ts"
import { check } from "./Check.ts"
import { exportLog } from "./Export.ts"
import type { End } from "./Format.ts"
import { scan } from "./Scan.ts"

export interface Options {
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
  description: "When the latest scheduled archive was verified, in Unix time."
})

/** The next attempt after a failure follows after this time, or when the next archive is due if that is earlier. */
const retryDelay = Duration.minutes(5)

/** Longer waits are split into sleeps of this length: a timer's range is limited, and the machine may be suspended. */
const longestSleep = Duration.hours(1)

/** The time stands in the name without colons, so that names sort by it. */
const archiveName = /^strategy-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.ndjson$/
const unfinished = ".unfinished"

const nameAt = (millis: number): string =>
  `strategy-${DateTime.formatIso(DateTime.makeUnsafe(millis)).slice(0, 19).replaceAll(":", "-")}Z.ndjson`

const timeIn = (name: string): number => {
  const [, day, hours, minutes, seconds] = archiveName.exec(name) ?? []
  return day === undefined ? 0 : Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`)
}

const nothing = () => Effect.void

/** Fails unless the file is a whole archive whose events lead to its hashes. */
const verify = Effect.fnUntraced(function* (path: string, written: End) {
  const ignored = {
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

const archivesIn = Effect.fnUntraced(function* (folder: string) {
  const fs = yield* FileSystem.FileSystem
  return (yield* fs.readDirectory(folder)).filter((name) => archiveName.test(name)).sort()
})

/** Removes the oldest archives and the unfinished files of killed servers. */
const removeOld = Effect.fnUntraced(function* ({ folder, keep }: Options) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const left = (yield* fs.readDirectory(folder)).filter(
    (name) => name.endsWith(unfinished) && archiveName.test(name.slice(0, -unfinished.length))
  )
  const old = [...left, ...(yield* archivesIn(folder)).slice(0, -keep)]
  yield* Effect.forEach(old, (name) => fs.remove(path.join(folder, name)), { discard: true })
})

/** Writes and verifies an archive of the present log, and removes the oldest archives beyond `keep`. */
export const archiveNow = Effect.fn("ScheduledArchives.archiveNow")(function* (options: Options) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  yield* fs.makeDirectory(options.folder, { recursive: true, mode: 0o700 })
  const now = yield* Clock.currentTimeMillis
  const name = nameAt(now)
  const { events, users } = yield* writeArchive(options.folder, name)
  yield* removeOld(options)
  yield* Metric.update(lastWritten, now / 1_000)
  yield* Effect.logInfo(`Archived ${events} events and ${users} users in ${path.join(options.folder, name)}.`)
})

/** Milliseconds until the next archive is due: at once in a folder without one. */
const untilDue = Effect.fnUntraced(function* ({ folder, every }: Options) {
  const times = (yield* Effect.orElseSucceed(archivesIn(folder), () => [])).map(timeIn)
  // The clock is read after the folder, because reading the folder takes time.
  const now = yield* Clock.currentTimeMillis
  // An archive with a time in the future was written while the clock was wrong.
  const past = times.filter((time) => time <= now)
  return past.length === 0 ? 0 : Math.max(0, Math.max(...past) + Duration.toMillis(every) - now)
})

/** Writes archives regularly while the server runs. One server per database is enough. */
export const layer = (options: Options) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const attempt = archiveNow(options).pipe(
        Effect.andThen(Metric.update(written("written"), 1)),
        Effect.catchCause((cause) =>
          Effect.logError(`Could not write an archive to ${options.folder}. The archives there are kept.`, cause).pipe(
            Effect.andThen(Metric.update(written("failed"), 1)),
            Effect.andThen(Effect.sleep(Duration.min(retryDelay, options.every)))
          )
        )
      )
      const step = Effect.flatMap(untilDue(options), (millis) =>
        millis === 0 ? attempt : Effect.sleep(Duration.min(Duration.millis(millis), longestSleep))
      )
      yield* Effect.forkScoped(Effect.forever(step))
    })
  )
