import { Effect } from "effect"
import { Username } from "../../src/accounts/users/Username.ts"
import { type UserRecord, UserStore } from "../../src/accounts/users/UserStore.ts"
import { UserId } from "../../src/domain/entities/Ids.ts"
import type { Role } from "../../src/domain/entities/Role.ts"

/** Creates a user. Most tests need no real password hash. */
export const addUser = (username: string, role: Role = "viewer", passwordHash = "hash") =>
  UserStore.use((users) => users.create({ username: Username.make(username), role, passwordHash }))

export const unknownUserId: UserId = UserId.make("00000000-0000-4000-8000-000000000000")

export const names = (users: ReadonlyArray<UserRecord>): ReadonlyArray<string> => users.map(({ username }) => username)

/** The tags of the errors of concurrent effects, or "done"; sorted, since a race has no order. */
export const sortedOutcomes = <A, E extends { readonly _tag: string }, R>(
  effects: ReadonlyArray<Effect.Effect<A, E, R>>
) =>
  Effect.all(
    effects.map((effect) => Effect.match(effect, { onSuccess: () => "done", onFailure: ({ _tag }) => _tag })),
    { concurrency: "unbounded" }
  ).pipe(Effect.map((tags) => tags.toSorted()))
