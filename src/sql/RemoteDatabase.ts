import { connect } from "node:net"
import { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import * as BoundedClient from "./BoundedClient.ts"
import { timeouts } from "./EmbeddedDatabase.ts"

/** A client of the database whose server listens on the socket at `path`. Fails when no server answers there. */
export const layer = (path: string) =>
  PgClient.layerFrom(
    Effect.tap(
      BoundedClient.make(
        {
          stream: () => connect(path),
          username: "postgres",
          database: "postgres",
          ssl: false,
          // The server's backend would keep the statements after the script has ended.
          prepare: false,
          maxConnections: 1,
          maxMessageSize: BoundedClient.maxMessageSize
        },
        timeouts
      ),
      ({ reserve }) => Effect.scoped(reserve)
    )
  )
