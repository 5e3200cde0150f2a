import type { HistoryEntry } from "../../../domain/views/History.ts"
import type { Team } from "../../workspace/Team.ts"

/** The title or name of an entity in a loaded team; undefined for what is not there. */
export const titleIn = ({ body, principles, objectives }: Team, id: string): string | undefined => {
  if (body.value?.id === id) return body.value.name
  const named = principles.byId.get(id)?.value ?? objectives.byId.get(id)?.value
  if (named !== undefined) return named.title
  for (const objectiveId of objectives.ids.value) {
    const objective = objectives.byId.get(objectiveId)?.value
    const initiative = objective?.initiatives.find((one) => one.id === id)
    const other = [...(objective?.groups ?? []), ...(objective?.progress ?? [])].find((one) => one.id === id)
    const title = initiative?.title ?? other?.name
    if (title !== undefined) return title
  }
  return undefined
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
