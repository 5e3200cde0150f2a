import type { EventType } from "../../../src/domain/Event.ts"
import type { Chance } from "./Chance.ts"
import { type Objective, type Submission, type Team, world } from "./World.ts"

/** What one writer knows when it chooses what to write next. */
interface Knowledge {
  /** The log position it has seen. */
  readonly seen: number
  /** The log position at which the world was made. */
  readonly begun: number
  readonly isAdmin: boolean
  /** Entities that writers have created and, by the answers so far, nobody has deleted; shared by all writers. */
  readonly made: Array<Made>
}

export interface Made {
  readonly deletedBy: EventType
  readonly id: string
}

/** A submission, and the team whose views it changes when it is applied (null where that depends). */
interface Chosen {
  readonly submission: Submission
  readonly teamId: string | null
  readonly makes: Made | null
}

type Edit = (chance: Chance, team: Team, objective: Objective, text: string) => Omit<Submission, "lastSeenSequence">

const oneOf = <A>(chance: Chance, all: ReadonlyArray<A>, otherwise: A): A => all[chance.below(all.length)] ?? otherwise

const principleOf = (chance: Chance, { principleIds, id }: Team) => oneOf(chance, principleIds, id)

const edits: readonly [Edit, ...ReadonlyArray<Edit>] = [
  (chance, team, _, title) => ({
    eventType: "update_principle_title",
    targetId: principleOf(chance, team),
    data: { title }
  }),
  (chance, team, _, description) => ({
    eventType: "update_description",
    targetId: principleOf(chance, team),
    data: { description }
  }),
  (chance, team) => ({
    eventType: "update_position",
    targetId: principleOf(chance, team),
    data: { position: chance.below(team.principleIds.length) }
  }),
  (_, __, { id }, title) => ({ eventType: "update_objective_title", targetId: id, data: { title } }),
  (_, __, { id }, description) => ({ eventType: "update_description", targetId: id, data: { description } }),
  (chance, _, { id }) => ({
    eventType: "update_objective_status",
    targetId: id,
    data: { status: chance.pick(["draft", "on_track", "at_risk", "off_track", "achieved", "missed"]) }
  }),
  (chance, _, { id }) => ({
    eventType: "update_objective_dates",
    targetId: id,
    data: { dueDate: chance.pick([null, "2026-12-31", "2027-06-30", "2028-02-29"]) }
  }),
  (chance, { objectives }, { id }) => ({
    eventType: "update_position",
    targetId: id,
    data: { position: chance.below(objectives.length) }
  }),
  (chance, team, { id }) => ({
    eventType: "update_objective_principle_link",
    targetId: id,
    data: { principleId: principleOf(chance, team), linked: chance.oneIn(2) }
  }),
  (_, __, { groupId }, name) => ({ eventType: "update_group_name", targetId: groupId, data: { name } }),
  (chance, _, { initiativeIds }, title) => ({
    eventType: "update_initiative_title",
    targetId: chance.pick(initiativeIds),
    data: { title }
  }),
  (chance, _, { initiativeIds }) => ({
    eventType: "update_initiative_status",
    targetId: chance.pick(initiativeIds),
    data: { status: chance.pick(["planned", "active", "done", "dropped"]) }
  }),
  (chance, _, { initiativeIds, groupId }) => ({
    eventType: "update_initiative_placement",
    targetId: chance.pick(initiativeIds),
    data: { groupId: chance.pick([groupId, null]), position: chance.below(initiativeIds.length) }
  }),
  (chance, _, { progressId }, note) => ({
    eventType: "update_progress_value",
    targetId: progressId,
    data: { value: chance.below(101), confidence: chance.below(11), note }
  })
]

const teamEdits: readonly [Edit, ...ReadonlyArray<Edit>] = [
  (_, { id }, __, name) => ({ eventType: "update_team_name", targetId: id, data: { name } }),
  (chance, { id }) => ({
    eventType: "update_team_color",
    targetId: id,
    data: { color: chance.pick(["#aa0000", "#00aa00", "#0000aa"]) }
  })
]

type Creation = (team: Team, objective: Objective, id: string, text: string) => readonly [Submission, EventType]

const creations: readonly [Creation, ...ReadonlyArray<Creation>] = [
  (team, _, id, title) => [
    { eventType: "create_principle", targetId: team.id, data: { id, title } },
    "delete_principle"
  ],
  (team, _, id, title) => [
    { eventType: "create_objective", targetId: team.id, data: { id, title, description: title } },
    "delete_objective"
  ],
  (_, objective, id, name) => [
    { eventType: "create_group", targetId: objective.id, data: { id, name } },
    "delete_group"
  ],
  (_, objective, id, title) => [
    { eventType: "create_initiative", targetId: objective.id, data: { id, title, groupId: objective.groupId } },
    "delete_initiative"
  ],
  (_, objective, id, name) => [
    { eventType: "create_progress", targetId: objective.id, data: { id, name, start: 10, target: 0 } },
    "delete_progress"
  ]
]

const creation = (chance: Chance, team: Team, objective: Objective, text: string): Chosen => {
  const id = chance.guid()
  const [submission, deletedBy] = chance.pick(creations)(team, objective, id, text)
  return { submission, teamId: team.id, makes: { deletedBy, id } }
}

/** A deletion. Sometimes its entity stays in the list, so that two writers delete the same one. */
const deletion = (chance: Chance, made: Array<Made>): Chosen | undefined => {
  const index = chance.below(Math.max(1, made.length))
  const found = chance.oneIn(4) ? made[index] : made.splice(index, 1)[0]
  if (found === undefined) return undefined
  return { submission: { eventType: found.deletedBy, targetId: found.id, data: {} }, teamId: null, makes: null }
}

/** A restore to a recent event: of one team, or now and then of the whole strategy. */
const restoration = (chance: Chance, team: Team, { seen, begun }: Knowledge): Chosen => {
  const sequenceNumber = Math.max(begun, seen - 1 - chance.below(300))
  const data = chance.oneIn(5) ? { sequenceNumber } : { sequenceNumber, teamId: team.id }
  return { submission: { eventType: "restore_history", data }, teamId: null, makes: null }
}

const edit = (chance: Chance, team: Team, objective: Objective, text: string, { seen, isAdmin }: Knowledge): Chosen => {
  const submission = chance.pick(isAdmin && chance.oneIn(5) ? teamEdits : edits)(chance, team, objective, text)
  return {
    submission: chance.oneIn(5) ? submission : { ...submission, lastSeenSequence: seen },
    teamId: team.id,
    makes: null
  }
}

/** Chooses what a writer submits next; texts in it contain `text`. */
export const choose = (chance: Chance, text: string, knowledge: Knowledge): Chosen => {
  const [first] = world
  if (first === undefined) throw new Error("there is no team")
  const team = oneOf(chance, world, first)
  const objective = team.objectives[chance.below(team.objectives.length)]
  if (objective === undefined) throw new Error("there is no objective")
  if (knowledge.isAdmin && chance.oneIn(40)) return restoration(chance, team, knowledge)
  if (chance.oneIn(8)) return creation(chance, team, objective, text)
  if (chance.oneIn(8)) return deletion(chance, knowledge.made) ?? creation(chance, team, objective, text)
  return edit(chance, team, objective, chance.oneIn(50) ? " " : text, knowledge)
}
