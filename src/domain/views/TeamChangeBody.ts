import { Schema } from "effect"
import { ChangeNotification } from "../ChangeNotification.ts"
import { described } from "../entities/Documented.ts"
import { SequenceNumber } from "../entities/Ids.ts"
import { StructuralChange } from "../state/StructuralChange.ts"

const { id, set, lists } = StructuralChange.fields

/** A `TeamChange` (see `shared/TeamChange`) as the event stream sends it. */
const TeamChangeBody = Schema.Struct({
  id,
  from: described("The sequence number of the views that the change applies to", SequenceNumber),
  set,
  lists
}).annotate({
  identifier: "TeamChange"
})

/** The notification to clients that asked for changes of views. */
export const DetailedChange = Schema.Struct({
  ...ChangeNotification.fields,
  views: described(
    "The change of the team's views; absent if they are to be fetched",
    Schema.optionalKey(TeamChangeBody)
  )
}).annotate({ identifier: "DetailedChange" })
export type DetailedChange = typeof DetailedChange.Type
