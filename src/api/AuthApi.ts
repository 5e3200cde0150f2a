import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { described, listOf } from "../domain/entities/Documented.ts"
import { Access, Policy, SessionOnly, withPublicCsrfHeader, withSessionOnlyAndCsrfHeader } from "./Access.ts"
import { account, invitationToken, signedIn } from "./document/ExampleBodies.ts"
import { NotFound, TooManyRequests } from "./Errors.ts"
import {
  AuthenticationResult,
  displayName,
  NewDisplayName,
  NewPassword,
  optionalDisplayName,
  Success,
  successBody,
  User,
  username
} from "./requests/Bodies.ts"
import { conditionalHeaders, NotModifiedResponse } from "./requests/ConditionalRequest.ts"
import { Words } from "./requests/EndpointWords.ts"
import { JsonBody } from "./requests/JsonBody.ts"
import { SignInShare } from "./SignInShare.ts"

const SignedOut = Schema.Struct({
  ...Success.fields,
  signOutUrl: described(
    "Where a browser also signs out at the company's provider; absent if the session did not begin there",
    Schema.optionalKey(Schema.String)
  )
}).annotate({ identifier: "SignedOut" })

/** How many people are listed: the first by name. */
export const peopleListed = 10_000

const Person = Schema.Struct({ username, displayName }).annotate({ identifier: "Person" })

export class AuthApi extends HttpApiGroup.make("auth")
  .add(
    HttpApiEndpoint.post("login", "/api/auth/login", {
      payload: Schema.Struct({ username, password: described("The password", Schema.String) }),
      success: AuthenticationResult,
      error: TooManyRequests
    })
      .middleware(JsonBody)
      .middleware(SignInShare)
      .annotate(Policy, "public")
      .annotate(Words, {
        summary: "Sign in",
        answer: "The user, or the reason of the failure",
        requests: { example: { username: "maya", password: "correct horse battery" } },
        examples: {
          signed_in: signedIn,
          failed: { success: false, error: "Invalid username or password." }
        },
        description: "Sets the session cookie. A failed login returns 200 with `success: false`."
      })
  )
  .add(
    HttpApiEndpoint.post("logout", "/api/auth/logout", { success: SignedOut })
      .annotate(Words, {
        summary: "Sign out",
        answer: "The session has ended",
        examples: { example: successBody },
        description:
          "Ends the session at once on every server, clears the cookie, and has the browser delete what it cached. " +
          "`signOutUrl` is an address of the company's provider, so that it asks again who signs in; it leads back to the page."
      })
      .middleware(Access)
      .annotate(Policy, "authenticated")
      .annotate(SessionOnly, true)
      .annotate(OpenApi.Transform, withSessionOnlyAndCsrfHeader)
  )
  .add(
    HttpApiEndpoint.get("me", "/api/auth/me", { success: AuthenticationResult })
      .annotate(Words, {
        summary: "Get the signed-in user",
        answer: "The user of the session",
        examples: { example: signedIn },
        description:
          "The signed-in user with their current role. With a token, the role is what the token may do: never more than its scope."
      })
      .middleware(Access)
      .annotate(Policy, "authenticated")
  )
  .add(
    HttpApiEndpoint.post("changePassword", "/api/auth/change-password", {
      payload: Schema.Struct({
        currentPassword: described("The current password", Schema.String),
        newPassword: described("The new password", NewPassword)
      }),
      success: Success,
      error: TooManyRequests
    })
      .middleware(JsonBody)
      .middleware(Access)
      .annotate(Policy, "authenticated")
      .annotate(SessionOnly, true)
      .annotate(Words, {
        summary: "Change your own password",
        answer: "The password is changed",
        requests: { example: { currentPassword: "correct horse battery", newPassword: "staple of another colour" } },
        examples: { example: successBody },
        description: "Also ends the user's other sessions. Tokens stay valid."
      })
      .annotate(OpenApi.Transform, withSessionOnlyAndCsrfHeader)
  )
  .add(
    HttpApiEndpoint.get("people", "/api/people", {
      headers: conditionalHeaders,
      success: listOf(Person, peopleListed),
      error: NotModifiedResponse
    })
      .middleware(Access)
      .annotate(Policy, "viewer")
      .annotate(Words, {
        summary: "List all people",
        answer: "The people, by username",
        examples: { example: [{ username: account.username, displayName: account.displayName }] },
        description: `Everybody who has an account, to choose owners from, at most ${peopleListed.toLocaleString("en")}.`
      })
  )
  .add(
    HttpApiEndpoint.put("setProfile", "/api/auth/profile", {
      payload: Schema.Struct({
        displayName: described("What you want to be called, one line without invisible characters", NewDisplayName)
      }),
      success: User,
      error: NotFound
    })
      .middleware(JsonBody)
      .middleware(Access)
      .annotate(Policy, "authenticated")
      .annotate(SessionOnly, true)
      .annotate(Words, {
        summary: "Change your own display name",
        answer: "The user with the new display name",
        requests: { example: { displayName: "Maya Ito" } },
        examples: { example: account },
        description:
          "Within a second every server shows the new name, beside earlier changes too. After a company sign-in it is the " +
          "provider's name again, where the provider gives one."
      })
      .annotate(OpenApi.Transform, withSessionOnlyAndCsrfHeader)
  )
  .add(
    HttpApiEndpoint.post("useInvitation", "/api/auth/invitations", {
      payload: Schema.Struct({
        token: described("The part `invitation` of the link", Schema.String),
        password: described("The password to sign in with from now on", NewPassword),
        displayName: optionalDisplayName("absent or null to keep the one that the admin gave")
      }),
      success: AuthenticationResult,
      error: TooManyRequests
    })
      .annotate(Words, {
        summary: "Use an invitation",
        answer: "The user, who is signed in",
        requests: { example: { token: invitationToken, password: "correct horse battery", displayName: "Maya Ito" } },
        examples: { example: signedIn },
        description:
          "Sets the password, ends the link and sets the session cookie. 400 with the code `invalid_invitation` for every link that " +
          "is unknown, was used or replaced, or has expired."
      })
      .middleware(JsonBody)
      .middleware(SignInShare)
      .annotate(Policy, "public")
      .annotate(OpenApi.Transform, withPublicCsrfHeader)
  ) {}
