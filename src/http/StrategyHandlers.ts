import { Effect, HashMap, Option } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../api/Api.ts"
import { NotFound } from "../api/Errors.ts"
import type { EntityId } from "../domain/Ids.ts"
import { findTeam, type Team } from "../domain/State.ts"
import { objectivesView, objectiveView, principlesView, principleView, teamList } from "../domain/Views.ts"
import { Projector } from "../log/Projector.ts"
import { matches, notModified } from "./IfNoneMatch.ts"
import * as ViewCache from "./ViewCache.ts"

const respond = (
  view: ViewCache.EncodedView,
  ifNoneMatch: string | undefined
): HttpServerResponse.HttpServerResponse =>
  matches(ifNoneMatch, view.etag)
    ? notModified(view.etag)
    : HttpServerResponse.uint8Array(view.bytes, { contentType: "application/json", headers: { etag: view.etag } })

export const layer = HttpApiBuilder.group(
  Api,
  "strategy",
  Effect.fn(function* (handlers) {
    const projector = yield* Projector
    const views = ViewCache.make()

    /** A view of a team, or of one entity in it: of the same bytes until an event touches the team. */
    const answer = Effect.fnUntraced(function* (
      id: EntityId,
      kind: "team" | "principle" | "objective",
      name: string,
      ifNoneMatch: string | undefined,
      view: (team: Team) => unknown
    ) {
      const state = yield* projector.state
      const team = HashMap.get(state.entities, id).pipe(
        Option.filter(({ alive, type }) => alive && type === kind),
        Option.flatMap(({ teamId }) => findTeam(state, teamId))
      )
      if (Option.isNone(team)) return yield* new NotFound({ message: `There is no ${kind} with this id.` })
      return respond(
        views.ofTeam(team.value, name, () => view(team.value)),
        ifNoneMatch
      )
    })

    return handlers.handleAll({
      teams: ({ headers }) =>
        Effect.map(projector.state, (state) =>
          respond(
            views.ofAll(state.teams, () => teamList(state)),
            headers["if-none-match"]
          )
        ),
      principles: ({ params: { teamId }, headers }) =>
        answer(teamId, "team", "principles", headers["if-none-match"], principlesView),
      principle: ({ params: { principleId }, headers }) =>
        answer(principleId, "principle", principleId, headers["if-none-match"], (team) =>
          Option.getOrNull(principleView(team, principleId))
        ),
      objectives: ({ params: { teamId }, headers }) =>
        answer(teamId, "team", "objectives", headers["if-none-match"], objectivesView),
      objective: ({ params: { objectiveId }, headers }) =>
        answer(objectiveId, "objective", objectiveId, headers["if-none-match"], (team) =>
          Option.getOrNull(objectiveView(team, objectiveId))
        )
    })
  })
)
