import type { Team } from "./Team.ts"

/** The team or what is in it, by its id; undefined for what is not there, and while the team is not loaded. */
export const entityIn = ({ body, principles, objectives }: Team, id: string) => {
  const parts = objectives.ids.value.flatMap((objectiveId) => {
    const objective = objectives.byId.get(objectiveId)?.value
    return objective ? [objective, ...objective.groups, ...objective.initiatives, ...objective.progress] : []
  })
  return [body.value, principles.byId.get(id)?.value, ...parts].find((one) => one?.id === id)
}

/** Its title or name. */
export const titleIn = (team: Team, id: string): string | undefined => {
  const found = entityIn(team, id)
  return found && ("title" in found ? found.title : found.name)
}

/** Whether something of a team is deleted; false as long as the team is not loaded. */
export const isGone = (team: Team, id: string): boolean => {
  const { body, failure } = team
  if (failure.value?.kind === "refused" && failure.value.status === 404) return true
  return body.value !== undefined && entityIn(team, id) === undefined
}
