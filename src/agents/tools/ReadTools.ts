import { Schema } from "effect"
import { Tool } from "effect/ai"
import { EntityType, EventType } from "../../domain/Event.ts"
import { EntityId, SequenceNumber } from "../../domain/entities/Ids.ts"
import { ChangeSetRef } from "../../domain/Provenance.ts"
import { MeasureForecast } from "../../domain/views/Forecast.ts"
import { ObjectiveBody } from "../../domain/views/Views.ts"
import { doubts } from "../../shared/Pace.ts"
import { countParameter, failure, idOf, nextOffset, reading, sequenceNumber } from "./Definition.ts"

const percent = Schema.NullOr(Schema.Int)

const { status, title, dueDate } = ObjectiveBody.fields

/** Why an objective needs attention. */
export const Reason = Schema.Literals(["off_track", "at_risk", "overdue", "behind", "stale", ...doubts])
export type Reason = typeof Reason.Type

export const getOverview = Tool.make("get_overview", {
  description:
    "What needs attention, in the whole company or in one team: objectives that are at risk, off track, overdue, behind the pace that their due date asks for, stale (no check-in for 14 days) or whose status does not fit their progress, off track first, then overdue, and of those the furthest behind; and how many objectives each team has by status. Start here to answer 'what is behind and why'.",
  parameters: Schema.Struct({
    teamId: Schema.optional(idOf("a team, to see only that team")),
    limit: countParameter("How many objectives to list, 1 to 50. Default 20.", 1, 50)
  }),
  success: Schema.Struct({
    sequenceNumber,
    today: Schema.String,
    teams: Schema.Array(
      Schema.Struct({
        id: EntityId,
        name: Schema.String,
        objectives: Schema.Int,
        byStatus: Schema.Record(Schema.String, Schema.Int),
        overdue: Schema.Int,
        stale: Schema.Int
      })
    ).annotate({ description: "At most 100, by name." }),
    teamsInAll: Schema.Int,
    attention: Schema.Array(
      Schema.Struct({
        id: EntityId,
        teamId: EntityId,
        title,
        status,
        dueDate,
        percent,
        expectedPercent: percent,
        lastCheckInAt: Schema.NullOr(Schema.String),
        reasons: Schema.Array(Reason)
      })
    ),
    attentionInAll: Schema.Int
  }),
  failure
}).annotateMerge(reading("Overview"))

export const find = Tool.make("find", {
  description:
    "Finds teams, principles, objectives, groups, initiatives and measures whose title or name contains all of the given words, in any case, and gives their ids.",
  parameters: Schema.Struct({
    text: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(100)).annotate({
      description: "Words of the title."
    }),
    limit: countParameter("How many to list, 1 to 50. Default 20.", 1, 50)
  }),
  success: Schema.Struct({
    sequenceNumber,
    found: Schema.Array(
      Schema.Struct({
        type: EntityType,
        id: EntityId,
        title: Schema.String,
        teamId: EntityId,
        objectiveId: Schema.NullOr(EntityId).annotate({ description: "Of a group, an initiative or a measure." })
      })
    ),
    isComplete: Schema.Boolean.annotate({ description: "False if there are more: use more words." })
  }),
  failure
}).annotateMerge(reading("Find"))

export const getTeam = Tool.make("get_team", {
  description:
    "One team: its principles, and a page of its objectives with status, progress and due date, in their order.",
  parameters: Schema.Struct({
    teamId: idOf("the team"),
    offset: countParameter("Where the page of objectives begins. Default 0.", 0),
    limit: countParameter("How many objectives, 1 to 50. Default 25.", 1, 50)
  }),
  success: Schema.Struct({
    sequenceNumber,
    team: Schema.Struct({ id: EntityId, name: Schema.String }),
    principles: Schema.Array(Schema.Struct({ id: EntityId, title: Schema.String })),
    objectives: Schema.Array(
      Schema.Struct({
        id: EntityId,
        title,
        status,
        dueDate,
        percent,
        expectedPercent: percent,
        principleIds: Schema.Array(EntityId)
      })
    ),
    objectivesInAll: Schema.Int,
    nextOffset
  }),
  failure
}).annotateMerge(reading("Team"))

const measureFields = ObjectiveBody.fields.progress.value.fields

export const getObjective = Tool.make("get_objective", {
  description:
    "One objective with everything in it: description, linked principles, groups, initiatives, and its measures with their last six check-ins and where they lead. Read it before you change anything in it.",
  parameters: Schema.Struct({ objectiveId: idOf("the objective") }),
  success: Schema.Struct({
    ...ObjectiveBody.fields,
    sequenceNumber,
    expectedPercent: percent,
    progress: Schema.Array(
      Schema.Struct({
        ...measureFields,
        forecast: MeasureForecast.annotate({
          description: "Where the last check-ins lead if the trend continues; nulls below three days of check-ins."
        })
      })
    )
  }),
  failure
}).annotateMerge(reading("Objective"))

const origin = {
  actorName: Schema.String,
  tokenName: Schema.NullOr(Schema.String).annotate({ description: "The agent or program that did it for the user." }),
  changeSet: Schema.NullOr(ChangeSetRef)
}

export const getChanges = Tool.make("get_changes", {
  description:
    "What changed in the whole strategy after a sequence number, oldest first: who did what, by which agent, and in which change set (for undo_changes). Without after: the latest changes.",
  parameters: Schema.Struct({
    after: countParameter("Changes after this sequence number. Default: the last ones.", 0),
    limit: countParameter("How many log entries to look at, 1 to 50. Default 25.", 1, 50)
  }),
  success: Schema.Struct({
    changes: Schema.Array(
      Schema.Struct({
        sequenceNumber: SequenceNumber,
        timestamp: Schema.String,
        ...origin,
        eventType: EventType,
        entityType: Schema.NullOr(EntityType),
        entityId: Schema.NullOr(EntityId),
        description: Schema.String
      })
    ),
    nextAfter: SequenceNumber.annotate({ description: "Send it as after for what comes next." }),
    latestSequence: SequenceNumber
  }),
  failure
}).annotateMerge(reading("Changes"))

export const getHistory = Tool.make("get_history", {
  description:
    "What happened to one team, principle, objective, group, initiative or measure, newest first, with old and new values.",
  parameters: Schema.Struct({
    entityId: idOf("what the history is of; it may be deleted"),
    before: countParameter("Entries before this sequence number.", 1),
    limit: countParameter("How many entries, 1 to 50. Default 20.", 1, 50)
  }),
  success: Schema.Struct({
    entries: Schema.Array(
      Schema.Struct({
        sequenceNumber: SequenceNumber,
        timestamp: Schema.String,
        ...origin,
        status: Schema.Literals(["applied", "rejected"]),
        description: Schema.String,
        fieldName: Schema.NullOr(Schema.String),
        oldValue: Schema.NullOr(Schema.String),
        newValue: Schema.NullOr(Schema.String)
      })
    ),
    nextBefore: Schema.NullOr(SequenceNumber).annotate({ description: "Send it as before for older entries." })
  }),
  failure
}).annotateMerge(reading("History"))

export const getDeck = Tool.make("get_deck", {
  description:
    "Where to download a team's strategy as a PowerPoint presentation. The file itself is not in the answer: fetch the address with GET and the same Authorization header, or give the user the link to open while signed in.",
  parameters: Schema.Struct({ teamId: idOf("the team") }),
  success: Schema.Struct({
    path: Schema.String,
    url: Schema.NullOr(Schema.String).annotate({
      description: "Null where the service does not know its own address."
    }),
    mediaType: Schema.String
  }),
  failure
}).annotateMerge(reading("Presentation"))
