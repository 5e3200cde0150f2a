import { Socket } from "node:net"
import { PgConnection } from "@effect/sql-pg"
import { Data, Effect, Option } from "effect"
import { Encryption } from "./Encryption.ts"
import type { PostgresAddress, PostgresHost } from "./PostgresUrl.ts"
import { offersTls } from "./TlsOffer.ts"

/** None of the hosts is a primary that answers. Trying again later may help. */
class NoPrimary extends Data.TaggedError("NoPrimary")<{ readonly message: string }> {
  /** The client treats an error with this code as a failed connection. */
  readonly code = "ECONNREFUSED"
}

/** The time limit for a host's answer whether it accepts writes. */
const probeTimeout = "2 seconds"

/** Time without traffic after which a connection is checked, as for one host. */
const keepAliveMs = 15_000

type Config = Parameters<typeof PgConnection.make>[0]

const takesWrites = (config: Config, { host, port }: PostgresHost) =>
  PgConnection.make({ ...config, host, port }).pipe(
    Effect.flatMap((connection) => connection.query("SELECT pg_is_in_recovery() AS standby")),
    Effect.map(({ rows: [row] }) => row?.standby === false),
    Effect.scoped,
    Effect.timeout(probeTimeout)
  )

/**
 * Asks a host whether it is the primary, with the encryption that this host demands, and keeps that encryption if it
 * is.
 */
const isPrimaryWithAnyEncryption = Effect.fnUntraced(function* (
  config: Config,
  host: PostgresHost,
  encryption: Encryption
) {
  const isOffered = yield* Effect.timeout(offersTls(host), probeTimeout)
  for (const isEncrypted of isOffered ? [true, false] : [false]) {
    const ssl = isEncrypted && Encryption.preferred(true).ssl
    const isPrimary = yield* Effect.option(takesWrites({ ...config, ssl }, host))
    if (Option.isNone(isPrimary)) continue
    if (isPrimary.value) encryption.choose(isEncrypted)
    return isPrimary.value
  }
  return false
})

const isPrimary = (config: Config, host: PostgresHost, encryption: Encryption) =>
  Effect.orElseSucceed(
    encryption.isFixed
      ? takesWrites({ ...config, ssl: encryption.ssl }, host)
      : isPrimaryWithAnyEncryption(config, host, encryption),
    () => false
  )

/** A socket that buffers what is written until it is connected. */
const corkedSocket = (): Socket => {
  const socket = new Socket()
  socket.cork()
  socket.once("connect", () => {
    socket.setNoDelay(true)
    socket.setKeepAlive(true, keepAliveMs)
    socket.uncork()
  })
  return socket
}

/**
 * Makes connections to the host that is the primary at that time. All hosts are asked again for each connection, since
 * connections are few and break when the primary fails; the last known primary is asked first.
 */
const toPrimary = Effect.fnUntraced(function* (address: PostgresAddress, config: Config, encryption: Encryption) {
  const run = Effect.runPromiseWith(yield* Effect.context())
  let [known] = address.hosts
  const primary = Effect.gen(function* () {
    for (const host of [known, ...address.hosts.filter((host) => host !== known)]) {
      if (!(yield* isPrimary(config, host, encryption))) continue
      known = host
      return host
    }
    return yield* new NoPrimary({ message: `None of the hosts of ${address.shown} accepts writes` })
  })
  return () => {
    const socket = corkedSocket()
    const { ssl } = encryption
    run(primary).then(
      ({ host, port }) => {
        if (ssl !== encryption.ssl) socket.destroy(new NoPrimary({ message: "The primary demands another encryption" }))
        else if (!socket.destroyed) socket.connect({ host, port })
      },
      (cause) => socket.destroy(cause)
    )
    return socket
  }
})

/** The function that opens connections to an address; undefined if the client's own way is good enough. */
export const makeStream = Effect.fnUntraced(function* (
  address: PostgresAddress,
  config: Config,
  encryption: Encryption
) {
  if (address.hosts.length > 1) return yield* toPrimary(address, config, encryption)
  if (encryption.isFixed) return undefined
  const [{ host, port }] = address.hosts
  return () => {
    const socket = corkedSocket()
    encryption.watch(socket)
    return socket.connect({ host, port })
  }
})
