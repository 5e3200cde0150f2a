import type { HistoryEntry } from "../../../domain/views/History.ts"
import type { Team } from "../../workspace/Team.ts"

/** The title or name of an entity in a loaded team; undefined for what is not there. */
export const titleIn = ({ body, principles, objectives }: Team, id: string): string | undefined => {
  const parts = objectives.ids.value.flatMap((objectiveId) => {
    const objective = objectives.byId.get(objectiveId)?.value
    return objective ? [objective, ...objective.groups, ...objective.initiatives, ...objective.progress] : []
  })
  const found = [body.value, principles.byId.get(id)?.value, ...parts].find((one) => one?.id === id)
  return found && ("title" in found ? found.title : found.name)
}

/** Whether the entity is in its team; undefined while the team is not loaded. */
export const isInTeam = (team: Team, { entityId }: HistoryEntry): boolean | undefined =>
  team.body.value && titleIn(team, entityId ?? "") !== undefined

/** The latest title or name that an entity's history has, for one that is not there any more. */
export const titleFromHistory = (entries: ReadonlyArray<HistoryEntry>, id: string): string | undefined => {
  for (const { entityId, data, status } of entries) {
    const title = data.title ?? data.name
    if (entityId === id && status === "applied" && typeof title === "string") return title
  }
  return undefined
}
