import { Effect, FileSystem, Stdio, Stream } from "effect"
import { Command, Flag } from "effect/cli"
import { AccountLog } from "../../src/accounts/log/AccountLog.ts"
import { unreadable } from "../../src/archive/ArchiveLines.ts"
import { exportLog, type Included } from "../../src/archive/Export.ts"
import type { End } from "../../src/archive/Format.ts"
import { scan } from "../../src/archive/Scan.ts"
import { importLog } from "./archive/Import.ts"
import * as CommandOutput from "./CommandOutput.ts"
import { wrongUsage } from "./Failure.ts"
import { type FileKind, requireFree, writeTo } from "./FileOutput.ts"
import { force, optionalText, toggle } from "./Flags.ts"
import * as Progress from "./Progress.ts"
import { command as redact } from "./RedactCommand.ts"
import { withStores } from "./Services.ts"

/** Only its owner may read the file, since it may contain password hashes. */
const archive: FileKind = { noun: "archive", mode: 0o600 }

/** Copies standard input to a file that is removed with the scope, since an archive is read twice. */
const fromStdin = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const stdio = yield* Stdio.Stdio
  if (yield* stdio.stdinIsTerminal) return yield* wrongUsage("No archive on standard input: use --file.")
  return yield* Effect.gen(function* () {
    const path = yield* fs.makeTempFileScoped({ prefix: "strategy-log-" })
    yield* Stream.run(stdio.stdin, fs.sink(path))
    return path
  }).pipe(Effect.mapError(unreadable))
})

const file = (description: string) =>
  Flag.map(optionalText("file", description), (path) => (path === "-" ? undefined : path))

const secret = (name: string, what: string) =>
  toggle(name, `Include ${what}: keep such an archive as safe as the database`)

const shown = ({ end: _, contentHash: __, ...report }: End) => report

const summary = (done: string, { events, outcomes, users, webhooks, accountEntries, stateHash }: End, note = "") =>
  `${done}: ${events} events, ${outcomes} stored outcomes, ${users} users` +
  `${webhooks === undefined ? "" : `, ${webhooks} webhooks${note}`}` +
  `${accountEntries === undefined ? "" : `, ${accountEntries} entries of the account log`}. State: ${stateHash}`

const otherForm = ({ stateHash }: End): string =>
  `The archive gives its state as ${stateHash}, because another release wrote it in another format. All events are unchanged.`

/**
 * Records an export before anything leaves the database. One that cannot be written to, such as a standby or one on a
 * full disk, can still be exported.
 */
const recordExport = ({ withUsers, withWebhooks }: Included) => {
  const options = [...(withUsers ? ["users"] : []), ...(withWebhooks ? ["webhooks"] : [])]
  const entry = { action: "archive_exported", subjectName: null, detail: options.join("; ") || null } as const
  return AccountLog.use(({ recording }) => recording(Effect.succeed({ value: undefined, entries: [entry] }))).pipe(
    Effect.catchTag("StorageError", () =>
      CommandOutput.printAside("The account log could not be written: it has no entry about this export.")
    )
  )
}

const exporting = Command.make(
  "export",
  {
    file: file("The archive's path; default, or -: standard output"),
    withUsers: secret("with-users", "users with their password hashes"),
    withWebhooks: secret("with-webhooks", "webhooks with their signing secrets"),
    force
  },
  Effect.fnUntraced(function* (options) {
    if (options.file === undefined && (yield* CommandOutput.Json)) {
      return yield* wrongUsage("--json requires --file: the archive goes to standard output.")
    }
    if (options.file !== undefined) yield* requireFree(options.file, options.force)
    const end = yield* withStores(
      Effect.andThen(
        recordExport(options),
        Progress.during("Exporting", (step) =>
          writeTo(options.file, archive, (write) => exportLog(write, options, step))
        )
      )
    )
    const text = summary("Exported", end)
    yield* options.file === undefined ? CommandOutput.printAside(text) : CommandOutput.print({ json: shown(end), text })
    return undefined
  })
).pipe(
  Command.withDescription(
    "Writes the log, stored outcomes and the account log to an archive that another database can import"
  )
)

const importing = Command.make(
  "import",
  { file: file("The archive's path; default, or -: standard input") },
  Effect.fnUntraced(function* (options) {
    const path = options.file ?? (yield* fromStdin)
    const scanned = yield* Progress.during("Reading the archive …", () => scan(path))
    const end = yield* withStores(Progress.during("Importing", (step) => importLog(path, scanned, step)))
    if (end.stateHash !== scanned.end.stateHash) yield* CommandOutput.printAside(otherForm(scanned.end))
    yield* CommandOutput.print({ json: shown(end), text: summary("Imported", end, " (disabled)") })
  }, Effect.scoped)
).pipe(
  Command.withDescription(
    "Imports an archive into an empty database, with webhooks disabled; imports nothing if any part is invalid"
  )
)

export const command = Command.make("log").pipe(
  Command.withDescription("Exports and imports the event log, or takes texts out of it"),
  Command.withSubcommands([exporting, importing, redact])
)
