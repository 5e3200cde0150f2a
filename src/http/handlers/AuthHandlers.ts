import { Effect, Redacted } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { CompanyName } from "../../accounts/CompanyName.ts"
import { Invitations } from "../../accounts/invitations/Invitations.ts"
import { type LoggedIn, Login } from "../../accounts/passwords/Login.ts"
import { SessionStore } from "../../accounts/sessions/SessionStore.ts"
import { Users } from "../../accounts/users/Users.ts"
import { CurrentUser } from "../../api/Access.ts"
import { Api } from "../../api/Api.ts"
import { peopleListed } from "../../api/AuthApi.ts"
import { NotFound } from "../../api/Errors.ts"
import { successBody } from "../../api/requests/Bodies.ts"
import { gateLimits } from "../../bounded/GateLimits.ts"
import type { Identity } from "../../domain/Identity.ts"
import { CompanySignIn } from "../../identity/CompanySignIn.ts"
import { ServiceDays } from "../../time/ServiceDays.ts"
import * as SessionCookie from "../answers/SessionCookie.ts"
import * as StreamedView from "../answers/StreamedView.ts"
import * as ViewCache from "../answers/ViewCache.ts"
import { entryTo, tooMany, unavailable } from "../pipeline/Availability.ts"
import { type SignInOutcome, setOutcome } from "../pipeline/IdentifiedRequest.ts"
import { badRequest } from "../pipeline/InvalidRequest.ts"
import * as RequestSource from "../pipeline/RequestSource.ts"
import { currentSession } from "../requests/CurrentSession.ts"
import { userBody } from "./UsersHandlers.ts"

type Person = Pick<Identity, "userId" | "username" | "displayName" | "role">

/** What a sign-in answers, with what the page has to know of the service. */
const makeSignedIn = Effect.gen(function* () {
  const { timeZone } = yield* ServiceDays
  const companyName = yield* CompanyName
  return ({ userId, username, displayName, role }: Person) =>
    ({ success: true, userId, username, displayName, role, timeZone, companyName, error: null }) as const
})

/** Keeps for the access log how a sign-in ended. */
const ended = (outcome: SignInOutcome) =>
  Effect.map(HttpServerRequest.HttpServerRequest, ({ source }) => setOutcome(source, outcome))

const failed = (outcome: SignInOutcome) => (error: { readonly message: string }) =>
  Effect.as(ended(outcome), { success: false, error: error.message } as const)

interface SentRedemption {
  readonly token: string
  readonly password: string
  readonly displayName?: string | null | undefined
}

const signIns = Effect.gen(function* () {
  const signedIn = yield* makeSignedIn
  const { redeem } = yield* Invitations
  const { setSession } = yield* SessionCookie.make
  const { asAnonymous } = yield* RequestSource.make

  /** Answers a sign-in, with the session's cookie. */
  const begun = ({ token, user }: LoggedIn) =>
    Effect.all([setSession(token), ended("login")]).pipe(Effect.as(signedIn({ userId: user.id, ...user })))

  const useInvitation = ({ payload }: { readonly payload: SentRedemption }) =>
    SessionCookie.replacedSession.pipe(
      Effect.flatMap((replaced) => redeem({ ...payload, token: Redacted.make(payload.token) }, replaced)),
      asAnonymous,
      Effect.flatMap(begun),
      Effect.catchTags({
        InvalidInvitation: badRequest("invalid_invitation", "token"),
        InvalidPassword: badRequest("invalid_password", "password"),
        InvalidDisplayName: badRequest("invalid_display_name", "displayName"),
        ...tooMany,
        StorageError: unavailable
      })
    )

  return { begun, useInvitation }
})

export const layer = HttpApiBuilder.group(
  Api,
  "auth",
  Effect.fn(function* (handlers) {
    const login = yield* Login
    const signedIn = yield* makeSignedIn
    const { begun, useInvitation } = yield* signIns
    const { asAnonymous, asUser } = yield* RequestSource.make
    const company = yield* CompanySignIn
    const sessions = yield* SessionStore
    const users = yield* Users
    const respond = StreamedView.make(entryTo(gateLimits.people))
    const { clearSession } = yield* SessionCookie.make

    return handlers.handleAll({
      login: ({ payload: { username, password } }) =>
        SessionCookie.replacedSession.pipe(
          Effect.flatMap((replaced) => login.login(username, password, replaced)),
          asAnonymous,
          Effect.flatMap(begun),
          Effect.catchTags({
            InvalidCredentials: failed("login_failed"),
            LockedOut: failed("locked"),
            ...tooMany,
            StorageError: unavailable
          })
        ),
      logout: Effect.fnUntraced(function* () {
        const { sessionId } = yield* currentSession
        const { cookies } = yield* HttpServerRequest.HttpServerRequest
        const sealed = cookies[SessionCookie.signOutCookie]
        yield* sessions.end(sessionId).pipe(asUser, Effect.catchTag("StorageError", unavailable))
        yield* clearSession
        if (company === null || sealed === undefined) return successBody
        const signOutUrl = yield* company.signOutUrl(sealed, sessionId)
        return { ...successBody, ...(signOutUrl !== undefined && { signOutUrl }) }
      }),
      me: () => Effect.map(CurrentUser, signedIn),
      changePassword: Effect.fnUntraced(function* ({ payload: { currentPassword, newPassword } }) {
        const user = yield* currentSession
        yield* login.changePassword(user, currentPassword, newPassword).pipe(
          asUser,
          Effect.catchTags({
            WrongPassword: badRequest("wrong_password", "currentPassword"),
            InvalidPassword: badRequest("invalid_password", "newPassword"),
            LockedOut: badRequest("locked_out"),
            ...tooMany,
            StorageError: unavailable
          })
        )
        return successBody
      }),
      people: Effect.fnUntraced(
        function* ({ headers, request }) {
          const people = (yield* users.list).slice(0, peopleListed)
          const view = ViewCache.encode(people.map(({ username, displayName }) => ({ username, displayName })))
          return yield* respond(view, { request, headers })
        },
        Effect.catchTag("StorageError", unavailable)
      ),
      setProfile: Effect.fnUntraced(function* ({ payload: { displayName } }) {
        const { userId } = yield* CurrentUser
        return yield* users.setDisplayName(userId, displayName).pipe(
          asUser,
          Effect.map(userBody),
          Effect.catchTags({
            InvalidDisplayName: badRequest("invalid_display_name", "displayName"),
            // The user was deleted meanwhile, so the next request is refused with 401.
            UserNotFound: ({ message }) => Effect.fail(new NotFound({ message })),
            StorageError: unavailable
          })
        )
      }),
      useInvitation
    })
  })
)
