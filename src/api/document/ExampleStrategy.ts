import { Option } from "effect"
import { decide } from "../../domain/Decide.ts"
import type { Decision, EventType, LoggedEvent, Submission, Touched } from "../../domain/Event.ts"
import { evolve } from "../../domain/Evolve.ts"
import { EntityId, UserId } from "../../domain/entities/Ids.ts"
import { restoreTarget } from "../../domain/events/RestoreData.ts"
import { empty, findTeam, type State, type Team } from "../../domain/state/State.ts"
import { type ExampleSubmission, growing, shrinking, team } from "./ExampleSubmissions.ts"

export const user = { id: UserId.make("8495b1dd-e3a2-458f-92c9-d10374859608"), username: "maya" }

/** Event n of the example happened n hours after its first day began. */
const timestampOf = (sequenceNumber: number): string => {
  const [day, hour] = [Math.floor(sequenceNumber / 8), 9 + (sequenceNumber % 8)]
  return `2026-03-${String(2 + day).padStart(2, "0")}T${String(hour).padStart(2, "0")}:00:00.000Z`
}

/** The day that the examples take as today. */
export const today = "2026-03-09"

export interface ExampleEvent {
  readonly event: LoggedEvent
  readonly touched: ReadonlyArray<Touched>
  /** The state right after the event. */
  readonly state: State
}

export const submissionOf = (
  { eventType, targetId, data }: ExampleSubmission,
  state: State,
  lastSeenSequence: number | null = null
): Submission => ({
  submissionId: "example",
  timestamp: timestampOf(state.sequenceNumber + 1),
  today: timestampOf(state.sequenceNumber + 1).slice(0, 10),
  actorId: user.id,
  actorName: user.username,
  eventType,
  targetId,
  data,
  lastSeenSequence,
  freshId: EntityId.make("95a6c2ee-f4b3-4690-83da-e21485960719")
})

/** The example's log, as the domain decides it. */
const logOf = (submissions: ReadonlyArray<ExampleSubmission>): ReadonlyArray<ExampleEvent> => {
  const log: Array<ExampleEvent> = []
  for (const submission of submissions) {
    const before = log.at(-1)?.state ?? empty
    const earlier = log[(restoreTarget(submission) ?? 0) - 1]?.state
    const decision: Decision = decide(before, { ...submissionOf(submission, before), earlier })
    if (decision.status !== "applied") continue
    const { state, effects } = evolve(before, decision.event)
    log.push({ event: decision.event, touched: effects.touched, state })
  }
  return log
}

export interface ExampleStrategy {
  readonly log: ReadonlyArray<ExampleEvent>
  /** The state after the submissions of `growing`. */
  readonly grown: State
  readonly team: Team
  /** The first event of a type. */
  readonly first: (eventType: EventType) => ExampleEvent
}

/** The strategy that the document's examples show. */
export const make = (): ExampleStrategy => {
  const log = logOf([...growing, ...shrinking])
  const grown = log[growing.length - 1]?.state ?? empty
  return {
    log,
    grown,
    team: Option.getOrThrow(findTeam(grown, team)),
    first: (eventType) =>
      Option.getOrThrow(Option.fromUndefinedOr(log.find(({ event }) => event.eventType === eventType)))
  }
}
