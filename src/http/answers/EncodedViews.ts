import { Context, Effect, HashMap, identity, Layer, Option } from "effect"
import type { CurrentUser } from "../../api/Access.ts"
import type { Unavailable } from "../../api/Errors.ts"
import type { EntityId } from "../../domain/entities/Ids.ts"
import { findTeam, type State, type Team } from "../../domain/state/State.ts"
import { forecastView } from "../../domain/views/Forecast.ts"
import { objectivesView, objectiveView, principlesView, principleView, teamList } from "../../domain/views/Views.ts"
import { Projector } from "../../log/projection/Projector.ts"
import { type Moment, PastStates } from "./PastStates.ts"
import * as ViewCache from "./ViewCache.ts"

/** A view of a team, or of one entity in it. */
export type ViewName = "principles" | "objectives" | "principle" | "objective" | "forecast"

/** The type of the entity whose id is in a view's path. */
export const entityTypeOf = {
  principles: "team",
  objectives: "team",
  principle: "principle",
  objective: "objective",
  forecast: "objective"
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
    case "forecast":
      return Option.getOrNull(forecastView(team, id))
  }
}

/** Teams with more initiatives and measures are encoded in chunks: with the longest texts so many take 100 ms. */
const maxItemsAtOnce = 2_000

const isLarge = ({ objectives }: Team): boolean => {
  let count = 0
  for (const { initiatives, progress } of objectives) count += initiatives.length + progress.length
  return count > maxItemsAtOnce
}

/** The JSON of a team's objectives view. */
const objectivesJsonChunks = (team: Team): Generator<string> => {
  const { objectives, ...frame } = objectivesView(team)
  return ViewCache.jsonChunks(frame, "objectives", objectives, identity)
}

/** The name under which a view is kept with its team. */
const keyOf = (name: ViewName, id: EntityId): string => {
  if (entityTypeOf[name] === "team") return name
  return name === "forecast" ? `forecast ${id}` : id
}

const teamOf = (state: State, name: ViewName, id: EntityId): Team | undefined => {
  const entity = Option.getOrUndefined(HashMap.get(state.entities, id))
  if (entity === undefined || !entity.alive || entity.type !== entityTypeOf[name]) return undefined
  return Option.getOrUndefined(findTeam(state, entity.teamId))
}

/** Encodes the views of states, and keeps them as long as the parts of a state that they show. */
const makeStateViews = () => {
  const cache = ViewCache.make()

  const ofTeam = (team: Team | undefined, name: ViewName, id: EntityId): ViewCache.EncodedView | undefined => {
    if (team === undefined) return undefined
    if (name === "objectives" && isLarge(team)) return cache.kept(team, name)
    return cache.ofTeam(team, keyOf(name, id), () => viewOf(name, team, id))
  }

  return {
    teams: (state: State) => cache.ofAll(state.teams, () => teamList(state)),
    find: (state: State, name: ViewName, id: EntityId) => ofTeam(teamOf(state, name, id), name, id),
    encoded: (state: State, name: ViewName, id: EntityId): Effect.Effect<ViewCache.EncodedView | undefined> =>
      Effect.suspend(() => {
        const team = teamOf(state, name, id)
        const found = ofTeam(team, name, id)
        return team === undefined || found !== undefined
          ? Effect.succeed(found)
          : cache.inChunks(team, name, () => objectivesJsonChunks(team))
      })
  }
}

/** The encoded views of the current state, whose bytes stay the same until an event changes the team, and of earlier ones. */
export class Views extends Context.Service<
  Views,
  {
    readonly teams: () => ViewCache.EncodedView
    /** Undefined if there is no such entity, or if its view is large and not encoded yet; use `encoded` then. */
    readonly find: (name: ViewName, id: EntityId) => ViewCache.EncodedView | undefined
    /** Undefined if there is no such entity. */
    readonly encoded: (name: ViewName, id: EntityId) => Effect.Effect<ViewCache.EncodedView | undefined>
    /** All teams as they were at a moment. */
    readonly teamsAt: (moment: Moment) => Effect.Effect<ViewCache.EncodedView, Unavailable, CurrentUser>
    /** Undefined if there was no such entity at that moment. */
    readonly encodedAt: (
      moment: Moment,
      name: ViewName,
      id: EntityId
    ) => Effect.Effect<ViewCache.EncodedView | undefined, Unavailable, CurrentUser>
  }
>()("strategy/http/Views") {
  static readonly layer = Layer.effect(
    Views,
    Effect.gen(function* () {
      const { stateNow } = yield* Projector
      const { withState } = yield* PastStates
      const views = makeStateViews()

      return Views.of({
        teams: () => views.teams(stateNow()),
        find: (name, id) => views.find(stateNow(), name, id),
        encoded: (name, id) => Effect.suspend(() => views.encoded(stateNow(), name, id)),
        teamsAt: (moment) => withState(moment, (state) => Effect.sync(() => views.teams(state))),
        encodedAt: (moment, name, id) =>
          Effect.suspend(() => {
            const state = stateNow()
            const team = teamOf(state, name, id)
            // A team that no later event touched is as it was.
            return team !== undefined && team.touchedAt <= moment.sequenceNumber
              ? views.encoded(state, name, id)
              : withState(moment, (then) => views.encoded(then, name, id))
          })
      })
    })
  ).pipe(Layer.provide(PastStates.layer))
}
