import { Context, Effect, HashMap, Layer, Option } from "effect"
import type { HttpServerResponse } from "effect/http"
import type { EntityId } from "../domain/Ids.ts"
import { findTeam, type Team } from "../domain/State.ts"
import { objectivesView, objectiveView, principlesView, principleView, teamList } from "../domain/Views.ts"
import { Projector } from "../log/Projector.ts"
import { matches } from "./IfNoneMatch.ts"
import * as ViewCache from "./ViewCache.ts"

/** A view of a team, or of one entity in it. */
export type ViewName = "principles" | "objectives" | "principle" | "objective"

/** Which kind of entity a view is asked for by. */
export const subjectOf = {
  principles: "team",
  objectives: "team",
  principle: "principle",
  objective: "objective"
} as const

const viewOf = (name: ViewName, team: Team, id: EntityId): unknown => {
  switch (name) {
    case "principles":
      return principlesView(team)
    case "objectives":
      return objectivesView(team)
    case "principle":
      return Option.getOrNull(principleView(team, id))
    case "objective":
      return Option.getOrNull(objectiveView(team, id))
  }
}

/** The answer to who has the view already, and to who does not. */
export const respond = (
  view: ViewCache.EncodedView,
  ifNoneMatch: string | undefined
): HttpServerResponse.HttpServerResponse => (matches(ifNoneMatch, view.etag) ? view.unchanged : view.full)

/** What readers see now, encoded: of the same bytes until an event touches the team. Nothing here waits. */
export class Views extends Context.Service<
  Views,
  {
    readonly teams: () => ViewCache.EncodedView
    /** Undefined without such a living entity. */
    readonly find: (name: ViewName, id: EntityId) => ViewCache.EncodedView | undefined
  }
>()("strategy/http/Views") {
  static readonly layer = Layer.effect(
    Views,
    Effect.gen(function* () {
      const { stateNow } = yield* Projector
      const cache = ViewCache.make()
      return Views.of({
        teams: () => {
          const state = stateNow()
          return cache.ofAll(state.teams, () => teamList(state))
        },
        find: (name, id) => {
          const state = stateNow()
          const entity = Option.getOrUndefined(HashMap.get(state.entities, id))
          if (entity === undefined || !entity.alive || entity.type !== subjectOf[name]) return undefined
          const team = Option.getOrUndefined(findTeam(state, entity.teamId))
          if (team === undefined) return undefined
          return cache.ofTeam(team, entity.type === "team" ? name : id, () => viewOf(name, team, id))
        }
      })
    })
  )
}
