import { Effect, Option, Schedule } from "effect"
import { Command, Flag } from "effect/cli"
import { SqlClient } from "effect/sql"
import type { Recorded } from "../../src/accounts/log/AccountLog.ts"
import { recordingOn } from "../../src/accounts/log/AccountLogSql.ts"
import { config } from "../../src/Config.ts"
import { HasServers } from "../../src/Database.ts"
import { Generations } from "../../src/log/maintenance/Generations.ts"
import * as RedactionSql from "../../src/log/maintenance/RedactionSql.ts"
import * as TableRewrite from "../../src/log/maintenance/TableRewrite.ts"
import { counted } from "../../src/shared/words/Nouns.ts"
import { HasTimeLimits } from "../../src/sql/BoundedClient.ts"
import * as DiskSpace from "../../src/sql/DiskSpace.ts"
import { applicationName } from "../../src/sql/Listener.ts"
import { storageFault } from "../../src/sql/StorageFault.ts"
import * as CommandOutput from "./CommandOutput.ts"
import { failed, wrongUsage } from "./Failure.ts"
import { toggle } from "./Flags.ts"
import { rebuildHistory } from "./HistoryCommands.ts"
import * as Progress from "./Progress.ts"
import * as RedactionChoice from "./RedactionChoice.ts"
import { withStrategy } from "./Services.ts"

/** A reason is one line of the account log. */
const maxReasonLength = 250

const settings = {
  ...RedactionChoice.settings,
  reason: Flag.String("reason").pipe(Flag.withDescription("Why; it stands in the account log")),
  dryRun: toggle("dry-run", "List what would change, and change nothing")
}

type Options = Command.Command.Config.Infer<typeof settings>
type Report = RedactionSql.RedactionReport

const isEmbedded = Effect.map(config, ({ databaseUrl }) => Option.isNone(databaseUrl))

/** A server would go on with the texts that it has in memory. */
const requireNoServer = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const servers = (yield* isEmbedded)
    ? (yield* HasServers) && [1]
    : yield* sql`
        SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = ${applicationName} LIMIT 1`
  if (servers !== false && servers.length > 0) {
    return yield* failed("A server is running on this database. Stop all its servers first.")
  }
})

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1_000_000)} MB`

/** How much disk is needed for a while. */
const diskNeeded = Effect.gen(function* () {
  const [{ dataDir }, ours] = [yield* config, yield* isEmbedded]
  const bytes = yield* TableRewrite.bytesNeeded(ours)
  const free = ours ? yield* Effect.orElseSucceed(DiskSpace.freeBytes(dataDir), () => bytes) : bytes
  const elsewhere = ours ? "" : " on PostgreSQL's server, and as much for its write-ahead log"
  return { bytes, isFree: free >= bytes, text: `up to ${megabytes(bytes)} of free disk${elsewhere}` }
})

const run = Effect.fnUntraced(function* (options: Options) {
  const sql = yield* SqlClient.SqlClient
  const reason = options.reason.trim()
  if (reason === "" || reason.length > maxReasonLength || reason.includes("\n")) {
    return yield* wrongUsage(`--reason must be one line of 1 to ${maxReasonLength} characters.`)
  }
  yield* requireNoServer
  const { redaction, what } = yield* RedactionChoice.choose(options)
  const redacting = (progress: Progress.Step) => RedactionSql.redact(redaction, { isDryRun: options.dryRun, progress })
  const disk = yield* diskNeeded
  if (options.dryRun) return { report: yield* Progress.during("Reading", redacting), disk, isPending: false }
  if (!disk.isFree) return yield* failed(`A redaction needs ${disk.text}: free some space first.`)
  yield* CommandOutput.printAside(`This needs ${disk.text} while it runs.`)
  const recorded = (progress: Progress.Step) =>
    Effect.map(redacting(progress), (report): Recorded<Report> => {
      const { before, after } = report
      const detail = `${what}; ${countedEvents(report)}; head ${before} is now ${after}; ${reason}`
      const entries = [{ action: "redacted", subjectName: null, detail }] as const
      return { value: report, entries: RedactionSql.isAnything(report) ? entries : [] }
    })
  const report = yield* Progress.during("Redacting", (step) => recordingOn(sql)(recorded(step)))
  // That of an earlier run may have been interrupted.
  return { report, disk, isPending: yield* TableRewrite.isPending }
}, storageFault("redact"))

const removeUnused = Effect.flatMap(Generations, (generations) =>
  generations.removeUnused.pipe(Effect.repeat({ until: (rows) => rows === 0 }))
)

const stillOpen =
  "The texts are out of the log. But somebody has a transaction open on this database, for which PostgreSQL keeps old rows: " +
  "end it, and run this again."

/** Somebody's statement is a short transaction too, such as that of a monitor: it is waited for. */
const openForLong = TableRewrite.openTransactions.pipe(
  Effect.repeat({ until: (open) => open.length === 0, schedule: Schedule.spaced("250 millis"), times: 20 })
)

/** Takes what was redacted off the disk, with services that have not seen it. */
const rewrite = Effect.gen(function* () {
  yield* rebuildHistory
  yield* removeUnused
  const embedded = yield* isEmbedded
  if (!embedded && (yield* openForLong).length > 0) return yield* failed(stillOpen)
  yield* Progress.during("Rewriting the tables", (step) => TableRewrite.run(step, embedded))
})

/** How many of a list are shown. */
const maxShown = 20

const listed = (all: ReadonlyArray<string | number>): string =>
  all.length <= maxShown ? all.join(", ") : `${all.slice(0, maxShown).join(", ")}, …`

const countedEvents = ({ changed }: Report): string => counted(changed.length, "event")

const sentences = (report: Report, [change, remove]: readonly [string, string]): ReadonlyArray<string> => {
  const { changed, changeSets, deliveries } = report
  const events = `${change} ${countedEvents(report)}${changed.length === 0 ? "" : `: ${listed(changed)}`}.`
  const names = `${remove} the name of ${counted(changeSets.length, "change set")}: ${listed(changeSets.map((name) => `“${name}”`))}.`
  const sent = `${remove} request and answer of ${counted(deliveries, "webhook attempt")}.`
  return [events, ...(changeSets.length === 0 ? [] : [names]), ...(deliveries === 0 ? [] : [sent])]
}

export const command = Command.make(
  "redact",
  settings,
  Effect.fnUntraced(
    function* (options) {
      const { report, disk, isPending } = yield* withStrategy(run(options))
      if (isPending) yield* withStrategy(rewrite)
      const text = options.dryRun
        ? [...sentences(report, ["Would change", "Would remove"]), `It would need ${disk.text} while it runs.`]
        : [
            ...sentences(report, ["Changed", "Removed"]),
            ...(isPending ? ["Rewrote the tables."] : []),
            ...(RedactionSql.isAnything(report) ? ["Archives made before still have the texts."] : [])
          ]
      yield* CommandOutput.print({
        json: { dryRun: options.dryRun, ...report, diskBytes: disk.bytes, rewritten: isPending },
        text: text.join(" ")
      })
    },
    Effect.provideService(HasTimeLimits, false)
  )
).pipe(
  Command.withDescription(
    "Takes earlier texts of a field, rejected texts, or a deleted user's name, out of the log for good"
  )
)
