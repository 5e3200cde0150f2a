import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { Effect, Layer, Logger, Option, References } from "effect"
import type { SqlClient } from "effect/sql"
import * as App from "../../src/App.ts"
import { PasswordHasher } from "../../src/accounts/passwords/PasswordHasher.ts"
import { Users } from "../../src/accounts/users/Users.ts"
import * as Database from "../../src/Database.ts"
import { EventStore } from "../../src/log/store/EventStore.ts"
import { type Envelope, Planner } from "../../src/log/writer/Planner.ts"
import { encodeSecret } from "../../src/webhooks/Signature.ts"
import { WebhookStore } from "../../src/webhooks/WebhookStore.ts"
import { entityId, envelope, userId } from "../log/Samples.ts"

export const password = "correct horse"

const keyed = (key: string, over: Partial<Envelope>) => envelope({ ...over, idempotency: { key, requestHash: "hash" } })

/** Submissions with idempotency keys: applied, rejected, no_change, and one of another user. */
export const answered: ReadonlyArray<Envelope> = [
  keyed("b", { data: { name: "Kept" } }),
  keyed("B", { data: { name: "" } }),
  keyed("~", { data: { name: "Kept" } }),
  envelope({ ...keyed("b", { data: { name: "Other" } }), actorId: userId(2), actorName: "bob" })
]

const nasty = "nul \u0000 lone \ud800 pair 🎯 quote \" back \\ line \u2028 'end"

/**
 * Submissions that make 15 events: restores (one to a state after a restore), a deleted entity brought back, rejections, and text
 * of every kind.
 */
const submissions: ReadonlyArray<Envelope> = [
  envelope({ eventType: "create_team", targetId: null, data: { id: entityId(1), name: "Team 🎯", color: "#000000" } }),
  envelope({
    eventType: "create_principle",
    data: { id: entityId(2), title: "Σίσυφος 🎯 'quoted'", description: 'a\ttab\n"two" \\ lines' }
  }),
  envelope({ eventType: "create_objective", data: { id: entityId(3), title: "Objective" } }),
  envelope({
    eventType: "update_objective_principle_link",
    targetId: entityId(3),
    data: { principleId: entityId(2), linked: true }
  }),
  envelope({ eventType: "update_principle_title", targetId: entityId(2), data: { title: nasty } }),
  envelope({
    eventType: "restore_history",
    targetId: null,
    data: { sequenceNumber: 999, [nasty]: [1.5, null, { deep: -0.25 }] }
  }),
  envelope({ eventType: "delete_team", data: {} }),
  envelope({ eventType: "restore_history", targetId: null, data: { sequenceNumber: 4 } }),
  envelope({ eventType: "delete_principle", targetId: entityId(2), data: {} }),
  envelope({ eventType: "create_principle", data: { id: entityId(2), asOf: 8 } }),
  envelope({ eventType: "restore_history", targetId: null, data: { sequenceNumber: 0 } }),
  envelope({ eventType: "restore_history", targetId: null, data: { sequenceNumber: 9 } }),
  ...answered
]

export const events = 15

/** Runs a task with all services on a database, which is opened anew each time. */
export const withServer = <A, E>(
  place: Database.Place,
  task: Effect.Effect<
    A,
    E,
    Layer.Success<typeof App.services> | Layer.Success<typeof App.sqlStores> | SqlClient.SqlClient
  >
) =>
  task.pipe(
    Effect.provide(
      App.services.pipe(
        Layer.provideMerge(Layer.mergeAll(App.sqlStores, PasswordHasher.layer)),
        Layer.provideMerge(Layer.provide(Database.layer(place), Logger.layer([]))),
        Layer.provide(NodeCrypto.layerSecureRandom)
      )
    ),
    // Keeps the entries of the account log out of the output.
    Effect.provideService(References.MinimumLogLevel, "Warn"),
    Effect.orDie
  )

export const embedded = (dataDir: string): Database.Place => ({ databaseUrl: Option.none(), dataDir })

export const secret = encodeSecret(new Uint8Array(32))

/** The position of the first webhook. The second one is disabled, and its position is that of another log. */
export const position = 7

const webhooks = Effect.gen(function* () {
  const { create } = yield* WebhookStore
  const head = yield* EventStore.use((store) => store.head)
  const settings = { description: "Chat 🎯", eventTypes: ["create_team" as const], teamIds: [entityId(1)], secret }
  const plain = { format: "standard", digest: null, week: 0 } as const
  yield* create({
    ...settings,
    ...{ format: "slack", digest: "weekly", week: 2_900 },
    ...{ id: entityId(50), url: "https://example.org/one", enabled: true },
    head: { ...head, sequenceNumber: position }
  })
  yield* create({
    ...{ id: entityId(51), url: "https://example.org/two", enabled: false, secret, ...plain },
    ...{ description: null, eventTypes: null, teamIds: null },
    head: { epoch: entityId(99), sequenceNumber: 1_000 }
  })
})

/** Fills a database with this log, two users and two webhooks. */
export const fill = Effect.gen(function* () {
  const { submit } = yield* Planner
  const { create } = yield* Users
  for (const each of submissions) yield* submit(each)
  yield* create("Ada Lovelace", password, "admin")
  yield* create("bob", password, "viewer")
  yield* webhooks
})
