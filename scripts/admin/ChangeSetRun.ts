import { Effect, Option, type Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import type { UserRecord } from "../../src/accounts/users/UserStore.ts"
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
import { CommandFailed } from "./Failure.ts"
import { optional, optionalText, toggle } from "./Flags.ts"
import { confirmed } from "./ImportQuestions.ts"
import * as Progress from "./Progress.ts"

/** The flags of a command that sends a change set. */
export const flags = {
  as: optionalText("as", "The admin to act as; default: the first by name"),
  dryRun: toggle("dry-run", "Print the plan only"),
  yes: toggle("yes", "Go on without asking"),
  resume: optional("resume", "Go on with a run that stopped, with the same options", ChangeSetId)
}

/** The id of a run that is to go on, or of a new one, and the state that it began in or begins in. */
export const begin = Effect.fnUntraced(function* (resume: Option.Option<ChangeSetId>) {
  const random = yield* SecureRandom.SecureRandom
  const run = Option.isSome(resume) ? resume.value : ChangeSetId.make(yield* random.uuidV4())
  const [first] = yield* ProvenanceStore.use((store) => store.ofChangeSet(run))
  const state =
    first === undefined
      ? yield* Projector.use((projector) => Effect.sync(projector.stateNow))
      : yield* EarlierStates.use(({ at }) => at(first.sequenceNumber - 1, "import"))
  return { run, state }
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
  readonly name: string
  readonly steps: ReadonlyArray<Step>
  /** What the plan comes to, for the result's document. */
  readonly json: { readonly [member: string]: Schema.Json }
  readonly texts: {
    readonly nothing: string
    readonly would: string
    readonly question: string
    readonly done: (result: ImportResult) => string
    readonly rejected: (step: { readonly row: number; readonly title: string }) => string
  }
}

interface Options {
  readonly run: ChangeSetId
  readonly user: UserRecord
  readonly dryRun: boolean
  readonly yes: boolean
}

/** Asks unless it may go on, sends the change set, and prints what became of it; fails if a change was rejected. */
export const carryOut = Effect.fnUntraced(function* (plan: Plan, { run, user, dryRun, yes }: Options) {
  const { name, steps, json, texts } = plan
  if (dryRun || steps.length === 0) {
    const text = steps.length === 0 ? texts.nothing : texts.would
    return yield* CommandOutput.print({ json: { run: null, ...json, events: 0, refused: [] }, text })
  }
  if (!yes && !(yield* confirmed(texts.question))) return yield* new CommandFailed({ message: "Nothing was changed." })
  yield* CommandOutput.printAside(`Run ${run}`)
  const result = yield* Effect.mapError(send(run, name, steps, user), ({ _tag }) => {
    const isOther = _tag === "IdempotencyKeyReused"
    const other = `The file or the team is not the one that run ${run} began with.`
    const late = `The database did not answer in time. Go on with the same options and: --yes --resume ${run}`
    return new CommandFailed({ message: isOther ? other : late })
  })
  const { refused } = result
  const lines = refused.map((step) => `Rejected: ${texts.rejected(step)}: ${step.reason}`)
  const text = [...lines, `${texts.done(result)} To take them back: import --undo ${run}`].join("\n")
  yield* CommandOutput.print({ json: { run, ...json, events: steps.length, refused }, text })
  if (refused.length === 0) return
  return yield* new CommandFailed({ message: `The service rejected ${refused.length} of ${steps.length} changes.` })
})
