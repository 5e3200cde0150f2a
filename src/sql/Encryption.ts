import type { Duplex } from "node:stream"
import type { ConnectionOptions } from "node:tls"

type Ssl = boolean | ConnectionOptions

/**
 * Like `sslmode=prefer` of libpq: a client that would also connect without TLS gains nothing from a verified
 * certificate.
 */
const unverified: ConnectionOptions = { rejectUnauthorized: false }

/** PostgreSQL answers a request for encryption with `N` when it does not offer any. */
const isNotOffered = (answer: Buffer): boolean => answer[0] === 0x4e

/** How PostgreSQL refuses a connection that no rule of pg_hba.conf allows, and PgBouncer one without encryption. */
const isRefused = (answer: Buffer): boolean =>
  answer[0] === 0x45 && /\0C(28000|08P01)\0/.test(answer.toString("latin1"))

/** How the connections to one address are encrypted: always the same way, or as the server demands. */
export class Encryption {
  readonly isFixed: boolean
  #ssl: Ssl

  private constructor(ssl: Ssl, isFixed: boolean) {
    this.#ssl = ssl
    this.isFixed = isFixed
  }

  static readonly fixed = (ssl: Ssl): Encryption => new Encryption(ssl, true)

  /** Uses TLS as long as the server offers it. */
  static readonly preferred = (isOffered: boolean): Encryption => new Encryption(isOffered && unverified, false)

  /** The setting for the next connection. */
  get ssl(): Ssl {
    return this.#ssl
  }

  /** Sets whether the next connections are encrypted. Has no effect if the encryption is fixed. */
  choose(isEncrypted: boolean): void {
    if (!this.isFixed) this.#ssl = isEncrypted && unverified
  }

  /**
   * Learns from the first answer on a connection. When the server's setting has changed, or another server has taken
   * over, this connection fails and the next ones are encrypted as that server demands.
   */
  watch(socket: Duplex): void {
    const wasEncrypted = this.#ssl !== false
    socket.once("data", (answer: Buffer) => {
      if (wasEncrypted ? isNotOffered(answer) : isRefused(answer)) this.choose(!wasEncrypted)
    })
  }
}
