import { basename } from "node:path"
import { Effect, Option, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { SecureRandom } from "effect/crypto"
import type { UserRecord } from "../../src/accounts/users/UserStore.ts"
import { faultText } from "../../src/agents/ToolRefused.ts"
import * as UndoChangeSet from "../../src/agents/UndoChangeSet.ts"
import { idFrom } from "../../src/client/ExternalId.ts"
import { sendSteps } from "../../src/client/SendSteps.ts"
import { ChangeSetId, EntityId, TokenId } from "../../src/domain/entities/Ids.ts"
import type { TokenIdentity } from "../../src/domain/Identity.ts"
import { answerOf } from "../../src/domain/Outcome.ts"
import { findTeam, type State } from "../../src/domain/state/State.ts"
import { objectivesView, principlesView, teamList } from "../../src/domain/views/Views.ts"
import { changesIn, newIn } from "../../src/import/ImportPlan.ts"
import { type Step, stepsOfTeams } from "../../src/import/PlanEvents.ts"
import { teamTree } from "../../src/import/TeamContents.ts"
import { type ImportOptions, noTeam, teamMeant } from "../../src/import/UnattendedImport.ts"
import { EarlierStates } from "../../src/log/projection/EarlierStates.ts"
import { Projector } from "../../src/log/projection/Projector.ts"
import { ProvenanceStore } from "../../src/log/store/ProvenanceStore.ts"
import { Planner } from "../../src/log/writer/Planner.ts"
import { requestHash } from "../../src/log/writer/RequestHash.ts"
import { importOf } from "../../src/shared/ChangeSetNames.ts"
import * as CommandOutput from "./CommandOutput.ts"
import { CommandFailed, UsageError } from "./Failure.ts"
import { optionalText, toggle } from "./Flags.ts"
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

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`

const planned = (items: number, changes: number): string =>
  [
    ...(items > 0 || changes === 0 ? [counted(items, "item")] : []),
    ...(changes > 0 ? [counted(changes, "changed value")] : [])
  ].join(" and ")

/** Sends the steps as a change set, each under its own key. */
export const send = Effect.fnUntraced(function* (
  run: ChangeSetId,
  name: string,
  steps: ReadonlyArray<Step>,
  user: UserRecord
) {
  const planner = yield* Planner
  let sent = 0
  return yield* Progress.during("Importing", (progress) =>
    sendSteps(
      steps,
      Effect.fnUntraced(function* ({ lastSeenSequence, ...body }, index) {
        yield* progress(sent++, steps.length)
        const outcome = yield* planner.submit({
          ...body,
          targetId: body.targetId === null ? null : EntityId.make(body.targetId),
          ...{ actorId: user.id, actorName: user.username, lastSeenSequence: lastSeenSequence ?? null },
          idempotency: { key: `import:${run}:${index}`, requestHash: requestHash(body) },
          origin: { tokenName: null, changeSet: { id: run, name }, undoes: null }
        })
        return answerOf(outcome).rejectionReason ?? undefined
      })
    )
  ).pipe(
    Effect.mapError(
      (error) =>
        new CommandFailed({
          message:
            error._tag === "IdempotencyKeyReused"
              ? `The file or the team is not the one that run ${run} began with.`
              : `The database did not answer in time. Go on with the same options and: --yes --resume ${run}`
        })
    )
  )
})

/** The state that a run began in, or that of now for a new one. */
export const stateFor = Effect.fnUntraced(function* (run: ChangeSetId) {
  const [first] = yield* ProvenanceStore.use((store) => store.ofChangeSet(run))
  if (first === undefined) return yield* Projector.use((projector) => Effect.sync(projector.stateNow))
  return yield* EarlierStates.use(({ at }) => at(first.sequenceNumber - 1, "import"))
})

/** The id of a run that is to go on, or of a new one. */
export const runFor = Effect.fnUntraced(function* (resume: Option.Option<ChangeSetId>) {
  if (Option.isSome(resume)) return resume.value
  return ChangeSetId.make(yield* SecureRandom.SecureRandom.use((random) => random.uuidV4()))
})

interface Options {
  readonly as: Option.Option<string>
  readonly resume: Option.Option<ChangeSetId>
  readonly dryRun: boolean
  readonly yes: boolean
  readonly reading: ImportOptions
}

/** Ends the command with a failure if changes were rejected; they are listed already. */
export const requireNoneRefused = (refused: ReadonlyArray<unknown>, steps: ReadonlyArray<unknown>) =>
  refused.length === 0
    ? Effect.void
    : Effect.fail(new CommandFailed({ message: `The service rejected ${refused.length} of ${steps.length} changes.` }))

const importFile = Effect.fnUntraced(function* (path: string, { as, resume, dryRun, yes, reading }: Options) {
  const user = yield* actingAdmin(as)
  const run = yield* runFor(resume)
  const state = yield* stateFor(run)
  const known = yield* knownIn(state, reading.team)
  const { read, existing } = yield* ImportQuestions.answered(path, reading, known, { dryRun, yes })
  const items = newIn(read.teams).length
  const count = changesIn(read.teams, existing).length
  // The same when the run goes on.
  const ids = yield* Effect.forEach(Array.from({ length: items }).keys(), (index) => idFrom(run, `${index}`))
  const { steps } = stepsOfTeams(read.teams, () => ids.shift() ?? "", known.teams, existing)
  const differing = changesIn(read.teams).length
  const plan = { items, changes: count, differing }
  if (dryRun || steps.length === 0) {
    return yield* CommandOutput.print({
      json: { run: null, ...plan, events: 0, refused: [] },
      text: steps.length === 0 ? "There is nothing new to import." : `${planned(items, count)} would be imported.`
    })
  }
  if (!yes && !(yield* ImportQuestions.confirmed(`Import ${planned(items, count)}?`))) {
    return yield* new CommandFailed({ message: "Nothing was imported." })
  }
  yield* CommandOutput.printAside(`Run ${run}`)
  const { made, changed, refused } = yield* send(run, importOf(basename(path)), steps, user)
  yield* CommandOutput.print({
    json: { run, ...plan, events: steps.length, refused },
    text: [
      ...refused.map(
        ({ row, title, reason }) => `Rejected: ${title === "" ? "a change" : title} (row ${row}): ${reason}`
      ),
      `Imported ${planned(made, changed)}. To take them back: import --undo ${run}`
    ].join("\n")
  })
  yield* requireNoneRefused(refused, steps)
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

const runFlag = (name: string, description: string) =>
  Flag.String(name).pipe(
    Flag.withSchema(Schema.String.pipe(Schema.decodeTo(ChangeSetId))),
    Flag.withDescription(description),
    Flag.optional
  )

/** The flags of a command that sends a change set. */
export const runFlags = {
  as: optionalText("as", "The admin to act as; default: the first by name"),
  dryRun: toggle("dry-run", "Print the plan only"),
  yes: toggle("yes", "Go on without asking"),
  resume: runFlag("resume", "Go on with a run that stopped, with the same options")
}

export const command = Command.make(
  "import",
  {
    file: Argument.String("file").pipe(
      Argument.withDescription("A spreadsheet, CSV, JSON, or text as the page reads it"),
      Argument.optional
    ),
    ...ImportQuestions.flags,
    ...runFlags,
    undo: runFlag("undo", "Take a run back, except for what was changed since")
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
