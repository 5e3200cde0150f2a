import { Context, Effect, HashMap, Layer, Option } from "effect"
import type { EntityId } from "../../domain/entities/Ids.ts"
import { findTeam, type Team } from "../../domain/state/State.ts"
import { objectivesView, objectiveView, principlesView, principleView, teamList } from "../../domain/views/Views.ts"
import { Projector } from "../../log/projection/Projector.ts"
import * as ViewCache from "./ViewCache.ts"

/** A view of a team, or of one entity in it. */
export type ViewName = "principles" | "objectives" | "principle" | "objective"

/** The type of the entity whose id is in a view's path. */
export const entityTypeOf = {
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

/** Teams with more initiatives and measures are encoded in chunks: with the longest texts so many take 100 ms. */
const maxItemsAtOnce = 2_000

const isLarge = ({ objectives }: Team): boolean => {
  let count = 0
  for (const { initiatives, progress } of objectives) count += initiatives.length + progress.length
  return count > maxItemsAtOnce
}

const objectivesPerChunk = 10

/** The JSON of a team's objectives view. */
function* objectivesJsonChunks(team: Team): Generator<string> {
  const { objectives, ...frame } = objectivesView(team)
  yield `${JSON.stringify(frame).slice(0, -1)},"objectives":[`
  for (let from = 0; from < objectives.length; from += objectivesPerChunk) {
    const chunk = JSON.stringify(objectives.slice(from, from + objectivesPerChunk)).slice(1, -1)
    yield from === 0 ? chunk : `,${chunk}`
  }
  yield "]}"
}

/** The encoded views of the current state. Their bytes stay the same until an event changes the team. */
export class Views extends Context.Service<
  Views,
  {
    readonly teams: () => ViewCache.EncodedView
    /** Undefined if there is no such entity, or if its view is large and not encoded yet; use `encoded` then. */
    readonly find: (name: ViewName, id: EntityId) => ViewCache.EncodedView | undefined
    /** Undefined if there is no such entity. */
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
        if (entity === undefined || !entity.alive || entity.type !== entityTypeOf[name]) return undefined
        return Option.getOrUndefined(findTeam(state, entity.teamId))
      }

      const find = (name: ViewName, id: EntityId): ViewCache.EncodedView | undefined => {
        const team = teamOf(name, id)
        if (team === undefined) return undefined
        if (name === "objectives" && isLarge(team)) return cache.kept(team, name)
        return cache.ofTeam(team, entityTypeOf[name] === "team" ? name : id, () => viewOf(name, team, id))
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
            return team === undefined
              ? Effect.succeed(found)
              : cache.inChunks(team, name, () => objectivesJsonChunks(team))
          })
      })
    })
  )
}
