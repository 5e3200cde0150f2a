import { Socket } from "node:net"
import { PgConnection } from "@effect/sql-pg"
import { Data, Effect } from "effect"
import type { PostgresAddress, PostgresHost } from "./PostgresUrl.ts"

/** None of the hosts is a primary that answers. Trying again later may help. */
class NoPrimary extends Data.TaggedError("NoPrimary")<{ readonly message: string }> {
  /** Counts as a failed connection. */
  readonly code = "ECONNREFUSED"
}

/** How long a host may take to say whether it takes writes. */
const probeTimeout = "2 seconds"

/** Time without traffic after which a connection is checked, as for one host. */
const keepAliveMs = 15_000

type Config = Parameters<typeof PgConnection.make>[0]

const takesWrites = (config: Config, { host, port }: PostgresHost) =>
  PgConnection.make({ ...config, host, port }).pipe(
    Effect.flatMap((connection) => connection.query("SELECT pg_is_in_recovery() AS standby")),
    Effect.map(({ rows: [row] }) => row?.standby === false),
    Effect.scoped,
    Effect.timeout(probeTimeout),
    Effect.orElseSucceed(() => false)
  )

/**
 * Makes connections to whichever of the hosts is the primary at that time. They are asked anew for each connection, since
 * connections are few and break when the primary fails; the one that was the primary last is asked first.
 */
export const makeStream = Effect.fnUntraced(function* (address: PostgresAddress, config: Config) {
  const run = Effect.runPromiseWith(yield* Effect.context())
  let [known] = address.hosts
  const primary = Effect.gen(function* () {
    for (const host of [known, ...address.hosts.filter((host) => host !== known)]) {
      if (!(yield* takesWrites(config, host))) continue
      known = host
      return host
    }
    return yield* new NoPrimary({ message: `None of the hosts of ${address.shown} takes writes` })
  })
  return () => {
    const socket = new Socket()
    // What is written before the host is known waits for the connection.
    socket.cork()
    socket.once("connect", () => {
      socket.setNoDelay(true)
      socket.setKeepAlive(true, keepAliveMs)
      socket.uncork()
    })
    run(primary).then(
      ({ host, port }) => {
        if (!socket.destroyed) socket.connect({ host, port })
      },
      (cause) => socket.destroy(cause)
    )
    return socket
  }
})
