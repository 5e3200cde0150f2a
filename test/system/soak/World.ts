import type { EventType } from "../../../src/domain/Event.ts"

/** The body of a `POST /api/events`. */
export interface Submission {
  readonly eventType: EventType
  readonly targetId?: string
  readonly data: Readonly<Record<string, unknown>>
  readonly lastSeenSequence?: number
}

const teams = 3
const each = 4

const id = (kind: number, n: number) => `00000000-0000-4000-800${kind}-${String(n).padStart(12, "0")}`
const many = (kind: number, count: number) => Array.from({ length: count }, (_, n) => id(kind, n))

/** An objective that all writers edit; created at the start, and never deleted. */
export interface Objective {
  readonly id: string
  readonly groupId: string
  readonly initiativeIds: readonly [string, string]
  readonly progressId: string
}

export interface Team {
  readonly id: string
  readonly principleIds: ReadonlyArray<string>
  readonly objectives: ReadonlyArray<Objective>
}

const objective = (n: number): Objective => ({
  id: id(3, n),
  groupId: id(4, n),
  initiativeIds: [id(5, 2 * n), id(5, 2 * n + 1)],
  progressId: id(6, n)
})

export const world: ReadonlyArray<Team> = many(1, teams).map((id, team) => ({
  id,
  principleIds: many(2, teams * each).slice(team * each, (team + 1) * each),
  objectives: Array.from({ length: each }, (_, n) => objective(team * each + n))
}))

const childrenOf = (objective: Objective): ReadonlyArray<Submission> => {
  const targetId = objective.id
  const [first, second] = objective.initiativeIds
  return [
    { eventType: "create_group", targetId, data: { id: objective.groupId, name: "Group" } },
    { eventType: "create_initiative", targetId, data: { id: first, title: "First" } },
    { eventType: "create_initiative", targetId, data: { id: second, title: "Second", groupId: objective.groupId } },
    { eventType: "create_progress", targetId, data: { id: objective.progressId, name: "Share", start: 0, target: 100 } }
  ]
}

/** The submissions that create the world. */
export const worldSubmissions: ReadonlyArray<Submission> = world.flatMap(
  ({ id: targetId, principleIds, objectives }) => [
    { eventType: "create_team", data: { id: targetId, name: `Team ${targetId.at(-1)}`, color: "#123456" } },
    ...principleIds.map(
      (id): Submission => ({ eventType: "create_principle", targetId, data: { id, title: "Principle" } })
    ),
    ...objectives.flatMap(
      (objective): ReadonlyArray<Submission> => [
        { eventType: "create_objective", targetId, data: { id: objective.id, title: "Objective" } },
        ...childrenOf(objective)
      ]
    )
  ]
)
