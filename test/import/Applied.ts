import { Option } from "effect"
import type { EntityId } from "../../src/domain/entities/Ids.ts"
import { empty, findTeam, type State } from "../../src/domain/state/State.ts"
import {
  type ObjectivesBody,
  objectivesView,
  type PrinciplesBody,
  principlesView,
  type TeamBody
} from "../../src/domain/views/Views.ts"
import type { Planned } from "../../src/import/ImportPlan.ts"
import { type Step, stepsOfTeams } from "../../src/import/PlanEvents.ts"
import { entityId } from "../domain/Commands.ts"
import { type Input, stateAfter } from "../domain/ExampleStrategy.ts"

/** Applies imports by the domain's rules, without a server. */

const teamId = entityId(1)

export interface Contents {
  readonly principles: PrinciplesBody["principles"]
  readonly objectives: ObjectivesBody["objectives"]
}

export const newTeam = (): State =>
  stateAfter(empty, { eventType: "create_team", data: { id: teamId, name: "North", color: "#aa0000" } })

export const contentsOf = (state: State, id: EntityId = teamId): TeamBody & Contents => {
  const team = Option.getOrThrow(findTeam(state, id))
  const { principles, team: body } = principlesView(team)
  return { ...body, principles, objectives: objectivesView(team).objectives }
}

/** Throws unless the domain applies every step. */
export const afterSteps = (state: State, steps: ReadonlyArray<Step>): State =>
  stateAfter(state, ...steps.map(({ body }) => body as Input))

/** The steps of a plan, with ids from `from` on. */
export const stepsFrom = (plan: Planned, from: number): ReadonlyArray<Step> => {
  let next = from
  return stepsOfTeams([plan], (): EntityId => entityId(next++), [], "set").steps
}

/** A team's contents without ids, times and names; parents by their places in all teams. */
export const plainly = (own: Contents, teams: ReadonlyArray<Contents> = [own]) =>
  plainlyOf(
    own,
    teams.flatMap(({ objectives }) => objectives.map(({ id }) => id))
  )

const plainlyOf = ({ principles, objectives }: Contents, ids: ReadonlyArray<string>) => ({
  principles: principles.map(({ title, description }) => ({ title, description })),
  objectives: objectives.map(
    ({ title, description, status, dueDate, groups, initiatives, progress, ...objective }) => ({
      ...{ title, description, status, dueDate },
      ...{ statusNote: objective.statusNote, owner: objective.owner, startDate: objective.startDate },
      ...(objective.parentId && { parent: ids.indexOf(objective.parentId) }),
      links: objective.principles.map(({ position }) => position),
      groups: groups.map(({ name }) => name),
      initiatives: initiatives.map(({ title, status, owner, groupId }) => ({
        ...{ title, status, owner },
        group: groups.findIndex(({ id }) => id === groupId)
      })),
      measures: progress.map(({ name, unit, start, target, value, confidence, note, date }) => ({
        ...{ title: name, unit, start, target, value, confidence, note, date }
      }))
    })
  )
})
