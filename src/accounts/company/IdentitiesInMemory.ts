import { Effect, Option } from "effect"
import type { UserId } from "../../domain/entities/Ids.ts"
import type { AccountLog } from "../log/AccountLog.ts"
import { type CompanyIdentity, IdentityTaken, type LinkedIdentity, linkedEntry } from "./CompanyIdentity.ts"

/** The identities of users, kept in memory. */
export class IdentitiesInMemory {
  readonly #byKey = new Map<string, LinkedIdentity>()

  find({ issuer, subject }: CompanyIdentity): UserId | undefined {
    return this.#byKey.get(keyOf(issuer, subject))?.userId
  }

  add(userId: UserId, { issuer, subject }: CompanyIdentity): void {
    this.#byKey.set(keyOf(issuer, subject), { userId, issuer, subject })
  }

  /** Removes the user's identity of an issuer, or of all. */
  remove(id: UserId, from?: string): void {
    for (const [key, { userId, issuer }] of this.#byKey) {
      if (userId === id && (from === undefined || issuer === from)) this.#byKey.delete(key)
    }
  }

  list(): ReadonlyArray<LinkedIdentity> {
    return [...this.#byKey.values()].sort((one, other) => (one.userId < other.userId ? -1 : 1))
  }
}

const keyOf = (issuer: string, subject: string): string => `${issuer}\n${subject}`

/** The operations of `UserStore` that concern identities only. */
export const operations = <User extends { readonly username: string }, E>(
  identities: IdentitiesInMemory,
  users: ReadonlyMap<UserId, User>,
  {
    find,
    recording
  }: Pick<AccountLog["Service"], "recording"> & {
    readonly find: (id: UserId) => Effect.Effect<User, E>
  }
) => ({
  findByIdentity: (identity: CompanyIdentity) =>
    Effect.sync(() => {
      const id = identities.find(identity)
      return Option.fromUndefinedOr(id && users.get(id))
    }),

  link: Effect.fn("UserStore.link")(function* (id: UserId, identity: CompanyIdentity) {
    const { username } = yield* find(id)
    const owner = identities.find(identity)
    if (owner !== undefined && owner !== id) return yield* new IdentityTaken()
    identities.remove(id, identity.issuer)
    identities.add(id, identity)
    return { value: undefined, entries: [linkedEntry(username)] }
  }, recording),

  identities: Effect.sync(() => identities.list())
})
