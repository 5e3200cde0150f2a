import type { LoggedEvent, Submission } from "../../../src/domain/Event.ts"
import { restoreTarget } from "../../../src/domain/events/RestoreData.ts"
import type { InverseSubmission } from "../../../src/domain/inverse/Inverse.ts"
import type { Left } from "../../../src/domain/inverse/InversePlan.ts"
import { inverseSteps } from "../../../src/domain/inverse/InverseSteps.ts"
import { OwnChanges } from "../../../src/domain/inverse/OwnChanges.ts"
import { runAllSteps } from "../../../src/domain/Steps.ts"
import { empty, type State } from "../../../src/domain/state/State.ts"
import { actorId, entityId, instant, type Step, step, submissionOf, today } from "../Commands.ts"

/** An event of a log with the states around it, and which event it takes back. */
export interface Logged extends Pick<Step, "before" | "after" | "effects"> {
  readonly event: LoggedEvent
  readonly undoes?: number
}

export type Log = ReadonlyArray<Logged>

export const loggedOf = (steps: ReadonlyArray<Step>): Log =>
  steps.flatMap(({ decision, before, after, effects }) =>
    decision.status === "no_change" ? [] : [{ event: decision.event, before, after, effects }]
  )

export const stateAt = (log: Log, sequenceNumber = log.length): State => log[sequenceNumber - 1]?.after ?? empty

/** Says of the events of a log whether they are of a set, or took one of it back. */
export const ownIn = (log: Log, set: ReadonlySet<number>) => {
  const own = new Set(log.flatMap(({ event, undoes }) => (undoes && set.has(undoes) ? [event.sequenceNumber] : [])))
  return (sequenceNumber: number): boolean => set.has(sequenceNumber) || own.has(sequenceNumber)
}

/** What takes back the events of a set, at the end of a log. */
export const inverseOf = (
  log: Log,
  set: ReadonlySet<number>
): { readonly submissions: ReadonlyArray<InverseSubmission>; readonly left: ReadonlyArray<Left> } => {
  const takenBack = new Map(
    log.flatMap(({ event, undoes }) => (undoes ? [[event.sequenceNumber, undoes] as const] : []))
  )
  const recorded = new Set([...set, ...takenBack.keys(), ...takenBack.values()])
  const changes = new OwnChanges(stateAt(log), set, takenBack)
  for (const { event, before, after, effects } of log) {
    if (event.status !== "applied" || !recorded.has(event.sequenceNumber)) continue
    changes.record(event, changes.needsStates(event) ? { before, after, teamIds: effects.teamIds } : undefined)
  }
  return runAllSteps(inverseSteps(changes, "admin"))
}

/** Decides a submission at the end of a log; the log with its event, if it has one. */
const appended = (log: Log, submission: Submission, undoes?: number) => {
  const taken = step(stateAt(log), submission, (at) =>
    at === restoreTarget(submission) && at <= log.length ? stateAt(log, at) : undefined
  )
  const events = loggedOf([taken]).map((each) => (undoes === undefined ? each : { ...each, undoes }))
  return { log: [...log, ...events], status: taken.decision.status }
}

/** Sends a submission that takes an event back. */
const undo = (log: Log, { undoes, ...sent }: InverseSubmission) => {
  const id = entityId(2 ** 30 + log.length)
  const by = { submissionId: id, freshId: id, actorId, actorName: "undoer", timestamp: instant(log.length), today }
  return appended(log, { ...sent, ...by }, undoes)
}

/** The log after others have gone on. */
const continued = (log: Log, commands: ReadonlyArray<number>): Log =>
  commands.reduce((now, command) => appended(now, submissionOf(stateAt(now), command, 1_000 + now.length)).log, log)

/** The log after a set was taken back, in as many rounds as that takes. Of each round `sent` are sent. */
export const undone = (
  given: Log,
  set: ReadonlySet<number>,
  sent: (count: number, round: number) => number = (count) => count
) => {
  let log = given
  const refused: Array<InverseSubmission> = []
  for (let round = 0; ; round++) {
    const { submissions, left } = inverseOf(log, set)
    if (submissions.length === 0 || round > 20) return { log, left, refused, rounds: round }
    for (const submission of submissions.slice(0, sent(submissions.length, round))) {
      const result = undo(log, submission)
      if (result.status !== "applied") refused.push(submission)
      log = result.log
    }
  }
}

/** The log after what takes a set back was sent while others went on: before each submission they do some of the commands. */
export const undoneMeanwhile = (
  given: Log,
  set: ReadonlySet<number>,
  commands: ReadonlyArray<number>,
  inOneGo: number
): Log => {
  let [log, done] = [given, 0]
  for (const submission of inverseOf(given, set).submissions) {
    log = undo(continued(log, commands.slice(done, done + inOneGo)), submission).log
    done += inOneGo
  }
  return log
}
