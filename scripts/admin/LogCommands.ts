import { Console, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import * as Answer from "./Answer.ts"
import { archive, fromStdin } from "./archive/ArchiveFile.ts"
import { exportLog } from "./archive/Export.ts"
import type { End } from "./archive/Format.ts"
import { importLog } from "./archive/Import.ts"
import { scan } from "./archive/Scan.ts"
import { WrongUsage } from "./Failure.ts"
import { requireFree, toPlace } from "./Output.ts"
import * as Progress from "./Progress.ts"
import { withStores } from "./Services.ts"

const file = (description: string) =>
  Flag.String("file").pipe(
    Flag.withDescription(description),
    Flag.optional,
    Flag.map(Option.filter((path) => path !== "-"))
  )

const shown = ({ events, outcomes, users, eventHash, stateHash }: End) => ({
  events,
  outcomes,
  users,
  eventHash,
  stateHash
})

const told = (done: string, { events, outcomes, users, stateHash }: End): string =>
  `${done}: ${events} events, ${outcomes} kept answers, ${users} users. State: ${stateHash}`

const exporting = Command.make(
  "export",
  {
    file: file("Where the archive goes; without, or with -: standard output"),
    withUsers: Flag.Boolean("with-users").pipe(
      Flag.withoutNegation,
      Flag.withDescription("The users too, with their password hashes: keep such an archive as safe as the database"),
      Flag.withDefault(false)
    ),
    force: Flag.Boolean("force").pipe(
      Flag.withoutNegation,
      Flag.withDescription("Replace a file that is there already"),
      Flag.withDefault(false)
    )
  },
  Effect.fnUntraced(function* (options) {
    if (Option.isNone(options.file) && (yield* Answer.Json)) {
      return yield* new WrongUsage({ message: "--json needs --file: standard output is for the archive." })
    }
    if (Option.isSome(options.file)) yield* requireFree(options.file.value, options.force)
    const end = yield* withStores(
      Progress.during("Exporting", (step) => toPlace(options.file, archive, (write) => exportLog(write, options, step)))
    )
    const text = told("Exported", end)
    yield* Option.isNone(options.file) ? Console.error(text) : Answer.print({ json: shown(end), text })
    return undefined
  })
).pipe(Command.withDescription("Writes the log, and what it answered, as an archive that another database can import"))

const importing = Command.make(
  "import",
  { file: file("The archive; without, or with -: standard input") },
  Effect.fnUntraced(function* (options) {
    const path = Option.isSome(options.file) ? options.file.value : yield* fromStdin
    const scanned = yield* Progress.during("Reading the archive …", () => scan(path))
    const end = yield* withStores(Progress.during("Importing", (step) => importLog(path, scanned, step)))
    yield* Answer.print({ json: shown(end), text: told("Imported", end) })
  }, Effect.scoped)
).pipe(
  Command.withDescription("Fills an empty database from an archive: all of it, or, where anything is wrong, nothing")
)

export const command = Command.make("log").pipe(
  Command.withDescription("The event log, from one database to another"),
  Command.withSubcommands([exporting, importing])
)
