import { Effect, Redacted } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Invitations, type InvitedUser, type Person } from "../../accounts/invitations/Invitations.ts"
import { generatePassword } from "../../accounts/passwords/Password.ts"
import { SessionStore } from "../../accounts/sessions/SessionStore.ts"
import type { UsernameTaken, UserRecord } from "../../accounts/users/UserStore.ts"
import { Users } from "../../accounts/users/Users.ts"
import { CurrentUser } from "../../api/Access.ts"
import { Api } from "../../api/Api.ts"
import { Conflict, NotFound } from "../../api/Errors.ts"
import { successBody } from "../../api/requests/Bodies.ts"
import type { UserId } from "../../domain/entities/Ids.ts"
import { Credentials } from "../../identity/Credentials.ts"
import { TokenStore } from "../../identity/TokenStore.ts"
import { pagePaths, pageRoot } from "../../shared/PagePaths.ts"
import { ExternalUrl } from "../../url/ExternalUrl.ts"
import { tooMany, unavailable } from "../pipeline/Availability.ts"
import { badRequest } from "../pipeline/InvalidRequest.ts"
import * as RequestSource from "../pipeline/RequestSource.ts"

export const userBody = ({ id, username, displayName, role, createdAt }: UserRecord) => ({
  ...{ id, username, displayName, role, createdAt }
})

const notFound = () => Effect.fail(new NotFound({ message: "There is no user with this id." }))
const taken = ({ message }: UsernameTaken) => Effect.fail(new Conflict({ message, code: "username_taken" }))
const invitationHandlers = Effect.gen(function* () {
  const invitations = yield* Invitations
  const { basePath, publicUrl = basePath } = yield* ExternalUrl
  const { asUser } = yield* RequestSource.make

  const invitationBody = ({ user, token, expiresAt }: InvitedUser) => ({
    user: userBody(user),
    url: publicUrl + pageRoot + pagePaths.invitation(Redacted.value(token), user),
    expiresAt
  })

  return {
    invite: ({ payload: { people } }: { readonly payload: { readonly people: ReadonlyArray<Person> } }) =>
      invitations.invite(people).pipe(
        asUser,
        Effect.map((invited) => invited.map(invitationBody)),
        Effect.catchTags({
          PersonRefused: (refused) => badRequest(refused.code, `people.${refused.field}`)(refused),
          UsernameTaken: taken,
          StorageError: unavailable
        })
      ),
    inviteAgain: Effect.fnUntraced(
      function* ({ params: { userId } }: { readonly params: { readonly userId: UserId } }) {
        const actor = yield* CurrentUser
        return invitationBody(yield* asUser(invitations.renew(actor.userId, userId)))
      },
      Effect.catchTags({
        OwnAccount: badRequest("own_account"),
        HasNoPassword: badRequest("no_password"),
        NoPasswordSignIn: badRequest("no_password"),
        UserNotFound: notFound,
        StorageError: unavailable
      })
    )
  }
})

export const layer = HttpApiBuilder.group(
  Api,
  "users",
  Effect.fn(function* (handlers) {
    const users = yield* Users
    const sessions = yield* SessionStore
    const tokens = yield* TokenStore
    const { storeUses } = yield* Credentials
    const { asUser } = yield* RequestSource.make

    return handlers.handleAll({
      ...(yield* invitationHandlers),
      list: Effect.fnUntraced(
        function* () {
          yield* storeUses
          const seen = new Map(yield* sessions.lastSeen)
          for (const { userId, lastUsedAt } of yield* tokens.list()) {
            if (lastUsedAt !== null && lastUsedAt > (seen.get(userId) ?? "")) seen.set(userId, lastUsedAt)
          }
          return (yield* users.list).map((user) => ({ ...userBody(user), lastSeenAt: seen.get(user.id) ?? null }))
        },
        Effect.catchTag("StorageError", unavailable)
      ),
      create: ({ payload: { username, password, role, displayName } }) =>
        users.create(username, password, role, displayName).pipe(
          asUser,
          Effect.map(userBody),
          Effect.catchTags({
            InvalidUsername: badRequest("invalid_username", "username"),
            InvalidDisplayName: badRequest("invalid_display_name", "displayName"),
            InvalidPassword: badRequest("invalid_password", "password"),
            UsernameTaken: taken,
            ...tooMany,
            StorageError: unavailable
          })
        ),
      setRole: Effect.fnUntraced(function* ({ params: { userId }, payload: { role } }) {
        const actor = yield* CurrentUser
        return yield* users.setRole(actor.userId, userId, role).pipe(
          asUser,
          Effect.map(userBody),
          Effect.catchTags({
            OwnAccount: badRequest("own_account"),
            LastAdmin: badRequest("last_admin"),
            UserNotFound: notFound,
            StorageError: unavailable
          })
        )
      }),
      resetPassword: Effect.fnUntraced(
        function* ({ params: { userId }, payload: { password } }) {
          const actor = yield* CurrentUser
          const generated = typeof password === "string" ? null : yield* generatePassword
          yield* asUser(users.resetPassword(actor.userId, userId, password ?? generated ?? ""))
          return { success: true as const, password: generated }
        },
        Effect.catchTags({
          InvalidPassword: badRequest("invalid_password", "password"),
          OwnAccount: badRequest("own_account"),
          HasNoPassword: badRequest("no_password"),
          UserNotFound: notFound,
          ...tooMany,
          StorageError: unavailable
        })
      ),
      remove: Effect.fnUntraced(function* ({ params: { userId } }) {
        const actor = yield* CurrentUser
        yield* users.delete(actor.userId, userId).pipe(
          asUser,
          Effect.catchTags({
            OwnAccount: badRequest("own_account"),
            LastAdmin: badRequest("last_admin"),
            UserNotFound: notFound,
            StorageError: unavailable
          })
        )
        return successBody
      })
    })
  })
)
