import type { ServerResponse } from "node:http"
import { Context, Effect, Layer, Schema, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { type EntityId, UserId } from "../../../src/domain/entities/Ids.ts"
import type { ChainedEvent } from "../../../src/log/store/EventHash.ts"
import { insertAddition } from "../../../src/log/store/InsertAddition.ts"
import { rawConnection } from "../Databases.ts"
import { answer, listen } from "../ProtocolServer.ts"

interface Edit {
  readonly targetId: EntityId
  readonly data: { readonly title: string }
  readonly lastSeenSequence: number
}

const isSelf = Schema.is(Schema.Struct({ epoch: Schema.String, writer: Schema.String }))

const actorId = UserId.make("00000000-0000-4000-9000-000000000001")

/** A placeholder with the length of a SHA-256 in base64url. */
const hash = "x".repeat(43)

/** A row of the same size as that of the real event. */
const rowOf = ({ targetId, data, lastSeenSequence }: Edit, sequenceNumber: number): ChainedEvent => ({
  ...{ sequenceNumber, targetId, data, lastSeenSequence, actorId, hash, actorName: "admin", status: "applied" },
  ...{ submissionId: crypto.randomUUID(), timestamp: "2026-01-01T00:00:00.000Z", eventType: "update_principle_title" },
  ...{ rejectionReason: null, conflictingServerValue: null },
  ...{ entityId: targetId, entityType: "principle", fieldName: "title", previousSequence: lastSeenSequence },
  ...{ oldValue: data.title, newValue: data.title, description: `renamed principle '${data.title}' to '${data.title}'` }
})

const writing = Effect.fnUntraced(function* (database: string) {
  const sql = Context.get(yield* Layer.build(rawConnection(database)), SqlClient.SqlClient)
  // As the only listener this server sends no notifications.
  const [self] = yield* sql`
    UPDATE log_head SET only_listener = gen_random_uuid() RETURNING epoch, only_listener AS writer`
  if (!isSelf(self)) return yield* Effect.die("the log has no head")
  let head = 0
  let waiting: Array<Edit & { readonly response: ServerResponse }> = []
  let isWriting = false

  const write = (): void => {
    if (isWriting || waiting.length === 0) return
    isWriting = true
    const batch = waiting
    waiting = []
    const known = head
    head += batch.length
    const events = batch.map((edit, index) => rowOf(edit, known + index + 1))
    const associations = batch.map(({ targetId }, index) => ({
      ...{ entityId: targetId, sequenceNumber: known + index + 1 },
      ...{ entityType: "principle" as const, transitive: false, description: null }
    }))
    const written = insertAddition(sql, self, known, { events, associations, outcomes: [] })
    Effect.runFork(
      Effect.map(Effect.orDie(written), ({ length }) => {
        isWriting = false
        write()
        for (const [index, { response, data }] of batch.entries()) {
          const status = length === 1 ? "applied" : "lost"
          const unused = { rejectionReason: null, conflictingServerValue: null }
          const outcome = { sequenceNumber: known + index + 1, status, previousValue: data.title, ...unused }
          const body = JSON.stringify(outcome)
          response.writeHead(200, ["content-type", "application/json", "content-length", String(body.length)]).end(body)
        }
      })
    )
  }

  return yield* Effect.promise(() =>
    listen((request, response) =>
      process.nextTick(() => {
        const edit: Edit = JSON.parse(String(request.read()))
        waiting.push({ ...edit, response })
        // Waits for the other requests of this turn of the event loop, to write them in the same batch.
        if (!isWriting) setImmediate(write)
      })
    )
  )
})

/**
 * The minimum for a durable edit on Node's HTTP server: the statement of our append, for the requests that gather while the
 * last one commits. Nothing is authenticated, checked, decided, hashed, folded, shown or sent to streams.
 */
const methods = {
  /** Writes to the migrated log in the database; gives the server's URL. */
  listen: (database: string) =>
    Effect.runPromise(Effect.provideService(writing(database), Scope.Scope, Scope.makeUnsafe()))
}
export type BareWriterServer = typeof methods

answer(methods)
