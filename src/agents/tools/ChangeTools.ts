import { Schema } from "effect"
import { changesOf, IdempotencyKey, SubmitEventRequest } from "../../api/EventsApi.ts"
import { described, documentedAs } from "../../domain/entities/Documented.ts"
import { quantity } from "../../domain/entities/Fields.ts"
import { ChangeSetId } from "../../domain/entities/Ids.ts"
import { maxNameLength } from "../../shared/ChangeSetNames.ts"
import { noteLength } from "../../shared/Limits.ts"
import { anyData } from "../arguments/EventForms.ts"
import { UndoneBody } from "../UndoChangeSet.ts"
import { AgentOutcome } from "./AgentOutcome.ts"
import { count, date, define, idOf, reading, text, wholeNumber } from "./Definition.ts"
import { eventGuide } from "./EventGuide.ts"

const { eventType, targetId, data, lastSeenSequence } = SubmitEventRequest.fields

const events = described(
  "1 to 100 events, applied in this order",
  changesOf(
    Schema.Struct({
      eventType: described("What happens; preview_changes says what each type takes", eventType),
      targetId: described(
        "The id of what is changed, or of the parent of what is created; from find, get_team or get_objective",
        targetId
      ),
      data: described("What the event type takes, and nothing else", data.check(documentedAs(() => anyData))),
      lastSeenSequence: described(
        "The sequenceNumber of the answer in which you read what you change; for all of update_ and delete_",
        lastSeenSequence
      )
    }).annotate({ message: "must be an object" })
  )
)

const idempotencyKey = described(
  "1 to 100 ASCII characters without spaces, of your own, new for each change. Repeating the call with it changes nothing twice",
  Schema.optional(IdempotencyKey)
)

/** Of a longer list so many are named. */
export const maxListed = 100
const inAll = described(`Where the list has only the first ${maxListed}`, Schema.NullOr(Schema.Int))

const changeSetId = described("Keep it: undo_changes takes the changes back by it", Schema.String)

export const checkIn = define({
  name: "check_in",
  title: "Check in",
  description:
    "Records the value of one measure of an objective, of today or an earlier day, as people do every week or two, with an optional confidence and note. Refused if somebody checked in since you read it.",
  hints: { readOnly: false, destructive: false, idempotent: false },
  parameters: Schema.Struct({
    measureId: idOf("the measure; get_objective lists them under progress"),
    value: described("The value, in the measure's unit", quantity),
    confidence: count("0 to 10: how sure the user is that the target will be reached", 0, 10),
    note: described("What happened, in a sentence", Schema.optional(text(0, noteLength))),
    date: date("The day that the value is of, if it is not today"),
    lastSeenSequence: described("The sequenceNumber of the answer in which you read the measure", wholeNumber(0)),
    idempotencyKey
  }),
  answer: Schema.Struct({ changeSetId, outcome: AgentOutcome })
})

export const previewChanges = define({
  name: "preview_changes",
  title: "Preview changes",
  description: `Says in sentences what changes would do, one after the other, and writes nothing. Show the user the descriptions before you apply them. ${eventGuide}`,
  hints: reading,
  parameters: Schema.Struct({ events }),
  answer: Schema.Struct({
    sequenceNumber: described("The log position that the preview starts from", Schema.Int),
    outcomes: Schema.Array(Schema.Struct({ ...AgentOutcome.fields, description: Schema.String }))
  })
})

export const applyChanges = define({
  name: "apply_changes",
  title: "Apply changes",
  description:
    "Applies changes one after the other as one change set that undo_changes can take back. Each is checked by itself: one that is rejected, for a conflict for example, does not stop the others. The events are those of preview_changes, which lists what each of them needs. Everything that edits or deletes needs lastSeenSequence. To change what the same call creates, give it an id of your own (a UUID) in data.id, and send any sequenceNumber that you have read.",
  hints: { readOnly: false, destructive: true, idempotent: false },
  parameters: Schema.Struct({
    events,
    name: described(
      "What the changes are for, as people will see it in the history: 'Draft Q1 for Payments'",
      Schema.optional(text(1, maxNameLength))
    ),
    idempotencyKey
  }),
  answer: Schema.Struct({
    changeSetId,
    sequenceNumber: described("The log position after the last change", Schema.Int),
    outcomes: Schema.Array(AgentOutcome)
  })
})

export const undoChanges = define({
  name: "undo_changes",
  title: "Undo changes",
  description:
    "Takes back the changes of a change set, however long ago, exactly. What somebody changed since is left alone and named in left; tell the user. Its own changes form a change set too.",
  hints: { readOnly: false, destructive: true, idempotent: true },
  parameters: Schema.Struct({
    changeSetId: described(
      "The id of the change set, from apply_changes, check_in, get_changes or get_history",
      ChangeSetId
    )
  }),
  answer: Schema.Struct({
    ...UndoneBody.fields,
    undoneInAll: inAll,
    leftInAll: inAll
  })
})
