import { decide } from "../../src/domain/Decide.ts"
import type { Decision, EventData, EventType, LoggedEvent, Submission } from "../../src/domain/Event.ts"
import { evolve } from "../../src/domain/Evolve.ts"
import type { EntityId } from "../../src/domain/entities/Ids.ts"
import type { Past } from "../../src/domain/events/Past.ts"
import { empty, type State } from "../../src/domain/state/State.ts"
import { actorId, entityId, instant } from "./Commands.ts"

/** A small strategy that example tests start from: everything once or twice, and one of each type deleted. */

export const id = {
  unknown: entityId(0xff),
  fresh: entityId(0xfe),
  team: entityId(0x10),
  otherTeam: entityId(0x11),
  goneTeam: entityId(0x12),
  principle: entityId(0x20),
  secondPrinciple: entityId(0x21),
  foreignPrinciple: entityId(0x22),
  gonePrinciple: entityId(0x23),
  objective: entityId(0x30),
  secondObjective: entityId(0x31),
  goneObjective: entityId(0x32),
  group: entityId(0x40),
  secondGroup: entityId(0x41),
  foreignGroup: entityId(0x42),
  goneGroup: entityId(0x43),
  initiative: entityId(0x50),
  secondInitiative: entityId(0x51),
  thirdInitiative: entityId(0x52),
  goneInitiative: entityId(0x53),
  progress: entityId(0x60),
  goneProgress: entityId(0x61)
}

export interface Ask {
  readonly eventType: EventType
  readonly targetId?: EntityId | null
  readonly data?: EventData
  readonly lastSeenSequence?: number
  readonly freshId?: EntityId
}

export const submission = (state: State, ask: Ask): Submission => ({
  submissionId: `submission ${state.sequenceNumber + 1}`,
  timestamp: instant(state.sequenceNumber + 1),
  actorId,
  actorName: "ada",
  eventType: ask.eventType,
  targetId: ask.targetId ?? null,
  data: ask.data ?? {},
  lastSeenSequence: ask.lastSeenSequence ?? null,
  freshId: ask.freshId ?? id.fresh
})

const previous = new WeakMap<State, State>()

/** All states that `reached` made on the way to this one. */
export const pastOf =
  (state: State): Past =>
  (sequenceNumber) => {
    let earlier: State | undefined = state
    while (earlier !== undefined && earlier.sequenceNumber > sequenceNumber) earlier = previous.get(earlier)
    return earlier
  }

export const judge = (state: State, ask: Ask): Decision => decide(state, submission(state, ask), pastOf(state))

/** The event of a decision that is to have one. */
export const eventOf = (state: State, ask: Ask): LoggedEvent => {
  const decision = judge(state, ask)
  if (decision.status === "no_change") throw new Error(`${ask.eventType} changed nothing`)
  return decision.event
}

/** The state after events that are all to be applied. */
export const reached = (state: State, ...asks: ReadonlyArray<Ask>): State =>
  asks.reduce((current, ask) => {
    const event = eventOf(current, ask)
    if (event.status === "rejected") throw new Error(event.description)
    const next = evolve(current, event, pastOf(current)).state
    previous.set(next, current)
    return next
  }, state)

const make = (eventType: EventType, targetId: EntityId | null, data: EventData): Ask => ({ eventType, targetId, data })

export const house: State = reached(
  empty,
  make("create_team", null, { id: id.team, name: "North", color: "#aa0000" }),
  make("create_team", null, { id: id.otherTeam, name: "South", color: "#00aa00" }),
  make("create_team", null, { id: id.goneTeam, name: "Gone", color: "#0000aa" }),
  make("create_principle", id.team, { id: id.principle, title: "Listen" }),
  make("create_principle", id.team, { id: id.secondPrinciple, title: "Ship" }),
  make("create_principle", id.otherTeam, { id: id.foreignPrinciple, title: "Elsewhere" }),
  make("create_principle", id.team, { id: id.gonePrinciple, title: "Gone" }),
  make("create_objective", id.team, { id: id.objective, title: "Grow" }),
  make("create_objective", id.team, { id: id.secondObjective, title: "Save" }),
  make("create_objective", id.team, { id: id.goneObjective, title: "Gone" }),
  make("create_group", id.objective, { id: id.group, name: "Now" }),
  make("create_group", id.objective, { id: id.secondGroup, name: "Later" }),
  make("create_group", id.secondObjective, { id: id.foreignGroup, name: "There" }),
  make("create_group", id.objective, { id: id.goneGroup, name: "Gone" }),
  make("create_initiative", id.objective, { id: id.initiative, title: "Call", groupId: id.group }),
  make("create_initiative", id.objective, { id: id.secondInitiative, title: "Write" }),
  make("create_initiative", id.objective, { id: id.thirdInitiative, title: "Visit" }),
  make("create_initiative", id.objective, { id: id.goneInitiative, title: "Gone" }),
  make("create_progress", id.objective, { id: id.progress, name: "Sales", unit: "%", start: 4, target: 10 }),
  make("create_progress", id.objective, { id: id.goneProgress, name: "Gone", start: 0, target: 1 }),
  make("update_objective_principle_link", id.objective, { principleId: id.principle, linked: true }),
  make("delete_team", id.goneTeam, {}),
  make("delete_principle", id.gonePrinciple, {}),
  make("delete_objective", id.goneObjective, {}),
  make("delete_group", id.goneGroup, {}),
  make("delete_initiative", id.goneInitiative, {}),
  make("delete_progress", id.goneProgress, {})
)

/** Sequence numbers of the house's events by the entity they made, and of its one link. */
export const madeAt = { principle: 4, objective: 8, initiative: 15, progress: 19, link: 21 }
