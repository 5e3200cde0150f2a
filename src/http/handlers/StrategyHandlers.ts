import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { NotFound } from "../../api/Errors.ts"
import type { EntityId } from "../../domain/entities/Ids.ts"
import { entityTypeOf, respond, type ViewName, Views } from "./Views.ts"

export const layer = HttpApiBuilder.group(
  Api,
  "strategy",
  Effect.fn(function* (handlers) {
    const views = yield* Views

    const answer = (name: ViewName, id: EntityId, ifNoneMatch: string | undefined) =>
      Effect.flatMap(views.encoded(name, id), (view) =>
        view === undefined
          ? Effect.fail(new NotFound({ message: `There is no ${entityTypeOf[name]} with this id.` }))
          : Effect.succeed(respond(view, ifNoneMatch))
      )

    return handlers.handleAll({
      teams: ({ headers }) => Effect.sync(() => respond(views.teams(), headers["if-none-match"])),
      principles: ({ params: { teamId }, headers }) => answer("principles", teamId, headers["if-none-match"]),
      principle: ({ params: { principleId }, headers }) => answer("principle", principleId, headers["if-none-match"]),
      objectives: ({ params: { teamId }, headers }) => answer("objectives", teamId, headers["if-none-match"]),
      objective: ({ params: { objectiveId }, headers }) => answer("objective", objectiveId, headers["if-none-match"])
    })
  })
)
