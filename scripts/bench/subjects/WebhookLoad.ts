import { createServer } from "node:http"
import { Effect } from "effect"
import { maxWebhooks } from "../../../src/domain/Webhook.ts"
import { call } from "../../support/Calls.ts"
import { type Contender, headers, names } from "../contenders/Contender.ts"
import * as Ours from "../contenders/Ours.ts"
import { makeTeam } from "../FullTeam.ts"
import { requireValid } from "../InvalidRun.ts"
import * as Turns from "../load/Turns.ts"
import * as Server from "../Server.ts"
import type { Subject } from "../Subject.ts"
import * as Writer from "../Writer.ts"
import { webhookDeliveries } from "./WebhookDeliveries.ts"
import { edit } from "./Writing.ts"

const size = { principles: 50, objectives: 0 }

/** Both servers have the same ids, so that the same load edits either. */
const makeTeams = (writer: Writer.Writer) => Effect.forEach([1, 2], (team) => makeTeam(writer, team, size))

/** Starts a receiver that accepts every message, until the scope closes. */
const receiver = Effect.gen(function* () {
  let received = 0
  const server = createServer((request, response) => {
    received += 1
    request.resume()
    response.writeHead(204).end()
  })
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => {
      server.listen(0, "127.0.0.1", () => resume(Effect.void))
    }),
    () => Effect.sync(() => server.close().closeAllConnections())
  )
  const address = server.address()
  return { url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`, received: () => received }
})

/** Starts our server with the largest number of webhooks, each of which is sent every event. */
const startWithWebhooks = Effect.fnUntraced(function* (databaseUrl: string, receiverUrl: string) {
  const { url } = yield* Server.start({ DATABASE_URL: databaseUrl, WEBHOOK_ALLOW: "127.0.0.1" })
  const writer = yield* Writer.admin(url)
  yield* makeTeams(writer)
  for (let hook = 0; hook < maxWebhooks; hook++) {
    const answer = yield* Effect.promise(() => call(url, writer.token, "/api/admin/webhooks", { url: receiverUrl }))
    yield* requireValid(answer.status === 201, `A webhook was answered ${answer.status}.`)
  }
  const contender: Contender = { name: names.withWebhooks, url, headers: headers(writer.token) }
  return contender
})

export const webhookLoad: Subject = {
  name: "webhooks",
  about:
    `Durable edits beside ${maxWebhooks} webhooks that get every event, against our server without any; ` +
    "and the deliveries of one webhook, against a bare client",
  measure: Effect.fn("WebhookLoad.measure")(function* (stage) {
    const { url, received } = yield* receiver
    const { contender: ours, writer } = yield* Ours.start(yield* stage.database("webhooks_none"))
    const principleIds = (yield* makeTeams(writer)).flatMap((team) => team.principleIds)
    const beside = yield* startWithWebhooks(yield* stage.database("webhooks_all"), url)
    const measured = (connections: number) =>
      Effect.gen(function* () {
        const turns = yield* Turns.runInTurns(
          stage,
          `webhooks ${connections}`,
          [ours, beside],
          Effect.fnUntraced(function* (contender, turn) {
            const { url, headers } = contender
            const title = `Before turn ${turn} of ${connections}`
            const { sequenceNumber: lastSeenSequence } = yield* edit(contender, principleIds[0] ?? "", title)
            const milliseconds = stage.scale.seconds * 1_000
            const label = `Turn ${turn} of ${connections}`
            return { kind: "edits", url, connections, milliseconds, headers, principleIds, lastSeenSequence, label }
          })
        )
        const title = Turns.titled(`Durable edits beside ${maxWebhooks} webhooks, connections: ${connections}`, turns)
        return Turns.table(title, "requests/s", turns, Turns.perSecond, [
          { of: names.withWebhooks, to: names.ours, is: "at least", bound: 0.9 }
        ])
      })
    const tables = [yield* measured(64), yield* measured(1)]
    yield* requireValid(received() > 0, "No webhook was delivered.")
    return [...tables, yield* webhookDeliveries(stage)]
  })
}
