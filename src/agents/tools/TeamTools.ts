import { Effect, Schema } from "effect"
import { described } from "../../domain/entities/Documented.ts"
import { teamOverview } from "../../domain/views/Overview.ts"
import { Projector } from "../../log/projection/Projector.ts"
import { ServiceDays, todayIn } from "../../time/ServiceDays.ts"
import { PageUrl } from "../../url/ExternalUrl.ts"
import { count, define, idOf, nextOffset, pageOf, reading, sequenceNumber, serve } from "./Definition.ts"
import { answered, listParameters, ObjectiveRow, rowsOf } from "./ObjectiveRows.ts"
import * as OwnerFilter from "./OwnerFilter.ts"
import { teamIn } from "./TeamLookup.ts"

const teamId = idOf("the team, from get_overview or find")

const getTeam = define({
  name: "get_team",
  title: "Team",
  description:
    "One team: its principles, and a page of its objectives with owner, status, progress and dates, in their order. Filters leave some of the objectives.",
  hints: reading,
  parameters: Schema.Struct({ teamId, ...listParameters }),
  answer: Schema.Struct({
    sequenceNumber,
    team: Schema.Struct({ id: Schema.String, name: Schema.String }),
    principles: Schema.Array(Schema.Struct({ id: Schema.String, title: Schema.String })),
    objectives: Schema.Array(ObjectiveRow),
    objectivesInAll: described("How many fit the filters", Schema.Int),
    nextOffset
  })
})

const getDeck = define({
  name: "get_deck",
  title: "Presentation",
  description:
    "Where to download a team's strategy as a PowerPoint presentation. Fetch the address with GET and the same Authorization header, or give the user the link to open while signed in.",
  hints: reading,
  parameters: Schema.Struct({
    teamId,
    sinceDeck: count("The last presentation's event: a slide says what came of its asks", 1)
  }),
  answer: Schema.Struct({
    path: Schema.String,
    url: described("Absent where the service does not know its own address", Schema.NullOr(Schema.String)),
    mediaType: Schema.String
  })
})

const presentation = "application/vnd.openxmlformats-officedocument.presentationml.presentation"

export const make = Effect.gen(function* () {
  const projector = yield* Projector
  const pageUrl = yield* PageUrl
  const days = yield* ServiceDays
  const ownerFilter = yield* OwnerFilter.make

  return [
    serve(
      getTeam,
      Effect.fnUntraced(function* ({ teamId, owner, offset = 0, limit = 20, ...rest }) {
        const state = yield* projector.state
        const team = yield* teamIn(state, teamId)
        const date = yield* todayIn(days)
        const filter = { ...rest, isOwner: yield* ownerFilter(owner, state) }
        const rows = rowsOf(teamOverview(team, date, days).objectives, date, days, filter)
        const page = pageOf(rows, offset, limit)
        return {
          sequenceNumber: state.sequenceNumber,
          team: { id: team.id, name: team.name },
          principles: team.principles.map(({ id, title }) => ({ id, title })),
          objectives: page.items.map((row) => ({ ...row, ...answered(state, row) })),
          objectivesInAll: rows.length,
          nextOffset: page.nextOffset
        }
      })
    ),
    serve(
      getDeck,
      Effect.fnUntraced(function* ({ teamId, sinceDeck }) {
        yield* teamIn(yield* projector.state, teamId)
        const path = `/api/teams/${teamId}/export${sinceDeck === undefined ? "" : `?sinceDeck=${sinceDeck}`}`
        const url = pageUrl === null ? null : new URL(`..${path}`, pageUrl).href
        return { path, url, mediaType: presentation }
      })
    )
  ]
})
