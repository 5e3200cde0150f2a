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
import { CommandFailed, failed, wrongUsage } from "./Failure.ts"
import { optional } from "./Flags.ts"
import * as ImportQuestions from "./ImportQuestions.ts"
import * as Progress from "./Progress.ts"
import { withStrategy } from "./Services.ts"

/** The teams of a state, as an import sees them. `here`: the team for rows that name none. */
export const knownIn = Effect.fnUntraced(function* (state: State, here: string | undefined) {
  const teams = teamList(state)
  const team = here === undefined ? undefined : teamMeant(teams, here)
  if (here !== undefined && team === undefined) return yield* failed(noTeam(here))
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

const importFile = Effect.fnUntraced(function* (path: string, reading: ImportOptions, given: ChangeSetRun.Given) {
  const { user, run, state } = yield* ChangeSetRun.begin(given)
  const known = yield* knownIn(state, reading.team)
  const { read, existing } = yield* ImportQuestions.answered(path, reading, known, given)
  const items = newIn(read.teams).length
  const changes = changesIn(read.teams, existing).length
  // The same when the run goes on.
  const ids = yield* Effect.forEach(Array.from({ length: items }).keys(), (index) => idFrom(run, `${index}`))
  const { steps } = stepsOfTeams(read.teams, () => ids.shift() ?? "", known.teams, existing)
  const plan = {
    ...({ run, user, name: importOf(basename(path)), steps, verb: "Import", past: "Imported" } as const),
    json: { items, changes, differing: changesIn(read.teams).length },
    what: planned(items, changes),
    done: ({ made, changed }: ImportResult) => planned(made, changed)
  }
  yield* ChangeSetRun.carryOut(plan, given)
})

const undoRun = Effect.fnUntraced(function* (run: ChangeSetId, as: string | undefined) {
  const user = yield* ChangeSetRun.actingAdmin(as)
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
  if (result === undefined) return yield* failed(`There is no run ${run}, or it changed nothing.`)
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
      const path = Option.getOrUndefined(file)
      if (undo !== undefined && path === undefined) return yield* withStrategy(undoRun(undo, as))
      if (undo !== undefined || path === undefined) return yield* wrongUsage("Name a file, or a run with --undo.")
      const reading = yield* ImportQuestions.optionsFrom(flags)
      return yield* withStrategy(importFile(path, reading, { as, dryRun, yes, resume }))
    })
).pipe(Command.withDescription("Imports a spreadsheet or a download as the page does: prints a plan, then asks"))
