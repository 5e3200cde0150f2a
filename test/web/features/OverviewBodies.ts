import { EntityId } from "../../../src/domain/entities/Ids.ts"
import type { OverviewBody, OverviewObjective, OverviewTeam } from "../../../src/domain/views/Overview.ts"

const id = (): EntityId => EntityId.make(crypto.randomUUID())

interface GivenTeam {
  readonly name: string
  /** The titles of its principles. */
  readonly principles?: ReadonlyArray<string>
}

interface Given extends Partial<Omit<OverviewObjective, "id" | "teamId" | "principleIds">> {
  readonly team: Named
  /** Ids of its principles. */
  readonly principles?: ReadonlyArray<string>
}

interface Named {
  readonly id: EntityId
  readonly name: string
  readonly principles: OverviewTeam["principles"]
}

export const team = ({ name, principles = [] }: GivenTeam): Named => ({
  id: id(),
  name,
  principles: principles.map((title) => ({ id: id(), title }))
})

/** An objective as the overview has it, with default values for what is not given. */
export const objective = ({ team, principles = [], ...given }: Given): OverviewObjective => ({
  id: id(),
  teamId: team.id,
  title: "Grow",
  status: "on_track",
  statusNote: "",
  owner: "",
  startDate: null,
  dueDate: null,
  parentId: null,
  percent: null,
  expectedPercent: null,
  position: 0,
  principleIds: principles as ReadonlyArray<EntityId>,
  initiatives: { total: 0, done: 0 },
  measures: 0,
  lastCheckInAt: null,
  lastCheckInOn: given.lastCheckInAt?.slice(0, 10) ?? null,
  staleAfter: 14,
  suggestedStatus: null,
  wrongWay: null,
  doubts: [],
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
  updatedBy: "ada",
  ...given
})

/** An overview of these teams, whose counts fit the objectives; nothing is overdue or stale in the counts. */
export const overview = (teams: ReadonlyArray<Named>, objectives: ReadonlyArray<OverviewObjective>): OverviewBody => ({
  sequenceNumber: 1 as OverviewBody["sequenceNumber"],
  teams: teams.map(({ id, name, principles }): OverviewTeam => {
    const own = objectives.filter(({ teamId }) => teamId === id)
    const byStatus = { draft: 0, on_track: 0, at_risk: 0, off_track: 0, achieved: 0, missed: 0 }
    for (const { status } of own) byStatus[status] += 1
    return {
      team: { id, name, color: "#225588" },
      principles,
      counts: { principles: principles.length, objectives: own.length, byStatus, overdue: 0, stale: 0 }
    }
  }),
  objectives
})
