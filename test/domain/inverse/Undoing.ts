import type { LoggedEvent } from "../../../src/domain/Event.ts"
import type { Role } from "../../../src/domain/entities/Role.ts"
import { restoreTarget } from "../../../src/domain/events/RestoreData.ts"
import type { InverseSubmission } from "../../../src/domain/inverse/Inverse.ts"
import type { Left } from "../../../src/domain/inverse/InversePlan.ts"
import { inverseSteps } from "../../../src/domain/inverse/InverseSteps.ts"
import { OwnChanges } from "../../../src/domain/inverse/OwnChanges.ts"
import { runAllSteps } from "../../../src/domain/Steps.ts"
import type { State } from "../../../src/domain/state/State.ts"
import { empty } from "../../../src/domain/state/State.ts"
import { actorId, entityId, instant, type Step, step } from "../Commands.ts"

/** An event of a log with the states around it, and which event it takes back. */
export interface Logged extends Pick<Step, "before" | "after" | "effects"> {
  readonly event: LoggedEvent
  readonly undoes?: number
}

export const loggedOf = (steps: ReadonlyArray<Step>): ReadonlyArray<Logged> =>
  steps.flatMap(({ decision, before, after, effects }) =>
    decision.status === "no_change" ? [] : [{ event: decision.event, before, after, effects }]
  )

const stateAt = (log: ReadonlyArray<Logged>, sequenceNumber: number): State =>
  sequenceNumber === 0 ? empty : (log[sequenceNumber - 1]?.after ?? empty)

export const isUndoOf = (set: ReadonlySet<number>, { undoes }: Logged): boolean =>
  undoes !== undefined && set.has(undoes)

/** What takes back the events of a set, at the end of a log. */
const inverseOf = (
  log: ReadonlyArray<Logged>,
  set: ReadonlySet<number>,
  role: Role = "admin"
): { readonly submissions: ReadonlyArray<InverseSubmission>; readonly left: ReadonlyArray<Left> } => {
  const now = stateAt(log, log.length)
  const undoing = log.filter((each) => isUndoOf(set, each)).map(({ event }) => event.sequenceNumber)
  const pairs = log.flatMap(({ event, undoes = 0 }) =>
    undoes === 0 || set.has(undoes) ? [] : [[event.sequenceNumber, undoes] as const]
  )
  const undone = new Map(pairs)
  const neutral = new Set(pairs.flat())
  const changes = new OwnChanges(now, set, undoing, undone)
  for (const { event, before, after, effects } of log) {
    const isRecorded = changes.isOwn(event.sequenceNumber) || neutral.has(event.sequenceNumber)
    if (event.status !== "applied" || !isRecorded) continue
    const around = changes.needsStates(event) ? { before, after, teamIds: effects.teamIds } : undefined
    changes.record(event, around)
  }
  return runAllSteps(inverseSteps(changes, role))
}

/** Decides a submission at the end of a log; the log with its event, if it has one. */
const submitted = (
  log: ReadonlyArray<Logged>,
  { undoes, ...sent }: InverseSubmission
): { readonly log: ReadonlyArray<Logged>; readonly status: Step["decision"]["status"] } => {
  const before = stateAt(log, log.length)
  const serial = 2 ** 30 + log.length
  const submission = {
    ...sent,
    submissionId: entityId(serial),
    freshId: entityId(serial),
    actorId,
    actorName: "undoer",
    timestamp: instant(log.length)
  }
  const taken = step(before, submission, (at) => (at === restoreTarget(sent) ? stateAt(log, at) : undefined))
  const { decision, after, effects } = taken
  if (decision.status === "no_change") return { log, status: decision.status }
  return { log: [...log, { event: decision.event, before, after, effects, undoes }], status: decision.status }
}

/** The log after a set was taken back, in as many rounds as that takes. Of each round `sent` are sent. */
export const undone = (
  given: ReadonlyArray<Logged>,
  set: ReadonlySet<number>,
  sent: (count: number, round: number) => number = (count) => count
) => {
  let log = given
  const refused: Array<InverseSubmission> = []
  for (let round = 0; ; round++) {
    const { submissions, left } = inverseOf(log, set)
    if (submissions.length === 0 || round > 20) return { log, left, refused, rounds: round }
    for (const submission of submissions.slice(0, sent(submissions.length, round))) {
      const result = submitted(log, submission)
      if (result.status !== "applied") refused.push(submission)
      log = result.log
    }
  }
}
