import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { SequenceNumber } from "../domain/entities/Ids.ts"
import { DetailedChange } from "../domain/views/TeamChangeBody.ts"
import { Access, Policy } from "./Access.ts"
import { HeadText } from "./HeadText.ts"

export const streamPath = "/api/sse"

/** A position in the log, `<epoch>.<sequence>`; opaque to clients, since the epoch's text differs between events. */
const id = Schema.String

const logHead = Schema.fromJsonString(Schema.Struct({ sequenceNumber: SequenceNumber }))

/** The events of a stream. Each may be preceded by `retry:`, and comments come between them. */
export const StreamEvent = Schema.Union([
  Schema.Struct({ event: Schema.Literal("ready"), id, data: logHead }),
  Schema.Struct({ event: Schema.Literal("change"), id, data: Schema.fromJsonString(DetailedChange) }),
  Schema.Struct({ event: Schema.Literal("reset"), id, data: logHead }),
  Schema.Struct({
    event: Schema.Literal("end"),
    data: Schema.fromJsonString(Schema.Struct({ reason: Schema.Literals(["session", "shutdown"]) }))
  }),
  Schema.Struct({
    event: Schema.Literal("busy"),
    data: Schema.fromJsonString(Schema.Struct({ scope: Schema.Literals(["user", "server"]) }))
  })
]).annotate({ identifier: "StreamEvent" })
export type StreamEvent = typeof StreamEvent.Type

const description = `Sends a notification of every applied event, once and in order; clients then fetch what they show.

- \`ready\` comes first, with the log's latest sequence number. Views fetched after it show at least that event.
- \`change\` is an applied event. If more than 100 entities were affected, \`entityIds\` is null; use \`teamIds\` then.
- \`reset\` means that the missed events cannot be sent: the position belongs to another log, is unknown, was lost with
  a restored database, or is more than 10,000 events back. Fetch everything again.
- \`end\` means that the session is over or the server stops, \`busy\` that there are too many streams, of this user or
  in all, or that the database does not answer. Both close the stream.

Browsers resume by themselves with \`Last-Event-ID\`, an \`id\` as it was received: the stream continues with exactly the
missed events. A comment comes every 15 seconds. A reader that lags more than 1,000 events or 1 MiB is disconnected, and
can resume.

With \`changes=1\`, the \`views\` of a \`change\` tell how \`/api/teams/{id}/principles\` and \`…/objectives\` of the one team
concerned differ from what they were at \`from\`, so that they need not be fetched: apply it to views of exactly that
\`sequenceNumber\`; they are then at that of the change. Ignore it if yours are newer, and fetch them if they are older.
Principles and objectives are told without \`position\` and links: a position is the index in the list, and \`principleIds\`
of an objective, in no order, are the links of both sides. There is no \`views\` if several teams or more than 100 entities
changed, if it would be large, and often after a reconnection: fetch the views of \`teamIds\` then.`

export class LiveApi extends HttpApiGroup.make("live")
  .add(
    HttpApiEndpoint.get("stream", streamPath, {
      headers: { "last-event-id": Schema.optional(HeadText) },
      /** `lastEventId` is for clients that cannot set a header. If both are sent, the header wins. */
      query: { lastEventId: Schema.optional(HeadText), changes: Schema.optional(Schema.Literal("1")) },
      success: HttpApiSchema.StreamSse({ events: StreamEvent })
    }).annotate(OpenApi.Description, description)
  )
  .middleware(Access)
  .annotateEndpoints(Policy, "viewer") {}
