import { Effect, HashMap, Schema, Struct } from "effect"
import { described } from "../../domain/entities/Documented.ts"
import { EntityId } from "../../domain/entities/Ids.ts"
import type { Team } from "../../domain/state/State.ts"
import { teamOverview } from "../../domain/views/Overview.ts"
import { sortedTeams } from "../../domain/views/Views.ts"
import { Projector } from "../../log/projection/Projector.ts"
import { dayOf } from "../../shared/Days.ts"
import { objectiveStatuses } from "../../shared/Statuses.ts"
import { ServiceDays, todayIn } from "../../time/ServiceDays.ts"
import { define, nextOffset, pageOf, reading, sequenceNumber, serve } from "./Definition.ts"
import { answered, listParameters, mostUrgentFirst, ObjectiveRow, rowsOf } from "./ObjectiveRows.ts"
import * as OwnerFilter from "./OwnerFilter.ts"
import { teamIn } from "./TeamLookup.ts"

const maxTeams = 100

const Row = Schema.Struct(Struct.omit(ObjectiveRow.fields, ["principleIds"]))

const definition = define({
  name: "get_overview",
  title: "Overview",
  description:
    "What needs attention, in the whole company or in one team: objectives that are at risk, off track, overdue, behind the pace that their due date asks for, stale (no check-in for 14 days) or whose status does not fit their progress, off track first, then overdue, and of those the furthest behind; and how many objectives each team has by status. Start here to answer 'what is behind and why', or 'what of Ana's is at risk this quarter'. For all objectives of a team use get_team.",
  hints: reading,
  parameters: Schema.Struct({
    teamId: described("The id of a team, from find, to see only that team", Schema.optional(EntityId)),
    ...listParameters
  }),
  answer: Schema.Struct({
    sequenceNumber,
    today: Schema.String,
    teams: described(
      `On the first page, at most ${maxTeams}, by name; find finds the others`,
      Schema.Array(
        Schema.Struct({
          id: Schema.String,
          name: Schema.String,
          objectives: Schema.Int,
          byStatus: Schema.Struct(
            Object.fromEntries(objectiveStatuses.map((status) => [status, Schema.optionalKey(Schema.Int)]))
          ),
          overdue: Schema.Int,
          stale: Schema.Int
        })
      )
    ),
    teamsInAll: Schema.Int,
    attention: Schema.Array(Row),
    attentionInAll: Schema.Int,
    nextOffset,
    othersInAll: described("How many more objectives fit and need no attention; get_team lists them", Schema.Int)
  })
})

/** The numbers that are not 0. */
const occurring = (counts: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))

/** The tool yields to the event loop after each team. */
export const make = Effect.gen(function* () {
  const projector = yield* Projector
  const days = yield* ServiceDays
  const ownerFilter = yield* OwnerFilter.make

  return serve(
    definition,
    Effect.fnUntraced(function* ({ teamId, owner, offset = 0, limit = 20, ...rest }) {
      const state = yield* projector.state
      const filter = { ...rest, isOwner: yield* ownerFilter(owner, state) }
      const date = yield* todayIn(days)
      const today = dayOf(date)
      const all: ReadonlyArray<Team> =
        teamId === undefined ? sortedTeams(HashMap.toValues(state.teams)) : [yield* teamIn(state, teamId)]
      const attention: Array<ReturnType<typeof rowsOf>[number]> = []
      const teams = []
      let others = 0
      for (const each of all) {
        yield* Effect.yieldNow
        const { team, objectives } = teamOverview(each, date, days)
        const { overdue, stale } = team.counts
        const byStatus = occurring(team.counts.byStatus)
        teams.push({ id: each.id, name: each.name, objectives: objectives.length, byStatus, overdue, stale })
        const rows = rowsOf(objectives, date, days, filter)
        const inNeed = rows.filter(({ reasons }) => reasons.length > 0)
        attention.push(...inNeed)
        others += rows.length - inNeed.length
      }
      const page = pageOf(attention.sort(mostUrgentFirst(today, days)), offset, limit)
      return {
        ...{ sequenceNumber: state.sequenceNumber, today: date },
        ...{ teams: offset === 0 ? teams.slice(0, maxTeams) : [], teamsInAll: all.length },
        ...{
          attention: page.items.map((row) => ({ ...row, ...answered(state, row) })),
          attentionInAll: attention.length,
          nextOffset: page.nextOffset
        },
        othersInAll: others
      }
    })
  )
})
