import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Webhook } from "../../../src/domain/Webhook.ts"
import { call } from "../../support/Calls.ts"
import * as Child from "../Child.ts"
import { numbers } from "../FullTeam.ts"
import { postAll } from "../hooks/BareClient.ts"
import type { Received, ReceiverProtocol } from "../hooks/ReceiverProtocol.ts"
import { InvalidRun, requireValid } from "../InvalidRun.ts"
import { rawConnection } from "../LogStores.ts"
import * as Server from "../Server.ts"
import { inRounds, type RunContext, table } from "../Subject.ts"
import * as Writer from "../Writer.ts"

const decodeHook = Schema.decodeUnknownOption(Webhook)

const teamId = "00000000-0000-4000-8001-000000000000"

/** Starts our server with a log of `events` events after the first, and a webhook; `sendAgain` sends the webhook all of them. */
const startOurs = Effect.fnUntraced(function* (databaseUrl: string, receiverUrl: string, events: number) {
  const { url } = yield* Server.start({ DATABASE_URL: databaseUrl, WEBHOOK_ALLOW: "127.0.0.1" })
  const writer = yield* Writer.admin(url)
  yield* Writer.write(writer, "create_team", { id: teamId, name: "Team", color: "#1f5fbf" })
  const rename = (n: number) => Writer.write(writer, "update_team_name", { name: `Team ${n}` }, teamId)
  yield* Effect.forEach(numbers(1, events), rename, { concurrency: 32, discard: true })
  const post = Effect.fnUntraced(function* (path: string, body: object) {
    const answer = yield* Effect.promise(() => call(url, writer.token, path, body))
    yield* requireValid(answer.ok, `${path} was answered ${answer.status}.`)
    return Option.getOrThrow(decodeHook(yield* Effect.promise(() => answer.json())))
  })
  const { id } = yield* post("/api/admin/webhooks", { url: receiverUrl })
  return { id, sendAgain: post(`/api/admin/webhooks/${id}/resend`, { from: 2 }) }
})

/**
 * Measures the deliveries per second of one webhook that is far behind, beside a bare client that posts the same messages one
 * after the other: once only posting, and once saving its position after each, so that a crash would not send all again.
 */
export const webhookDeliveries = Effect.fn("WebhookDeliveries.measure")(function* (stage: RunContext) {
  const events = stage.scale.quick ? 50 : 2_000
  const receiver = yield* Child.start<ReceiverProtocol>(
    "The receiver",
    new URL("../hooks/receiverProcess.ts", import.meta.url)
  )
  const receiverUrl = yield* receiver.ask("listen", null)
  const database = yield* stage.database("webhook_deliveries")
  const { id, sendAgain } = yield* startOurs(database, receiverUrl, events)
  const sql = Context.get(yield* Layer.build(rawConnection(database)), SqlClient.SqlClient)
  const context = yield* Effect.context<never>()
  // A column that the server's own sender does not read, so that it stays at its position.
  const savePosition = () =>
    Effect.runPromiseWith(context)(
      Effect.orDie(sql`UPDATE webhooks SET delivery_count = delivery_count + 1 WHERE id = ${id}::text::uuid`)
    )

  const timed = <E, R>(work: Effect.Effect<unknown, E, R>) =>
    Effect.gen(function* () {
      yield* work
      const { messages, milliseconds } = yield* receiver.ask("take", events, "300 seconds")
      yield* requireValid(messages.length === events, `${messages.length} of ${events} messages arrived.`)
      return { messages, perSecond: ((events - 1) * 1_000) / milliseconds }
    })
  const bare = (messages: ReadonlyArray<Received>, after: () => Promise<unknown>) =>
    timed(
      Effect.tryPromise({
        try: () => postAll(receiverUrl, messages, after),
        catch: (cause) => new InvalidRun({ message: `The bare client failed: ${cause}.` })
      })
    )

  const rounds = yield* inRounds(
    stage,
    "webhook deliveries",
    Effect.fnUntraced(function* () {
      const ours = yield* timed(sendAgain)
      const saving = yield* bare(ours.messages, savePosition)
      const plain = yield* bare(ours.messages, () => Promise.resolve())
      return { ours: ours.perSecond, saving: saving.perSecond, plain: plain.perSecond }
    }),
    ({ ours, saving, plain }) =>
      `ours ${ours.toFixed(0)}/s, bare with a saved position ${saving.toFixed(0)}, bare ${plain.toFixed(0)}`
  )
  const saves = "bare client that saves its position"
  return table(
    "A webhook that is far behind, one delivery after the other, of which a server makes 500 a second at most",
    "deliveries/s",
    {
      ours: rounds.map(({ ours }) => ours),
      [saves]: rounds.map(({ saving }) => saving),
      "bare client": rounds.map(({ plain }) => plain)
    },
    [
      { of: "ours", to: saves, is: "at least" },
      { of: "ours", to: "bare client", is: "at least" }
    ]
  )
})
