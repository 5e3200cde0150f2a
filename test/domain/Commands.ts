import { Arbitrary, HashMap, Schema } from "effect"
import { decide } from "../../src/domain/Decide.ts"
import type { Decision, Effects, EventData, EventType, LoggedEvent, Submission } from "../../src/domain/Event.ts"
import { evolve, fold } from "../../src/domain/Evolve.ts"
import { EntityId, UserId } from "../../src/domain/entities/Ids.ts"
import { eventTable } from "../../src/domain/events/EventTable.ts"
import { type EntityType, empty, type State } from "../../src/domain/state/State.ts"
import { targets } from "../../src/domain/state/Targets.ts"
import { byId } from "./Content.ts"
import { noPast, type Past, withEarlier } from "./Earlier.ts"

/**
 * Generated submissions. A command is a number, from which a submission is derived that fits the state it meets. So
 * most commands are legal, each of the others breaks one rule, and the rest stay meaningful when shrinking removes
 * commands.
 */
export const commands = (options: { readonly minLength: number; readonly maxLength: number }) =>
  Arbitrary.array(Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 31 - 1 }))), options)

/** The sequences that laws are proved for, and how many of them are drawn. */
export const sequences = commands({ minLength: 0, maxLength: 150 })
export const lawOptions = { arbitrary: { runs: 60, size: 150 } }

export interface Step {
  readonly submission: Submission
  readonly before: State
  readonly decision: Decision
  readonly after: State
  readonly effects: Effects
  /** The past states that the command was decided with. */
  readonly past: Past
}

export const entityId = (n: number): EntityId =>
  EntityId.make(`00000000-0000-4000-8000-${n.toString(16).padStart(12, "0")}`)

export const actorId = UserId.make("aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa")

/** The ISO 8601 time `n` seconds into 2026, for n below a day. */
export const instant = (n: number): string => {
  const two = (value: number) => String(value).padStart(2, "0")
  return `2026-01-01T${two(Math.floor(n / 3600) % 24)}:${two(Math.floor(n / 60) % 60)}:${two(n % 60)}.000Z`
}

/** The day of all instants. */
export const today = "2026-01-01"

interface Random {
  readonly below: (limit: number) => number
  readonly pick: <A>(list: ReadonlyArray<A>) => A | undefined
  readonly text: () => string
}

const texts = ["Alpha", "Beta", "  Gamma ", "Cafe\u0301", "Καλημέρα", "😀 face", "x".repeat(100)]

const random = (seed: number): Random => {
  let state = seed | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    const mixed = Math.imul(state ^ (state >>> 15), state | 1)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const below = (limit: number) => next() % limit
  return {
    below,
    pick: (list) => (list.length === 0 ? undefined : list[below(list.length)]),
    text: () => texts[below(texts.length)] ?? ""
  }
}

const livingIds = (state: State, type: EntityType): ReadonlyArray<EntityId> =>
  HashMap.toEntries(state.entities).flatMap(([id, ref]) => (ref.alive && ref.type === type ? [id] : []))

const allTeamIds = (state: State): ReadonlyArray<EntityId> =>
  HashMap.toEntries(state.entities).flatMap(([id, ref]) => (ref.type === "team" ? [id] : []))

const objectiveOf = (state: State, id: EntityId | null) =>
  HashMap.toValues(state.teams)
    .flatMap((team) => team.objectives)
    .find((objective) => objective.id === id || objective.initiatives.some((initiative) => initiative.id === id))

const teamOf = (state: State, id: EntityId | null) =>
  HashMap.toValues(state.teams).find(
    (team) => team.objectives.some((entity) => entity.id === id) || team.principles.some((entity) => entity.id === id)
  )

const statuses = ["draft", "on_track", "at_risk", "off_track", "achieved", "missed"]
const stages = ["planned", "active", "done", "dropped"]
const dates = ["2026-03-31", "2028-02-29", null]
const starts = ["2026-01-01", "2026-04-01", null]
const owners = ["", "Ada Brandt", "  Head of sales "]

const groupFor = (r: Random, state: State, target: EntityId | null): EntityId | null =>
  r.below(3) === 0 ? null : (r.pick(objectiveOf(state, target)?.groups ?? [])?.id ?? null)

/** Brings back a deleted entity of the parent, sometimes as of a time when it did not exist. */
const bringBack = (r: Random, state: State, eventType: EventType, target: EntityId | null): EventData | undefined => {
  const deleted = HashMap.toEntries(state.entities).flatMap(([id, ref]) =>
    !ref.alive && creators[ref.type] === eventType && (ref.objectiveId ?? ref.teamId) === target ? [id] : []
  )
  const id = r.pick(deleted)
  if (id === undefined || r.below(3) === 0) return undefined
  return { id, asOf: Math.max(0, state.sequenceNumber - r.below(30)) }
}

const data: Record<EventType, (r: Random, state: State, target: EntityId | null) => EventData> = {
  create_team: (r) => ({ name: r.text(), color: r.pick(["#A0b1C2", "#000000"]) ?? "" }),
  update_team_name: (r) => ({ name: r.text() }),
  update_team_color: (r) => ({ color: r.pick(["#A0B1c2", "#ffffff", "#000000"]) ?? "" }),
  delete_team: () => ({}),
  create_principle: (r) => (r.below(2) === 0 ? { title: r.text() } : { title: r.text(), description: "a\r\nb" }),
  update_principle_title: (r) => ({ title: r.text() }),
  delete_principle: () => ({}),
  create_objective: (r, state) => ({
    ...{ title: r.text(), status: r.pick(statuses) ?? null, dueDate: r.pick(dates) ?? null },
    ...(r.below(3) === 0 && {
      statusNote: "Since\nMay",
      owner: r.pick(owners) ?? "",
      startDate: r.pick(starts) ?? null
    }),
    ...(r.below(2) === 0 && { parentId: r.pick(livingIds(state, "objective")) ?? null })
  }),
  update_objective_title: (r) => ({ title: r.text() }),
  update_objective_status: (r) => ({
    status: r.pick(statuses) ?? null,
    ...(r.below(2) === 0 && { note: r.pick(["", "The supplier is late.", " one\rtwo "]) ?? "" })
  }),
  update_objective_dates: (r) =>
    r.below(2) === 0 ? { startDate: r.pick(starts) ?? null } : { dueDate: r.pick(dates) ?? null },
  update_objective_parent: (r, state) => ({
    parentId: r.below(4) === 0 ? null : (r.pick(livingIds(state, "objective")) ?? null)
  }),
  update_description: (r) => ({ description: r.pick(["", "one\rtwo", "why"]) ?? "" }),
  update_owner: (r) => ({ owner: r.pick(owners) ?? "" }),
  update_position: (r, state, id) => {
    const { principles = [], objectives = [] } = teamOf(state, id) ?? {}
    return { position: r.below((principles.some((each) => each.id === id) ? principles : objectives).length || 1) }
  },
  update_objective_principle_link: (r, state, id) => ({
    principleId: r.pick(teamOf(state, id)?.principles ?? [])?.id ?? entityId(0),
    linked: r.below(4) !== 0
  }),
  delete_objective: () => ({}),
  create_group: (r) => ({ name: r.text() }),
  update_group_name: (r) => ({ name: r.text() }),
  delete_group: () => ({}),
  create_initiative: (r, state, id) => ({ title: r.text(), groupId: groupFor(r, state, id) }),
  update_initiative_title: (r) => ({ title: r.text() }),
  update_initiative_status: (r) => ({ status: r.pick(stages) ?? null }),
  update_initiative_placement: (r, state, id) => {
    const groupId = groupFor(r, state, id)
    if (r.below(3) === 0) return { groupId }
    return { groupId, position: r.below(objectiveOf(state, id)?.initiatives.length ?? 1) }
  },
  delete_initiative: () => ({}),
  create_progress: (r) => ({ name: r.text(), unit: "%", start: r.pick([-0, 5]) ?? 0, target: 10 }),
  update_progress_value: (r, state, id) => {
    const checkIns = r.below(4) === 0 ? (targets.progress.find(state, id)?.entity.checkIns ?? []) : []
    const retract = r.pick(checkIns)?.sequenceNumber
    if (retract !== undefined) return { retract }
    if (r.below(2) === 0) return r.pick([{ name: r.text() }, { start: 7 }, { target: 6, unit: "km" }]) ?? {}
    const value = r.pick([-0, 2.5, 7, 1e15]) ?? 0
    const date = r.pick([undefined, "2025-12-30", "2025-12-31", "2026-01-01"])
    const dated = date === undefined ? { value } : { value, date }
    return r.below(2) === 0 ? dated : { ...dated, confidence: r.below(11), note: r.text() }
  },
  delete_progress: () => ({}),
  restore_history: (r, state) => {
    const back = 1 + r.below(r.below(4) === 0 ? state.sequenceNumber + 1 : 15)
    const sequenceNumber = Math.max(0, state.sequenceNumber - back)
    const teamId = r.below(2) === 0 ? r.pick(allTeamIds(state)) : undefined
    return teamId === undefined ? { sequenceNumber } : { sequenceNumber, teamId }
  }
}

const weight = (type: EventType): number => {
  if (type.startsWith("create_")) return 4
  if (type.startsWith("update_")) return 3
  if (type === "restore_history") return 2
  return type === "delete_team" ? 0 : 1
}

const eventTypes = Object.keys(data).flatMap((name) => {
  const type = name as EventType
  return Array.from({ length: weight(type) }, () => type)
})

const creators: Record<EntityType, EventType> = {
  team: "create_team",
  principle: "create_principle",
  objective: "create_objective",
  group: "create_group",
  initiative: "create_initiative",
  progress: "create_progress"
}

/** The event type, or, if there is no entity that it can target, the creation of one. */
const possibleEventType = (state: State, type: EventType): EventType => {
  const { targets } = eventTable[type]
  const [first] = targets
  return first === undefined || targets.some((target) => livingIds(state, target).length > 0)
    ? type
    : possibleEventType(state, creators[first])
}

/** Each change breaks one rule of a legal submission. The result may happen to be legal in another way. */
const ruleBreakers: ReadonlyArray<(r: Random, state: State, submission: Submission) => Submission> = [
  (_, __, submission) => ({ ...submission, targetId: entityId(0) }),
  (_, __, submission) => ({ ...submission, targetId: null }),
  (r, state, submission) => ({ ...submission, targetId: r.pick([...HashMap.keys(state.entities)]) ?? null }),
  (_, __, submission) => ({ ...submission, data: { ...submission.data, "extra\u0000\ud800": 1 } }),
  (_, __, submission) => ({ ...submission, data: {} }),
  (r, __, submission) => {
    const key = r.pick(Object.keys(submission.data)) ?? "id"
    return { ...submission, data: { ...submission.data, [key]: r.pick([7.5, "\u0007", null, "a\nb", [1]]) ?? true } }
  },
  (r, state, submission) => ({
    ...submission,
    data: { ...submission.data, id: r.pick([...HashMap.keys(state.entities)]) ?? entityId(1) }
  }),
  (_, state, submission) => ({ ...submission, lastSeenSequence: state.sequenceNumber + 1 })
]

/** `serial` determines the submission's fresh id and time, and must be unique within a log. */
export const submissionOf = (state: State, command: number, serial: number): Submission => {
  const r = random(command)
  const wanted = r.below(250) === 0 ? "delete_team" : (r.pick(eventTypes) ?? "create_team")
  const eventType = possibleEventType(state, wanted)
  const { targets } = eventTable[eventType]
  const targetId = r.pick(targets.flatMap((target) => livingIds(state, target))) ?? null
  const seen = [null, null, state.sequenceNumber, Math.max(0, state.sequenceNumber - r.below(60))]
  const submission: Submission = {
    submissionId: entityId(2 ** 40 + serial),
    timestamp: instant(serial),
    today,
    actorId,
    actorName: r.pick(["ada", "grace"]) ?? "ada",
    eventType,
    targetId,
    data: bringBack(r, state, eventType, targetId) ?? data[eventType](r, state, targetId),
    lastSeenSequence: r.pick(seen) ?? null,
    freshId: entityId(2 ** 20 + serial)
  }
  return r.below(10) === 0 ? (r.pick(ruleBreakers)?.(r, state, submission) ?? submission) : submission
}

export const step = (before: State, submission: Submission, past: Past = noPast): Step => {
  const decision = decide(before, withEarlier(submission, past))
  if (decision.status === "no_change") {
    return { submission, before, decision, after: before, effects: { touched: [], teamIds: [] }, past }
  }
  const { state, effects } = evolve(before, decision.event)
  return { submission, before, decision, after: state, effects, past }
}

/** `count` sequences of `length` generated commands each, the same for equal seeds. */
export const sampleCommands = (length: number, count: number, seed: number) =>
  Arbitrary.sampleEffect(commands({ minLength: length, maxLength: length }), { count, seed })

/** Decides and folds the commands one by one. Restores go back to `start` at most. */
export const run = (commands: ReadonlyArray<number>, start: State = empty): ReadonlyArray<Step> => {
  const steps: Array<Step> = []
  const states = new Map([[start.sequenceNumber, start]])
  const past: Past = (sequenceNumber) => states.get(sequenceNumber)
  let state = start
  for (const [serial, command] of commands.entries()) {
    const taken = step(state, submissionOf(state, command, serial), past)
    steps.push(taken)
    state = taken.after
    states.set(state.sequenceNumber, state)
  }
  return steps
}

export const eventsOf = (steps: ReadonlyArray<Step>): ReadonlyArray<LoggedEvent> =>
  steps.flatMap(({ decision }) => (decision.status === "no_change" ? [] : [decision.event]))

/** The state after a whole log. */
export const replayed = (events: Iterable<LoggedEvent>): State => fold(empty, events)

/** A state as plain data that can be compared. */
export const plain = (state: State) => ({
  sequenceNumber: state.sequenceNumber,
  teams: byId(state.teams),
  entities: byId(state.entities)
})
