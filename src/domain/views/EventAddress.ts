import { HashMap, Option } from "effect"
import { pagePaths } from "../../shared/PagePaths.ts"
import type { LoggedEvent } from "../Event.ts"
import type { EntityId } from "../entities/Ids.ts"
import type { State } from "../state/State.ts"

type Addressed = Pick<LoggedEvent, "sequenceNumber" | "eventType" | "entityId">

const pathOf = ({ sequenceNumber, eventType, entityId }: Addressed, state: State): string => {
  const ref = Option.getOrUndefined(
    Option.flatMap(Option.fromNullOr(entityId), (id: EntityId) => HashMap.get(state.entities, id))
  )
  if (entityId === null || ref === undefined || eventType === "delete_team") return pagePaths.logFrom(sequenceNumber)
  const { type, teamId, objectiveId } = ref
  if (eventType.startsWith("delete_")) return pagePaths.history(teamId, entityId, sequenceNumber)
  if (type === "team") return pagePaths.team(entityId)
  if (type === "principle") return pagePaths.principle(teamId, entityId)
  if (type === "objective") return pagePaths.objective(teamId, entityId)
  const objective = objectiveId ?? entityId
  return type === "group" ? pagePaths.objective(teamId, objective) : pagePaths.part(teamId, objective, entityId)
}

/**
 * Where the page shows what an applied event is about: the entity, or for a group its objective; its history where the
 * event deletes it; the log where it is about all teams, or about a team that is gone. Any state from the event on
 * gives the same address, so that a message that is sent again is the same.
 */
export const eventAddress = (pageUrl: string, event: Addressed, state: State): string => pageUrl + pathOf(event, state)
