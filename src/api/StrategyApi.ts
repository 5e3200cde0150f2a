import { Option } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { described } from "../domain/entities/Documented.ts"
import { EntityId } from "../domain/entities/Ids.ts"
import { ForecastBody, forecastView } from "../domain/views/Forecast.ts"
import {
  ObjectiveBody,
  ObjectivesBody,
  objectivesView,
  objectiveView,
  PrincipleBody,
  PrinciplesBody,
  principlesView,
  principleView,
  TeamsBody,
  teamList
} from "../domain/views/Views.ts"
import { Access, Policy } from "./Access.ts"
import { objective, principle } from "./document/ExampleSubmissions.ts"
import { NotFound } from "./Errors.ts"
import { teamIdParam } from "./IdParams.ts"
import { conditionalHeaders, NotModifiedResponse } from "./requests/ConditionalRequest.ts"
import { Words } from "./requests/EndpointWords.ts"
import { atQuery, atText } from "./requests/PastMoment.ts"

const objectiveId = described("The objective's id", EntityId)

export class StrategyApi extends HttpApiGroup.make("strategy")
  .add(
    HttpApiEndpoint.get("teams", "/api/teams", {
      query: atQuery,
      headers: conditionalHeaders,
      success: TeamsBody,
      error: NotModifiedResponse
    }).annotate(Words, {
      summary: "List all teams",
      answer: "The teams, by name",
      examples: ({ grown }) => ({ example: teamList(grown) }),
      description: `Every team with its name and colour. Every signed-in user can see all teams. ${atText}`
    })
  )
  .add(
    HttpApiEndpoint.get("principles", "/api/teams/:teamId/principles", {
      params: { teamId: teamIdParam },
      query: atQuery,
      headers: conditionalHeaders,
      success: PrinciplesBody,
      error: [NotFound, NotModifiedResponse]
    }).annotate(Words, {
      summary: "List a team's principles",
      answer: "The team with its principles, by position",
      examples: ({ team }) => ({ example: principlesView(team) }),
      description: `\`sequenceNumber\` is the log position of the view: send it as \`lastSeenSequence\` with an edit. ${atText}`
    })
  )
  .add(
    HttpApiEndpoint.get("principle", "/api/principles/:principleId", {
      params: { principleId: described("The principle's id", EntityId) },
      query: atQuery,
      headers: conditionalHeaders,
      success: PrincipleBody,
      error: [NotFound, NotModifiedResponse]
    }).annotate(Words, {
      summary: "Get a principle",
      answer: "The principle with the objectives that serve it",
      examples: ({ team }) => ({ example: Option.getOrThrow(principleView(team, principle)) }),
      description: `One principle as in its team's list, with the log position of the view. ${atText}`
    })
  )
  .add(
    HttpApiEndpoint.get("objectives", "/api/teams/:teamId/objectives", {
      params: { teamId: teamIdParam },
      query: atQuery,
      headers: conditionalHeaders,
      success: ObjectivesBody,
      error: [NotFound, NotModifiedResponse]
    }).annotate(Words, {
      summary: "List a team's objectives",
      answer: "The team with its objectives, by position, and the latest values of their measures",
      examples: ({ team }) => ({ example: objectivesView(team) }),
      description:
        "Measures include their latest check-in. `percent` is an objective's progress from start to target, 0 to 100. " +
        atText
    })
  )
  .add(
    HttpApiEndpoint.get("objective", "/api/objectives/:objectiveId", {
      params: { objectiveId },
      query: atQuery,
      headers: conditionalHeaders,
      success: ObjectiveBody,
      error: [NotFound, NotModifiedResponse]
    }).annotate(Words, {
      summary: "Get an objective",
      answer: "The objective with the check-ins of its measures",
      examples: ({ team }) => ({ example: Option.getOrThrow(objectiveView(team, objective)) }),
      description: `One objective, with the latest 100 check-ins of each measure, newest first. ${atText}`
    })
  )
  .add(
    HttpApiEndpoint.get("forecast", "/api/objectives/:objectiveId/forecast", {
      params: { objectiveId },
      headers: conditionalHeaders,
      success: ForecastBody,
      error: [NotFound, NotModifiedResponse]
    }).annotate(Words, {
      summary: "Forecast an objective's measures",
      answer: "The forecasts of its measures",
      examples: ({ team }) => ({ example: Option.getOrThrow(forecastView(team, objective)) }),
      description:
        "Where the measures of an objective are heading if they go on as in their latest check-ins. The slope is the " +
        "least-squares line through the last check-ins of the latest six days that have any; the forecast continues the " +
        "latest value with it. A measure with check-ins on fewer than three days has nulls."
    })
  )
  .middleware(Access)
  .annotateEndpoints(Policy, "viewer") {}
