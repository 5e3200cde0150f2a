import { Context, Effect, HashMap, Layer, Option } from "effect"
import type { HttpServerResponse } from "effect/http"
import type { EntityId } from "../../domain/entities/Ids.ts"
import { findTeam, type Team } from "../../domain/state/State.ts"
import { objectivesView, objectiveView, principlesView, principleView, teamList } from "../../domain/views/Views.ts"
import { Projector } from "../../log/projection/Projector.ts"
import * as ETag from "../pipeline/ETag.ts"
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

/** More initiatives and measures are encoded in parts: with the longest texts so many take a tenth of a second. */
const mostAtOnce = 2_000

const isLarge = ({ objectives }: Team): boolean => {
  let count = 0
  for (const { initiatives, progress } of objectives) count += initiatives.length + progress.length
  return count > mostAtOnce
}

/** Objectives in a part. */
const partSize = 10

/** The JSON of a team's objectives view. */
function* partsOf(team: Team): Generator<string> {
  const { objectives, ...frame } = objectivesView(team)
  yield `${JSON.stringify(frame).slice(0, -1)},"objectives":[`
  for (let from = 0; from < objectives.length; from += partSize) {
    const part = JSON.stringify(objectives.slice(from, from + partSize)).slice(1, -1)
    yield from === 0 ? part : `,${part}`
  }
  yield "]}"
}

/** The answer to who has the view already, and to who does not. */
export const respond = (
  view: ViewCache.EncodedView,
  ifNoneMatch: string | undefined
): HttpServerResponse.HttpServerResponse => (ETag.matches(ifNoneMatch, view.etag) ? view.unchanged : view.full)

/** What readers see now, encoded: of the same bytes until an event touches the team. */
export class Views extends Context.Service<
  Views,
  {
    readonly teams: () => ViewCache.EncodedView
    /** Undefined without such a living entity, and where encoding its view would take long: then `encoded` does it. */
    readonly find: (name: ViewName, id: EntityId) => ViewCache.EncodedView | undefined
    /** Undefined without such a living entity. */
    readonly encoded: (name: ViewName, id: EntityId) => Effect.Effect<ViewCache.EncodedView | undefined>
  }
>()("strategy/http/Views") {
  static readonly layer = Layer.effect(
    Views,
    Effect.gen(function* () {
      const { stateNow } = yield* Projector
      const cache = ViewCache.make()
      const teamOf = (name: ViewName, id: EntityId): Team | undefined => {
        const state = stateNow()
        const entity = Option.getOrUndefined(HashMap.get(state.entities, id))
        if (entity === undefined || !entity.alive || entity.type !== subjectOf[name]) return undefined
        return Option.getOrUndefined(findTeam(state, entity.teamId))
      }

      const find = (name: ViewName, id: EntityId): ViewCache.EncodedView | undefined => {
        const team = teamOf(name, id)
        if (team === undefined) return undefined
        if (name === "objectives" && isLarge(team)) return cache.kept(team, name)
        return cache.ofTeam(team, subjectOf[name] === "team" ? name : id, () => viewOf(name, team, id))
      }

      return Views.of({
        teams: () => {
          const state = stateNow()
          return cache.ofAll(state.teams, () => teamList(state))
        },
        find,
        encoded: (name, id) =>
          Effect.suspend(() => {
            const found = find(name, id)
            const team = found === undefined ? teamOf(name, id) : undefined
            return team === undefined ? Effect.succeed(found) : cache.ofTeamInParts(team, name, () => partsOf(team))
          })
      })
    })
  )
}
