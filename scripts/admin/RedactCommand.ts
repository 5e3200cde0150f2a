import { createHash } from "node:crypto"
import { Effect, HashMap, Option, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { SqlClient } from "effect/sql"
import type { Recorded } from "../../src/accounts/log/AccountLog.ts"
import { recordingOn } from "../../src/accounts/log/AccountLogSql.ts"
import { UserStore } from "../../src/accounts/users/UserStore.ts"
import { config } from "../../src/Config.ts"
import { HasServers } from "../../src/Database.ts"
import { EntityId, UserId } from "../../src/domain/entities/Ids.ts"
import * as Redaction from "../../src/domain/Redaction.ts"
import * as RedactionSql from "../../src/log/maintenance/RedactionSql.ts"
import { Projector } from "../../src/log/projection/Projector.ts"
import { applicationName } from "../../src/sql/Listener.ts"
import { storageFault } from "../../src/sql/StorageFault.ts"
import * as CommandOutput from "./CommandOutput.ts"
import { CommandFailed, UsageError } from "./Failure.ts"
import { optionalText, toggle } from "./Flags.ts"
import { rebuildHistory } from "./HistoryCommands.ts"
import * as Progress from "./Progress.ts"
import { withStrategy } from "./Services.ts"

/** A reason is one line of the account log. */
const maxReasonLength = 250

const settings = {
  entity: optionalText("entity", "The id of what the text belongs to; with --field"),
  field: optionalText("field", "The field: title, name, description, or note for the notes of check-ins"),
  before: Flag.Int("before").pipe(
    Flag.withDescription("Only texts that events before this sequence number gave"),
    Flag.optional
  ),
  user: optionalText("user", "The id of a deleted user, whose name as the author of changes is removed"),
  reason: Flag.String("reason").pipe(Flag.withDescription("Why; it stands in the account log")),
  dryRun: toggle("dry-run", "List what would change, and change nothing")
}

type Options = Command.Command.Config.Infer<typeof settings>

const failed = (message: string) => Effect.fail(new CommandFailed({ message }))

const readEntity = Schema.decodeOption(EntityId)
const readUser = Schema.decodeOption(UserId)

/** A server would go on with the texts that it has in memory. */
const requireNoServer = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { databaseUrl } = yield* config
  const servers = Option.isNone(databaseUrl)
    ? (yield* HasServers) && [1]
    : yield* sql`
        SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = ${applicationName} LIMIT 1`
  if (servers !== false && servers.length > 0) {
    return yield* failed("A server is running on this database. Stop all its servers first.")
  }
})

const fieldRedaction = Effect.fnUntraced(function* (id: string, field: string, before: number | undefined) {
  const entityId = Option.getOrUndefined(readEntity(id))
  const { state } = yield* Projector
  const { entities, ...strategy } = yield* state
  const ref = entityId === undefined ? undefined : Option.getOrUndefined(HashMap.get(entities, entityId))
  if (entityId === undefined || ref === undefined) return yield* failed(`Nothing in the log has the id ${id}.`)
  const fields = Redaction.textFieldsOf(ref.type)
  if (!fields.includes(field)) return yield* failed(`--field must be one of ${fields.join(", ")} for this ${ref.type}.`)
  const texts = new Set(
    Redaction.textsGiven(yield* RedactionSql.eventsAbout(yield* SqlClient.SqlClient, entityId), field, before)
  )
  // What everybody sees now can be edited, which leaves an earlier text to remove.
  texts.delete(Redaction.currentText({ entities, ...strategy }, ref.type, entityId, field) ?? "")
  const redaction: Redaction.Redaction = { entityId, field, texts }
  return { redaction, what: `${ref.type} ${entityId}, ${field}` }
})

const userRedaction = Effect.fnUntraced(function* (id: string) {
  const userId = Option.getOrUndefined(readUser(id))
  if (userId === undefined) return yield* failed("--user must be a user's id, as in the history's JSON.")
  const known = yield* UserStore.use(({ findById }) => findById(userId))
  if (Option.isSome(known)) return yield* failed("This user still exists. Delete the user first.")
  const name = `former user ${createHash("sha256").update(userId).digest("hex").slice(0, 4)}`
  const redaction: Redaction.Redaction = { userId, name }
  return { redaction, what: `user ${userId}` }
})

const redactionOf = ({ entity, field, before, user }: Options) => {
  if (Option.isSome(user) && Option.isNone(entity) && Option.isNone(field)) return userRedaction(user.value)
  if (Option.isNone(user) && Option.isSome(entity) && Option.isSome(field)) {
    return fieldRedaction(entity.value, field.value, Option.getOrUndefined(before))
  }
  return Effect.fail(new UsageError({ message: "Use --entity with --field, or --user." }))
}

const counted = (events: number): string => `${events} ${events === 1 ? "event" : "events"}`

const shown = ({ changed }: RedactionSql.RedactionReport): string =>
  changed.length === 0 ? "" : `: ${changed.slice(0, 20).join(", ")}${changed.length > 20 ? ", …" : ""}`

const run = Effect.fnUntraced(function* (options: Options) {
  const sql = yield* SqlClient.SqlClient
  const reason = options.reason.trim()
  if (reason === "" || reason.length > maxReasonLength || reason.includes("\n")) {
    return yield* new UsageError({ message: `--reason must be one line of 1 to ${maxReasonLength} characters.` })
  }
  yield* requireNoServer
  const { redaction, what } = yield* redactionOf(options)
  const redacting = (progress: Progress.Step) => RedactionSql.redact(redaction, { isDryRun: options.dryRun, progress })
  if (options.dryRun) return yield* Progress.during("Reading", redacting)
  const recorded = (progress: Progress.Step) =>
    Effect.map(redacting(progress), (report): Recorded<RedactionSql.RedactionReport> => {
      const { changed, before, after } = report
      const detail = `${what}; ${counted(changed.length)}; head ${before} is now ${after}; ${reason}`
      return { value: report, entries: changed.length === 0 ? [] : [{ action: "redacted", subjectName: null, detail }] }
    })
  return yield* Progress.during("Redacting", (step) => recordingOn(sql)(recorded(step)))
}, storageFault("redact"))

export const command = Command.make(
  "redact",
  settings,
  Effect.fnUntraced(function* (options) {
    const report = yield* withStrategy(run(options))
    const { changed } = report
    if (!options.dryRun && changed.length > 0) yield* withStrategy(rebuildHistory)
    const done = options.dryRun ? "Would change" : "Changed"
    const note = options.dryRun ? "" : " Archives made before still have the texts."
    yield* CommandOutput.print({
      json: { dryRun: options.dryRun, ...report },
      text: `${done} ${counted(changed.length)}${shown(report)}.${changed.length === 0 ? "" : note}`
    })
  })
).pipe(Command.withDescription("Takes earlier texts of a field, or a deleted user's name, out of the log for good"))
