import type { Duplex } from "node:stream"
import type { ConnectionOptions } from "node:tls"

export type Ssl = boolean | ConnectionOptions

/** As libpq's `prefer` does it: who takes what is offered has nothing to verify. */
const unverified: ConnectionOptions = { rejectUnauthorized: false }

/** PostgreSQL's answer to the request for encryption where it has none. */
const isNotOffered = (answer: Buffer): boolean => answer[0] === 0x4e

/** PostgreSQL's refusal of a connection that no rule allows, and PgBouncer's of one without encryption. */
const isRefused = (answer: Buffer): boolean =>
  answer[0] === 0x45 && /\0C(28000|08P01)\0/.test(answer.toString("latin1"))

/** How the connections to one address are encrypted: always the same way, or as the server wants it. */
export class Encryption {
  readonly isFixed: boolean
  #ssl: Ssl

  private constructor(ssl: Ssl, isFixed: boolean) {
    this.#ssl = ssl
    this.isFixed = isFixed
  }

  static readonly fixed = (ssl: Ssl): Encryption => new Encryption(ssl, true)

  /** With TLS while the server offers it. */
  static readonly preferred = (isOffered: boolean): Encryption => new Encryption(isOffered && unverified, false)

  /** For the next connection. */
  get ssl(): Ssl {
    return this.#ssl
  }

  /** Encrypts the next connections, or does not. */
  choose(isEncrypted: boolean): void {
    if (!this.isFixed) this.#ssl = isEncrypted && unverified
  }

  /**
   * Learns from a connection that begins. A server that has changed its mind, or another one after a failover, fails one
   * connection and is connected to as it wants from then on.
   */
  watch(socket: Duplex): void {
    const wasEncrypted = this.#ssl !== false
    socket.once("data", (answer: Buffer) => {
      if (wasEncrypted ? isNotOffered(answer) : isRefused(answer)) this.choose(!wasEncrypted)
    })
  }
}
