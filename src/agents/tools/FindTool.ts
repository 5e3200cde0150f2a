import { Effect, HashMap, Schema } from "effect"
import { EntityType } from "../../domain/Event.ts"
import { described } from "../../domain/entities/Documented.ts"
import { sortedTeams } from "../../domain/views/Views.ts"
import { Projector } from "../../log/projection/Projector.ts"
import { count, define, reading, sequenceNumber, serve, text } from "./Definition.ts"
import { containing, type Found, titlesIn } from "./TitlesInTeam.ts"

const definition = define({
  name: "find",
  title: "Find",
  description:
    "Finds teams, principles, objectives, groups, initiatives and measures whose title, name or owner contains all of the given words, in any case and with or without accents, and gives their ids.",
  hints: reading,
  parameters: Schema.Struct({
    text: described("Words of the title or of the owner", text(1, 100)),
    limit: count("How many to list, 1 to 50. Default 20", 1, 50)
  }),
  answer: Schema.Struct({
    sequenceNumber,
    found: Schema.Array(
      Schema.Struct({
        type: EntityType,
        id: Schema.String,
        title: Schema.String,
        owner: Schema.NullOr(Schema.String),
        teamId: Schema.String,
        objectiveId: described("Of a group, an initiative or a measure", Schema.NullOr(Schema.String))
      })
    ),
    isComplete: described("False if there are more: use more words", Schema.Boolean)
  })
})

/** The tool yields to the event loop after each team. */
export const make = Effect.gen(function* () {
  const projector = yield* Projector

  return serve(
    definition,
    Effect.fnUntraced(function* ({ text, limit = 20 }) {
      const state = yield* projector.state
      const contains = containing(text)
      const found: Array<Found> = []
      for (const team of sortedTeams(HashMap.toValues(state.teams))) {
        yield* Effect.yieldNow
        for (const each of titlesIn(team)) if (contains(`${each.title} ${each.owner ?? ""}`)) found.push(each)
        if (found.length > limit) break
      }
      return {
        sequenceNumber: state.sequenceNumber,
        found: found.slice(0, limit),
        isComplete: found.length <= limit
      }
    })
  )
})
