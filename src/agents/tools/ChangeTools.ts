import { Schema } from "effect"
import { Tool } from "effect/ai"
import { Changes, IdempotencyKey } from "../../api/EventsApi.ts"
import { ChangeSetId, SequenceNumber } from "../../domain/entities/Ids.ts"
import { Outcome } from "../../domain/Outcome.ts"
import { maxNameLength } from "../../shared/ChangeSetNames.ts"
import { UndoneBody } from "../UndoChangeSet.ts"
import { failure, hinted, idOf, reading } from "./Definition.ts"
import { eventGuide } from "./EventGuide.ts"

const events = Changes.annotate({ description: "1 to 100 events, applied in this order." })

const lastSeenSequence = SequenceNumber.annotate({
  description: "The sequenceNumber of the answer in which you read the measure."
})

const idempotencyKey = Schema.optional(
  IdempotencyKey.annotate({
    description:
      "1 to 100 ASCII characters without spaces, of your own, new for each change. Repeating the call with it changes nothing twice."
  })
)

const outcome = Schema.Struct({
  ...Outcome.fields,
  status: Outcome.fields.status.annotate({
    description:
      "rejected: see rejectionReason; where conflictingServerValue is set somebody changed the field, which has that value now. no_change: it was so already."
  })
})

const changeSetId = ChangeSetId.annotate({ description: "Keep it: undo_changes takes the changes back by it." })

export const checkIn = Tool.make("check_in", {
  description:
    "Records the current value of one measure of an objective, as people do every week or two, with an optional confidence and note. Refused if somebody checked in since you read it.",
  parameters: Schema.Struct({
    measureId: idOf("the measure; get_objective lists them under progress"),
    value: Schema.Finite.annotate({ description: "The value now, in the measure's unit." }),
    confidence: Schema.optional(
      Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 10 })).annotate({
        description: "0 to 10: how sure the user is that the target will be reached. Left out: none is recorded."
      })
    ),
    note: Schema.optional(
      Schema.String.check(Schema.isMaxLength(1000)).annotate({ description: "What happened, in a sentence." })
    ),
    lastSeenSequence,
    idempotencyKey
  }),
  success: Schema.Struct({ changeSetId, outcome }),
  failure
}).annotateMerge(hinted({ title: "Check in", readOnly: false, destructive: false, idempotent: false }))

export const previewChanges = Tool.make("preview_changes", {
  description: `Says in sentences what changes would do, one after the other, and writes nothing. Show the user the descriptions before you apply them. ${eventGuide}`,
  parameters: Schema.Struct({ events }),
  success: Schema.Struct({
    sequenceNumber: SequenceNumber.annotate({ description: "The log position that the preview starts from." }),
    outcomes: Schema.Array(Schema.Struct({ ...outcome.fields, description: Schema.String }))
  }),
  failure
}).annotateMerge(reading("Preview changes"))

export const applyChanges = Tool.make("apply_changes", {
  description:
    "Applies changes one after the other as one change set that undo_changes can take back. Each is checked by itself: one that is rejected, for a conflict for example, does not stop the others. The events are those of preview_changes, which lists what each of them needs. Everything that edits or deletes needs lastSeenSequence. To change what the same call creates, give it an id of your own (a UUID) in data.id, and send any sequenceNumber that you have read.",
  parameters: Schema.Struct({
    events,
    name: Schema.optional(
      Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(maxNameLength)).annotate({
        description: "What the changes are for, as people will see it in the history: 'Draft Q1 for Payments'."
      })
    ),
    idempotencyKey
  }),
  success: Schema.Struct({
    changeSetId,
    sequenceNumber: SequenceNumber.annotate({ description: "The log position after the last change." }),
    outcomes: Schema.Array(outcome)
  }),
  failure
}).annotateMerge(hinted({ title: "Apply changes", readOnly: false, destructive: true, idempotent: false }))

export const undoChanges = Tool.make("undo_changes", {
  description:
    "Takes back the changes of a change set, however long ago, exactly. What somebody changed since is left alone and named in left; tell the user. Its own changes form a change set too.",
  parameters: Schema.Struct({
    changeSetId: ChangeSetId.annotate({ description: "From apply_changes, check_in, get_changes or get_history." })
  }),
  success: UndoneBody,
  failure
}).annotateMerge(hinted({ title: "Undo changes", readOnly: false, destructive: true, idempotent: true }))
