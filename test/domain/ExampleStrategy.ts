import { decide } from "../../src/domain/Decide.ts"
import type { Decision, EventData, EventType, LoggedEvent, Submission } from "../../src/domain/Event.ts"
import { evolve } from "../../src/domain/Evolve.ts"
import type { EntityId } from "../../src/domain/entities/Ids.ts"
import { empty, type State } from "../../src/domain/state/State.ts"
import { actorId, entityId, instant, today } from "./Commands.ts"
import { type Past, withEarlier } from "./Earlier.ts"

/**
 * A small strategy for example tests. It has one to three entities of each type, and one deleted entity of each type.
 */

export const id = {
  unknown: entityId(0xff),
  fresh: entityId(0xfe),
  team: entityId(0x10),
  otherTeam: entityId(0x11),
  deletedTeam: entityId(0x12),
  principle: entityId(0x20),
  secondPrinciple: entityId(0x21),
  otherTeamsPrinciple: entityId(0x22),
  deletedPrinciple: entityId(0x23),
  objective: entityId(0x30),
  secondObjective: entityId(0x31),
  deletedObjective: entityId(0x32),
  group: entityId(0x40),
  secondGroup: entityId(0x41),
  otherObjectivesGroup: entityId(0x42),
  deletedGroup: entityId(0x43),
  initiative: entityId(0x50),
  secondInitiative: entityId(0x51),
  thirdInitiative: entityId(0x52),
  deletedInitiative: entityId(0x53),
  progress: entityId(0x60),
  deletedProgress: entityId(0x61)
}

export interface Input {
  readonly eventType: EventType
  readonly targetId?: EntityId | null
  readonly data?: EventData
  readonly lastSeenSequence?: number
  readonly freshId?: EntityId
}

export const submission = (state: State, ask: Input): Submission => ({
  submissionId: `submission ${state.sequenceNumber + 1}`,
  timestamp: instant(state.sequenceNumber + 1),
  today,
  actorId,
  actorName: "ada",
  eventType: ask.eventType,
  targetId: ask.targetId ?? null,
  data: ask.data ?? {},
  lastSeenSequence: ask.lastSeenSequence ?? null,
  freshId: ask.freshId ?? id.fresh
})

const previous = new WeakMap<State, State>()

/** The states that `stateAfter` went through to reach this one. */
export const pastOf =
  (state: State): Past =>
  (sequenceNumber) => {
    let earlier: State | undefined = state
    while (earlier !== undefined && earlier.sequenceNumber > sequenceNumber) earlier = previous.get(earlier)
    return earlier
  }

export const decideIn = (state: State, ask: Input): Decision =>
  decide(state, withEarlier(submission(state, ask), pastOf(state)))

/** The event of a decision; throws for `no_change`. */
export const eventOf = (state: State, ask: Input): LoggedEvent => {
  const decision = decideIn(state, ask)
  if (decision.status === "no_change") throw new Error(`${ask.eventType} changed nothing`)
  return decision.event
}

/** The state after submissions; throws unless all of them are applied. */
export const stateAfter = (state: State, ...asks: ReadonlyArray<Input>): State =>
  asks.reduce((current, ask) => {
    const event = eventOf(current, ask)
    if (event.status === "rejected") throw new Error(event.description)
    const next = evolve(current, event).state
    previous.set(next, current)
    return next
  }, state)

const input = (eventType: EventType, targetId: EntityId | null, data: EventData): Input => ({
  eventType,
  targetId,
  data
})

export const example: State = stateAfter(
  empty,
  input("create_team", null, { id: id.team, name: "North", color: "#aa0000" }),
  input("create_team", null, { id: id.otherTeam, name: "South", color: "#00aa00" }),
  input("create_team", null, { id: id.deletedTeam, name: "Gone", color: "#0000aa" }),
  input("create_principle", id.team, { id: id.principle, title: "Listen" }),
  input("create_principle", id.team, { id: id.secondPrinciple, title: "Ship" }),
  input("create_principle", id.otherTeam, { id: id.otherTeamsPrinciple, title: "Elsewhere" }),
  input("create_principle", id.team, { id: id.deletedPrinciple, title: "Gone" }),
  input("create_objective", id.team, { id: id.objective, title: "Grow" }),
  input("create_objective", id.team, { id: id.secondObjective, title: "Save" }),
  input("create_objective", id.team, { id: id.deletedObjective, title: "Gone" }),
  input("create_group", id.objective, { id: id.group, name: "Now" }),
  input("create_group", id.objective, { id: id.secondGroup, name: "Later" }),
  input("create_group", id.secondObjective, { id: id.otherObjectivesGroup, name: "There" }),
  input("create_group", id.objective, { id: id.deletedGroup, name: "Gone" }),
  input("create_initiative", id.objective, { id: id.initiative, title: "Call", groupId: id.group }),
  input("create_initiative", id.objective, { id: id.secondInitiative, title: "Write" }),
  input("create_initiative", id.objective, { id: id.thirdInitiative, title: "Visit" }),
  input("create_initiative", id.objective, { id: id.deletedInitiative, title: "Gone" }),
  input("create_progress", id.objective, { id: id.progress, name: "Sales", unit: "%", start: 4, target: 10 }),
  input("create_progress", id.objective, { id: id.deletedProgress, name: "Gone", start: 0, target: 1 }),
  input("update_objective_principle_link", id.objective, { principleId: id.principle, linked: true }),
  input("delete_team", id.deletedTeam, {}),
  input("delete_principle", id.deletedPrinciple, {}),
  input("delete_objective", id.deletedObjective, {}),
  input("delete_group", id.deletedGroup, {}),
  input("delete_initiative", id.deletedInitiative, {}),
  input("delete_progress", id.deletedProgress, {})
)

/** The sequence numbers of the events that created these entities, and of the one link. */
export const creations = { principle: 4, objective: 8, initiative: 15, progress: 19, link: 21 }
