import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { described } from "../domain/entities/Documented.ts"
import { LatestPosition } from "../domain/entities/Ids.ts"
import { DetailedChange } from "../domain/views/TeamChangeBody.ts"
import { Access, Policy } from "./Access.ts"
import * as Answers from "./document/ExampleAnswers.ts"
import { Words } from "./requests/EndpointWords.ts"
import { HeadText } from "./requests/HeadText.ts"

export const streamPath = "/api/sse"

/** A position in the log, `<epoch>.<sequence>`; opaque to clients, since the epoch's text differs between events. */
const id = described("The position, to continue after: send it back unchanged as `Last-Event-ID`", Schema.String)

const event = <const Event extends string>(type: Event) => described("The type of the message", Schema.Literal(type))

const logHead = Schema.fromJsonString(Schema.Struct({ sequenceNumber: LatestPosition }))

/** The events of a stream. Each may be preceded by `retry:`, and comments come between them. */
const StreamEvent = Schema.Union([
  Schema.Struct({ event: event("ready"), id, data: logHead }),
  Schema.Struct({ event: event("change"), id, data: Schema.fromJsonString(DetailedChange) }),
  Schema.Struct({ event: event("reset"), id, data: logHead }),
  Schema.Struct({
    event: event("end"),
    data: Schema.fromJsonString(
      Schema.Struct({
        reason: described(
          "Whether the session or token has ended, or the server is shutting down",
          Schema.Literals(["session", "shutdown"])
        )
      })
    )
  }),
  Schema.Struct({
    event: event("busy"),
    data: Schema.fromJsonString(
      Schema.Struct({
        scope: described("Whether the user or the server has too many streams", Schema.Literals(["user", "server"]))
      })
    )
  })
]).annotate({ identifier: "StreamEvent" })

const description = `Notifies clients of every applied event, once and in order; clients then fetch the views they show.

- \`ready\` comes first, with the log's latest sequence number. Views fetched after it include at least that event.
- \`change\` is an applied event. If it affected more than 100 entities, \`entityIds\` is null; use \`teamIds\` instead.
- \`reset\` means that missed events cannot be sent: the position belongs to another log, is unknown, was lost when the
  database was restored, or is more than 10,000 events behind. Fetch everything again.
- \`end\` means that the session has ended or the server is stopping; \`busy\`, that this user or the server has too many
  streams, or that the database does not answer. Both close the stream.

Browsers resume on their own by sending the last \`id\` as \`Last-Event-ID\`: the stream continues with exactly the events
they missed. A comment is sent every 15 seconds. A client more than 1,000 events or 1 MiB behind is disconnected, and can
resume.

With \`changes=1\`, the \`views\` of a \`change\` describe how \`/api/teams/{id}/principles\` and \`…/objectives\` of its team
differ from their state at \`from\`, so that clients need not fetch them. Apply \`views\` only to views at exactly that
\`sequenceNumber\`; they are then at that of the change. If yours are newer, ignore it; if they are older, fetch them.
Principles and objectives come without \`position\` and links: the position is the index in the list, and the
\`principleIds\` of an objective, in no particular order, are the links of both sides. \`views\` is absent if several teams
or more than 100 entities changed, if it would be large, and often after a reconnection: then fetch the views of \`teamIds\`.

A \`change\` that came with a token has its name as \`tokenName\`, which tells an agent from a person. \`tokenNames=1\`, with which older clients asked for it, changes nothing.`

export class LiveApi extends HttpApiGroup.make("live")
  .add(
    HttpApiEndpoint.get("stream", streamPath, {
      headers: {
        "last-event-id": described(
          "The `id` of the last event received, unchanged: the stream continues after it",
          Schema.optional(HeadText)
        )
      },
      query: {
        lastEventId: described(
          "The same as the header `Last-Event-ID`, which wins, for clients that cannot set headers",
          Schema.optional(HeadText)
        ),
        changes: described(
          "`1`: each notification also describes how the views of its team changed",
          Schema.optional(Schema.Literal("1"))
        ),
        tokenNames: described(
          "`1`: changes nothing, since every notification has the name of its token now",
          Schema.optional(Schema.Literal("1"))
        )
      },
      success: HttpApiSchema.StreamSse({ events: StreamEvent })
    }).annotate(Words, {
      summary: "Follow changes",
      answer: "Server-sent events, until either side ends the stream",
      examples: (strategy) => ({ example: Answers.streamOf(strategy) }),
      description: description
    })
  )
  .middleware(Access)
  .annotateEndpoints(Policy, "viewer") {}
