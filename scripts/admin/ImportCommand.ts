import { basename } from "node:path"
import { Effect, Option } from "effect"
import { Argument, Command } from "effect/cli"
import { faultText } from "../../src/agents/ToolRefused.ts"
import * as UndoChangeSet from "../../src/agents/UndoChangeSet.ts"
import { idFrom } from "../../src/client/ExternalId.ts"
import type { ImportResult } from "../../src/client/SendSteps.ts"
import { ChangeSetId, EntityId, TokenId } from "../../src/domain/entities/Ids.ts"
import type { TokenIdentity } from "../../src/domain/Identity.ts"
import { findTeam, type State } from "../../src/domain/state/State.ts"
import { objectivesView, principlesView, teamList } from "../../src/domain/views/Views.ts"
import { changesIn, newIn } from "../../src/import/ImportPlan.ts"
import { stepsOfTeams } from "../../src/import/PlanEvents.ts"
import { teamTree } from "../../src/import/TeamContents.ts"
import { type ImportOptions, noTeam, teamMeant } from "../../src/import/UnattendedImport.ts"
import { importOf } from "../../src/shared/ChangeSetNames.ts"
import { counted } from "../../src/shared/words/Nouns.ts"
import * as ChangeSetRun from "./ChangeSetRun.ts"
import * as CommandOutput from "./CommandOutput.ts"
import { CommandFailed, UsageError } from "./Failure.ts"
import { optional } from "./Flags.ts"
import * as ImportQuestions from "./ImportQuestions.ts"
import * as Progress from "./Progress.ts"
import { actingAdmin } from "./SampleCommand.ts"
import { withStrategy } from "./Services.ts"

/** The teams of a state, as an import sees them. `here`: the team for rows that name none. */
export const knownIn = Effect.fnUntraced(function* (state: State, here: string | undefined) {
  const teams = teamList(state)
  const team = here === undefined ? undefined : teamMeant(teams, here)
  if (here !== undefined && team === undefined) return yield* new CommandFailed({ message: noTeam(here) })
  return {
    ...{ teams, here: team, mayCreateTeams: true },
    contentsOf: (id: string) =>
      Option.getOrUndefined(
        Option.map(findTeam(state, EntityId.make(id)), (found) => {
          const { team: body, principles } = principlesView(found)
          const { objectives, sequenceNumber } = objectivesView(found)
          return teamTree({ ...body, principles, objectives, sequenceNumber })
        })
      )
  }
})

const planned = (items: number, changes: number): string =>
  [
    ...(items > 0 || changes === 0 ? [counted(items, "item")] : []),
    ...(changes > 0 ? [counted(changes, "changed value")] : [])
  ].join(" and ")

interface Options {
  readonly as: Option.Option<string>
  readonly resume: Option.Option<ChangeSetId>
  readonly dryRun: boolean
  readonly yes: boolean
  readonly reading: ImportOptions
}

const importFile = Effect.fnUntraced(function* (path: string, { as, resume, dryRun, yes, reading }: Options) {
  const user = yield* actingAdmin(as)
  const { run, state } = yield* ChangeSetRun.begin(resume)
  const known = yield* knownIn(state, reading.team)
  const { read, existing } = yield* ImportQuestions.answered(path, reading, known, { dryRun, yes })
  const items = newIn(read.teams).length
  const changes = changesIn(read.teams, existing).length
  // The same when the run goes on.
  const ids = yield* Effect.forEach(Array.from({ length: items }).keys(), (index) => idFrom(run, `${index}`))
  const { steps } = stepsOfTeams(read.teams, () => ids.shift() ?? "", known.teams, existing)
  const what = planned(items, changes)
  const plan = {
    ...{ name: importOf(basename(path)), steps },
    json: { items, changes, differing: changesIn(read.teams).length },
    texts: {
      nothing: "There is nothing new to import.",
      would: `${what} would be imported.`,
      question: `Import ${what}?`,
      done: ({ made, changed }: ImportResult) => `Imported ${planned(made, changed)}.`,
      rejected: ({ row, title }: { readonly row: number; readonly title: string }) =>
        `${title === "" ? "a change" : title} (row ${row})`
    }
  }
  yield* ChangeSetRun.carryOut(plan, { run, user, dryRun, yes })
})

const undoRun = Effect.fnUntraced(function* (run: ChangeSetId, as: Option.Option<string>) {
  const user = yield* actingAdmin(as)
  const caller: TokenIdentity = {
    ...{ userId: user.id, username: user.username, displayName: user.displayName, role: user.role },
    expiresAt: Number.MAX_SAFE_INTEGER,
    token: { id: TokenId.make(run), name: "import", scope: "admin" }
  }
  const undo = yield* UndoChangeSet.make
  const result = yield* Progress.during("Taking back", () => undo(caller, run)).pipe(
    Effect.mapError(({ cause, undone }) => {
      const message = `${faultText(cause)} ${undone} events are taken back. Run the command again to go on.`
      return new CommandFailed({ message })
    })
  )
  if (result === undefined)
    return yield* new CommandFailed({ message: `There is no run ${run}, or it changed nothing.` })
  const { undone, left } = result
  yield* CommandOutput.print({
    json: { undone: undone.length, left },
    text: [
      ...left.map(({ sequenceNumber, reason }) => `Kept event ${sequenceNumber}: ${reason}`),
      `Took back ${undone.length} events of run ${run}.`
    ].join("\n")
  })
})

export const command = Command.make(
  "import",
  {
    file: Argument.String("file").pipe(
      Argument.withDescription("A spreadsheet, CSV, JSON, or text as the page reads it"),
      Argument.optional
    ),
    ...ImportQuestions.flags,
    ...ChangeSetRun.flags,
    undo: optional("undo", "Take a run back, except for what was changed since", ChangeSetId)
  },
  ({ file, undo, as, dryRun, yes, resume, ...flags }) =>
    Effect.gen(function* () {
      if (Option.isSome(file) === Option.isSome(undo)) {
        return yield* new UsageError({ message: "Name a file, or a run with --undo." })
      }
      if (Option.isSome(undo)) return yield* withStrategy(undoRun(undo.value, as))
      const path = Option.getOrElse(file, () => "")
      const reading = yield* ImportQuestions.optionsFrom(flags)
      return yield* withStrategy(importFile(path, { as, dryRun, yes, resume, reading }))
    })
).pipe(Command.withDescription("Imports a spreadsheet or a download as the page does: prints a plan, then asks"))
