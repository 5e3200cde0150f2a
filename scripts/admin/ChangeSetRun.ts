import { Effect, type Schema } from "effect"
import type { Command } from "effect/cli"
import { SecureRandom } from "effect/crypto"
import { type UserRecord, UserStore } from "../../src/accounts/users/UserStore.ts"
import { type ImportResult, sendSteps } from "../../src/client/SendSteps.ts"
import { ChangeSetId, EntityId } from "../../src/domain/entities/Ids.ts"
import { answerOf } from "../../src/domain/Outcome.ts"
import type { Step } from "../../src/import/PlanEvents.ts"
import { EarlierStates } from "../../src/log/projection/EarlierStates.ts"
import { Projector } from "../../src/log/projection/Projector.ts"
import { ProvenanceStore } from "../../src/log/store/ProvenanceStore.ts"
import { Planner } from "../../src/log/writer/Planner.ts"
import { requestHash } from "../../src/log/writer/RequestHash.ts"
import * as CommandOutput from "./CommandOutput.ts"
import { CommandFailed, failed } from "./Failure.ts"
import { optional, optionalText, toggle } from "./Flags.ts"
import { confirmed } from "./ImportQuestions.ts"
import * as Progress from "./Progress.ts"
import { findUser } from "./UsersCommands.ts"

/** The flags of a command that sends a change set. */
export const flags = {
  as: optionalText("as", "The admin to act as; default: the first by name"),
  dryRun: toggle("dry-run", "Print the plan only"),
  yes: toggle("yes", "Go on without asking"),
  resume: optional("resume", "Go on with a run that stopped, with the same options", ChangeSetId)
}

export type Given = Command.Command.Config.Infer<typeof flags>

/** The admin with this name, or the first one. */
export const actingAdmin = Effect.fnUntraced(function* (name: string | undefined) {
  if (name === undefined) {
    const admin = (yield* UserStore.use((store) => store.list)).find(({ role }) => role === "admin")
    return admin ?? (yield* failed("There is no admin yet: start the server once or run users add."))
  }
  const user = yield* findUser(name)
  if (user.role === "admin") return user
  return yield* failed(`${user.username} is ${user.role}; only an admin can create a team.`)
})

export const newRun = SecureRandom.SecureRandom.use((random) =>
  Effect.map(random.uuidV4(), (id) => ChangeSetId.make(id))
)

/** The admin, the id of the run, and the state that it began or begins in. */
export const begin = Effect.fnUntraced(function* ({ as, resume }: Given) {
  const user = yield* actingAdmin(as)
  const run = resume ?? (yield* newRun)
  const [first] = yield* ProvenanceStore.use((store) => store.ofChangeSet(run))
  const state =
    first === undefined
      ? yield* Projector.use((projector) => Effect.sync(projector.stateNow))
      : yield* EarlierStates.use(({ at }) => at(first.sequenceNumber - 1, "import"))
  return { user, run, state }
})

/** Sends the steps as a change set, each under its own key. */
export const send = Effect.fnUntraced(function* (
  run: ChangeSetId,
  name: string,
  steps: ReadonlyArray<Step>,
  user: UserRecord
) {
  const planner = yield* Planner
  let sent = 0
  return yield* Progress.during("Writing", (progress) =>
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
  )
})

/** What a command writes as a change set, and what it says about it. */
interface Plan {
  readonly run: ChangeSetId
  readonly user: UserRecord
  readonly name: string
  readonly steps: ReadonlyArray<Step>
  /** What the plan comes to, for the result's document. */
  readonly json: { readonly [member: string]: Schema.Json }
  readonly what: string
  readonly verb: "Import" | "Make"
  readonly past: "Imported" | "Made"
  /** What was made of it. */
  readonly done: (result: ImportResult) => string
}

/** Asks unless it may go on, sends the change set, and prints what became of it; fails if a change was rejected. */
export const carryOut = Effect.fnUntraced(function* (plan: Plan, { dryRun, yes }: Given) {
  const { run, user, name, steps, json, what, past } = plan
  if (dryRun || steps.length === 0) {
    const text = steps.length === 0 ? "There is nothing to change." : `${what} would be ${past.toLowerCase()}.`
    return yield* CommandOutput.print({ json: { run: null, ...json, events: 0, refused: [] }, text })
  }
  if (!yes && !(yield* confirmed(`${plan.verb} ${what}?`))) return yield* failed("Nothing was changed.")
  yield* CommandOutput.printAside(`Run ${run}`)
  const result = yield* Effect.mapError(send(run, name, steps, user), ({ _tag }) => {
    const isOther = _tag === "IdempotencyKeyReused"
    const other = `The file or the team is not the one that run ${run} began with.`
    const late = `The database did not answer in time. Go on with the same options and: --yes --resume ${run}`
    return new CommandFailed({ message: isOther ? other : late })
  })
  const { refused } = result
  const lines = refused.map(
    ({ title, row, reason }) => `Rejected: ${title || "a change"}${row === 0 ? "" : ` (row ${row})`}: ${reason}`
  )
  const text = [...lines, `${past} ${plan.done(result)}. To take them back: import --undo ${run}`].join("\n")
  yield* CommandOutput.print({ json: { run, ...json, events: steps.length, refused }, text })
  if (refused.length === 0) return
  return yield* failed(`The service rejected ${refused.length} of ${steps.length} changes.`)
})
