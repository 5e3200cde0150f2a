import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { SqlClient } from "effect/sql"
import * as App from "../../src/App.ts"
import { AccountLog } from "../../src/accounts/log/AccountLog.ts"
import { Receiver } from "../../src/webhooks/Receiver.ts"
import { Webhooks } from "../../src/webhooks/Webhooks.ts"
import { databases } from "../support/databases.ts"

const url = "https://example.org/hook"

for (const [name, database] of databases) {
  const services = Webhooks.layer.pipe(
    Layer.provideMerge(App.sqlStores),
    Layer.provide(Receiver.layer),
    Layer.provide([NodeCrypto.layerSecureRandom, Logger.layer([])]),
    Layer.provideMerge(database)
  )
  layer(Layer.orDie(services), { excludeTestServices: true })(`Changes of webhooks on ${name}`, (it) => {
    it.effect("are one transaction with their entries in the account log: what cannot be recorded is not done", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const webhooks = yield* Webhooks
        const { id } = yield* webhooks.create({ url })
        const before = yield* webhooks.list
        yield* sql`ALTER TABLE account_log RENAME TO account_log_away`
        for (const [what, change] of Object.entries({
          create: Effect.exit(webhooks.create({ url })),
          update: Effect.exit(webhooks.update(id, { url, enabled: false })),
          resend: Effect.exit(webhooks.resend(id, 1)),
          changeSecret: Effect.exit(webhooks.changeSecret(id)),
          remove: Effect.exit(webhooks.remove(id))
        })) {
          assert.strictEqual((yield* change)._tag, "Failure", what)
          assert.deepStrictEqual(yield* webhooks.list, before, what)
        }
        yield* sql`ALTER TABLE account_log_away RENAME TO account_log`
        yield* webhooks.remove(id)
        const { entries } = yield* AccountLog.use(({ page }) => page({ limit: 10 }))
        assert.deepStrictEqual(
          entries.map(({ action, detail }) => [action, detail]),
          [
            ["webhook_deleted", `example.org; ${id}`],
            ["webhook_created", `example.org; ${id}`]
          ]
        )
      })
    )
  })
}
