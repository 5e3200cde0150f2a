import { Effect, Option, Schema, Struct } from "effect"
import { described } from "../../domain/entities/Documented.ts"
import * as Targets from "../../domain/state/Targets.ts"
import { paced } from "../../domain/views/Baseline.ts"
import { forecastOf } from "../../domain/views/ForecastRule.ts"
import { type ObjectiveBody, objectiveView } from "../../domain/views/Views.ts"
import { Projector } from "../../log/projection/Projector.ts"
import { dayOf } from "../../shared/Days.ts"
import { expectedPercent } from "../../shared/Pace.ts"
import { truncated } from "../../shared/Quoted.ts"
import { ServiceDays, todayIn } from "../../time/ServiceDays.ts"
import { refused } from "../ToolRefused.ts"
import { count, define, idOf, pageOf, reading, sequenceNumber, serve } from "./Definition.ts"
import { answered, ObjectiveRow, percent } from "./ObjectiveRows.ts"

/** They keep the longest answer below 25,000 tokens, the limit of some clients. */
const maxMeasures = 10
const maxInitiatives = 50
const maxCheckIns = 6
const maxNoteLength = 200

const CheckIn = Schema.Struct({
  sequenceNumber: Schema.Int,
  date: Schema.String,
  value: Schema.Finite,
  confidence: Schema.NullOr(Schema.Finite),
  note: Schema.NullOr(Schema.String),
  timestamp: Schema.String,
  actorName: Schema.String
})

const Forecast = Schema.Struct({
  basedOn: described("The number of check-ins; below three there is no forecast", Schema.Int),
  perDay: Schema.NullOr(Schema.Finite),
  atDueDate: Schema.NullOr(Schema.Struct({ value: Schema.Finite, percent: Schema.Int })),
  reachesTargetOn: Schema.NullOr(Schema.String)
})

const Measure = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  unit: Schema.String,
  start: Schema.Finite,
  target: Schema.Finite,
  value: Schema.Finite,
  percent: Schema.Int,
  checkIns: described(
    `The last ${maxCheckIns}, newest first. Notes are cut to ${maxNoteLength} characters: get_history of the measure has them whole, and older ones`,
    Schema.Array(CheckIn)
  ),
  forecast: Forecast
})

const next = (parameter: string) =>
  described(`Send it as ${parameter} for the next ones; absent if there are none`, Schema.NullOr(Schema.Int))

const definition = define({
  name: "get_objective",
  title: "Objective",
  description:
    "One objective: description, owner, why its status is what it is, what it supports, linked principles, groups, initiatives, and its measures with their last check-ins and where they lead. Read it before you change anything in it.",
  hints: reading,
  parameters: Schema.Struct({
    objectiveId: idOf("the objective, from get_overview, get_team or find"),
    measuresOffset: count(`Where the page of ${maxMeasures} measures begins. Default 0`, 0),
    initiativesOffset: count(`Where the page of ${maxInitiatives} initiatives begins. Default 0`, 0)
  }),
  answer: Schema.Struct({
    sequenceNumber,
    id: Schema.String,
    teamId: Schema.String,
    title: Schema.String,
    description: Schema.String,
    ...Struct.pick(ObjectiveRow.fields, [
      "owner",
      "status",
      "statusNote",
      "parentId",
      "parentTitle",
      "startDate",
      "dueDate"
    ]),
    position: Schema.Int,
    percent,
    expectedPercent: percent,
    createdAt: Schema.String,
    updatedAt: Schema.String,
    updatedBy: Schema.String,
    principles: Schema.Array(Schema.Struct({ id: Schema.String, title: Schema.String })),
    groups: Schema.Array(Schema.Struct({ id: Schema.String, name: Schema.String })),
    progress: described("Its measures", Schema.Array(Measure)),
    measuresInAll: Schema.Int,
    nextMeasuresOffset: next("measuresOffset"),
    initiatives: Schema.Array(
      Schema.Struct({
        id: Schema.String,
        title: Schema.String,
        owner: Schema.NullOr(Schema.String),
        status: Schema.String,
        groupId: Schema.NullOr(Schema.String)
      })
    ),
    initiativesInAll: Schema.Int,
    nextInitiativesOffset: next("initiativesOffset")
  })
})

const shortened = (measure: ObjectiveBody["progress"][number]) => ({
  ...measure,
  checkIns: measure.checkIns
    .slice(0, maxCheckIns)
    .map((checkIn) => ({ ...checkIn, note: truncated(checkIn.note, maxNoteLength) || null }))
})

export const make = Effect.gen(function* () {
  const projector = yield* Projector
  const days = yield* ServiceDays

  return serve(
    definition,
    Effect.fnUntraced(function* ({ objectiveId, measuresOffset = 0, initiativesOffset = 0 }) {
      const state = yield* projector.state
      const location = Targets.objective.find(state, objectiveId)
      const view = location && Option.getOrUndefined(objectiveView(location.team, objectiveId))
      if (location === undefined || view === undefined) {
        return yield* refused("There is no objective with this id, or it was deleted. Look ids up with find.")
      }
      const { entity } = location
      const initiatives = pageOf(view.initiatives, initiativesOffset, maxInitiatives)
      const measures = pageOf(view.progress, measuresOffset, maxMeasures)
      return {
        ...Struct.omit(view, ["baselinePercent", "staleAfter"]),
        ...answered(state, view),
        statusNote: view.statusNote || null,
        sequenceNumber: state.sequenceNumber,
        expectedPercent: expectedPercent(paced(entity), dayOf(yield* todayIn(days)), days),
        progress: measures.items.flatMap((measure) => {
          const known = entity.progress.find(({ id }) => id === measure.id)
          return known === undefined ? [] : [{ ...shortened(measure), forecast: forecastOf(known, entity.dueDate) }]
        }),
        measuresInAll: view.progress.length,
        nextMeasuresOffset: measures.nextOffset,
        initiatives: initiatives.items.map((initiative) => ({ ...initiative, owner: initiative.owner || null })),
        initiativesInAll: view.initiatives.length,
        nextInitiativesOffset: initiatives.nextOffset
      }
    })
  )
})
