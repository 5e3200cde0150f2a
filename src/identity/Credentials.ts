import { Clock, Context, Duration, Effect, Latch, Layer, Option, Redacted } from "effect"
import { SessionStore } from "../accounts/sessions/SessionStore.ts"
import type { SessionId, TokenId } from "../domain/entities/Ids.ts"
import type { Role } from "../domain/entities/Role.ts"
import type { Identity } from "../domain/Identity.ts"
import type { StorageError } from "../domain/StorageError.ts"
import { PendingUses } from "./PendingUses.ts"
import { TokenStore } from "./TokenStore.ts"

/** What a request proves its caller with: a session's token in the cookie, or a token of a program. */
export interface Credential {
  readonly kind: "session" | "token"
  readonly secret: string
}

/** How often uses are stored: an admin may read a time of use that is older by this much. */
const storeInterval = Duration.minutes(2)

/** How long a stopping server waits for the database to store the last uses. */
const lastStoreTimeout = Duration.seconds(2)

/** Who a request comes from, by session or token. Each look-up notes the use, which is stored every two minutes. */
export class Credentials extends Context.Service<
  Credentials,
  {
    /** None if it is malformed or unknown, or has ended or expired. */
    readonly resolve: (credential: Credential) => Effect.Effect<Option.Option<Identity>, StorageError>
    /** The cached result of `resolve`; undefined if it is not cached. */
    readonly peek: (credential: Credential) => Identity | undefined
    /** The rights of the sessions and tokens that have neither ended nor expired, by id; read from the store. */
    readonly confirm: (
      identities: Iterable<Identity>
    ) => Effect.Effect<ReadonlyMap<SessionId | TokenId, Role>, StorageError>
    /** Notes a use that no look-up shows, such as a stream that is still open. */
    readonly noteUse: (identity: Identity) => void
    /** Stores the noted uses now, so that lists show them. They are kept if that fails. */
    readonly storeUses: Effect.Effect<void>
  }
>()("strategy/identity/Credentials") {
  static readonly layer = Layer.effect(
    Credentials,
    Effect.gen(function* () {
      const sessions = yield* SessionStore
      const tokens = yield* TokenStore
      const clock = yield* Clock.Clock
      const sessionUses = new PendingUses<SessionId>()
      const tokenUses = new PendingUses<TokenId>()

      // Nothing ticks on a server that nobody uses.
      const used = Latch.makeUnsafe()

      const noteUse = ({ sessionId, token }: Identity): void => {
        used.openUnsafe()
        const now = clock.currentTimeMillisUnsafe()
        if (sessionId !== undefined) sessionUses.note(sessionId, now)
        else tokenUses.note(token.id, now)
      }

      const resolve = Effect.fnUntraced(function* ({ kind, secret }: Credential) {
        const redacted = Redacted.make(secret)
        const found: Option.Option<Identity> = yield* kind === "session"
          ? sessions.resolve(redacted)
          : tokens.resolve(redacted)
        if (Option.isSome(found)) noteUse(found.value)
        return found
      })

      const peek = ({ kind, secret }: Credential): Identity | undefined => {
        const found = kind === "session" ? sessions.peek(secret) : tokens.peek(secret)
        if (found !== undefined) noteUse(found)
        return found
      }

      const confirm = Effect.fnUntraced(function* (identities: Iterable<Identity>) {
        const sessionIds = new Set<SessionId>()
        const tokenIds = new Set<TokenId>()
        for (const { sessionId, token } of identities) {
          if (sessionId !== undefined) sessionIds.add(sessionId)
          else tokenIds.add(token.id)
        }
        const rights = new Map<SessionId | TokenId, Role>()
        if (sessionIds.size > 0) for (const [id, role] of yield* sessions.confirm([...sessionIds])) rights.set(id, role)
        if (tokenIds.size > 0) for (const [id, role] of yield* tokens.confirm([...tokenIds])) rights.set(id, role)
        return rights
      })

      // Other parts report that the database is away or takes no writes.
      const storeUses = Effect.ignoreCause(
        Effect.andThen(tokenUses.store(tokens.touch), sessionUses.store(sessions.touch))
      )

      yield* Effect.addFinalizer(() => Effect.timeoutOption(storeUses, lastStoreTimeout))
      yield* used.await.pipe(
        Effect.andThen(Effect.sleep(storeInterval)),
        Effect.andThen(used.close),
        Effect.andThen(storeUses),
        Effect.forever,
        Effect.forkScoped
      )

      return Credentials.of({ resolve, peek, confirm, noteUse, storeUses })
    })
  )
}

/** The id of the session or token. */
export const credentialIdOf = (identity: Identity): SessionId | TokenId =>
  identity.sessionId === undefined ? identity.token.id : identity.sessionId
