import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import {
  described,
  documentedLength,
  documentedUrl,
  listOf,
  requestedList,
  unlimited
} from "../domain/entities/Documented.ts"
import { Role } from "../domain/entities/Role.ts"
import { Time } from "../domain/entities/Time.ts"
import { maxInvited, usernameLength } from "../shared/Limits.ts"
import { Access, Policy, SessionOnly, withCsrfHeader, withSessionOnlyAndCsrfHeader } from "./Access.ts"
import { account, invitationToken } from "./document/ExampleBodies.ts"
import { Conflict, NotFound, TooManyRequests } from "./Errors.ts"
import { userIdParam } from "./IdParams.ts"
import { NewPassword, optionalDisplayName, Success, successBody, User } from "./requests/Bodies.ts"
import { Words } from "./requests/EndpointWords.ts"
import { JsonBody } from "./requests/JsonBody.ts"

const RoleName = described("The user's role", Role.annotate({ message: "must be viewer, editor or admin" }))

const Person = Schema.Struct({
  username: described("The user's name", Schema.String.check(documentedLength(1, usernameLength))),
  displayName: optionalDisplayName("absent or null for nothing yet"),
  role: RoleName
})

const Invitation = Schema.Struct({
  user: described("The user, who has no password now", User),
  url: described(
    "The link to send, shown only this time; without `PUBLIC_URL` the path of the page on the address that people use",
    Schema.String.check(documentedUrl)
  ),
  expiresAt: described("When the link ends if nobody uses it", Time)
}).annotate({ identifier: "Invitation" })

const invitation = {
  user: account,
  url: `https://plans.example.org/strategy/#username=maya&displayName=Maya+Ito&invitation=${invitationToken}`,
  expiresAt: "2026-03-05T08:30:00.000Z"
}

const ListedUser = Schema.Struct({
  ...User.fields,
  lastSeenAt: described(
    "The latest use of a session or token, or action in the account log, to within five minutes; null if there was none",
    Schema.NullOr(Time)
  )
}).annotate({ identifier: "ListedUser" })

export class UsersApi extends HttpApiGroup.make("users")
  .add(
    HttpApiEndpoint.get("list", "/api/admin/users", {
      success: Schema.Array(ListedUser).annotate({ description: unlimited("The users", "all of them") })
    }).annotate(Words, {
      summary: "List all users",
      answer: "The users, by name",
      examples: { example: [{ ...account, lastSeenAt: "2026-03-09T07:00:00.000Z" }] },
      description: "All accounts, without credentials."
    })
  )
  .add(
    HttpApiEndpoint.post("create", "/api/admin/users", {
      payload: Schema.Struct({
        username: described("The user's name", Schema.String.check(documentedLength(1, usernameLength))),
        password: described("The password", NewPassword),
        role: RoleName,
        displayName: optionalDisplayName("absent or null for nothing yet")
      }),
      success: User.pipe(HttpApiSchema.status(201)),
      error: [Conflict, TooManyRequests]
    })
      .annotate(Words, {
        summary: "Create a user",
        answer: "The new user",
        requests: {
          example: { username: "maya", password: "correct horse battery", role: "editor", displayName: "Maya Ito" }
        },
        examples: { example: account },
        description:
          "The username must not be taken, regardless of case. The user signs in with this password and can change it."
      })
      .middleware(JsonBody)
      .annotate(OpenApi.Transform, withCsrfHeader)
  )
  .add(
    HttpApiEndpoint.put("setRole", "/api/admin/users/:userId/role", {
      params: { userId: userIdParam },
      payload: Schema.Struct({ role: RoleName }),
      success: User,
      error: NotFound
    })
      .annotate(Words, {
        summary: "Change a user's role",
        answer: "The user with the new role",
        requests: { example: { role: "viewer" } },
        examples: { example: { ...account, role: "viewer" } },
        description:
          "The new role applies to the user's sessions within a second. 400 for your own role and for the last admin."
      })
      .middleware(JsonBody)
      .annotate(OpenApi.Transform, withCsrfHeader)
  )
  .add(
    HttpApiEndpoint.delete("remove", "/api/admin/users/:userId", {
      params: { userId: userIdParam },
      success: Success,
      error: NotFound
    })
      .annotate(Words, {
        summary: "Delete a user",
        answer: "The user is deleted",
        examples: { example: successBody },
        description:
          "Ends the user's sessions on every server. What they wrote keeps their name. 400 for your own account and for the last admin."
      })
      .annotate(OpenApi.Transform, withCsrfHeader)
  )
  .add(
    HttpApiEndpoint.put("resetPassword", "/api/admin/users/:userId/password", {
      params: { userId: userIdParam },
      payload: Schema.Struct({
        password: described(
          "The new password; one is generated if it is absent or null",
          Schema.optional(Schema.NullOr(NewPassword))
        )
      }),
      success: Schema.Struct({
        ...Success.fields,
        password: described(
          "The generated password, shown only this time; null if you sent one",
          Schema.NullOr(Schema.String)
        )
      }).annotate({ identifier: "PasswordReset" }),
      error: [NotFound, TooManyRequests]
    })
      .annotate(Words, {
        summary: "Reset a user's password",
        answer: "The password is set; the generated one is shown only this time",
        requests: { example: {} },
        examples: { example: { success: true, password: "kW7mPq3ZtR9xHvB2nDsL" } },
        description:
          "Without `password` one is generated and shown only this time. Ends the user's sessions and unlocks the name; tokens stay " +
          "valid. 400 for your own account: change your own password instead."
      })
      .middleware(JsonBody)
      .annotate(SessionOnly, true)
      .annotate(OpenApi.Transform, withSessionOnlyAndCsrfHeader)
  )
  .add(
    HttpApiEndpoint.post("invite", "/api/admin/invitations", {
      payload: Schema.Struct({ people: described("The people", requestedList(Person, maxInvited)) }),
      success: listOf(Invitation, maxInvited).pipe(HttpApiSchema.status(201)),
      error: Conflict
    })
      .annotate(Words, {
        summary: "Invite people",
        answer: "The new users, in the order of `people`, each with a link",
        requests: { example: { people: [{ username: "maya", displayName: "Maya Ito", role: "editor" }] } },
        examples: { example: [invitation] },
        description:
          "Creates users without a password, all or none, each with a link to choose one: it works once, for three days. 409 names a " +
          "username that is taken. 400 for who may not sign in with a password (`PASSWORD_SIGN_IN`)."
      })
      .middleware(JsonBody)
      .annotate(OpenApi.Transform, withCsrfHeader)
  )
  .add(
    HttpApiEndpoint.post("inviteAgain", "/api/admin/users/:userId/invitation", {
      params: { userId: userIdParam },
      success: Invitation.pipe(HttpApiSchema.status(201)),
      error: NotFound
    })
      .annotate(Words, {
        summary: "Give a user a new link",
        answer: "The user with the new link",
        examples: { example: invitation },
        description:
          "Replaces an earlier link. A user with a password loses it at once, is signed out and unlocked: reset a password this way " +
          "and nobody but the user ever knows the new one. Tokens stay valid. 400 for your own account, and for who signs in through " +
          "the company's provider only."
      })
      .annotate(SessionOnly, true)
      .annotate(OpenApi.Transform, withSessionOnlyAndCsrfHeader)
  )
  .middleware(Access)
  .annotateEndpoints(Policy, "admin") {}
