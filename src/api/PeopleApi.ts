import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { described, listOf } from "../domain/entities/Documented.ts"
import { Access, Policy, SessionOnly, withSessionOnlyAndCsrfHeader } from "./Access.ts"
import { account } from "./document/ExampleBodies.ts"
import { NotFound } from "./Errors.ts"
import { displayName, NewDisplayName, User, username } from "./requests/Bodies.ts"
import { conditionalHeaders, NotModifiedResponse } from "./requests/ConditionalRequest.ts"
import { Words } from "./requests/EndpointWords.ts"
import { JsonBody } from "./requests/JsonBody.ts"

/** How many people are listed: the first by name. */
export const peopleListed = 10_000

const Person = Schema.Struct({ username, displayName }).annotate({ identifier: "Person" })

export class PeopleApi extends HttpApiGroup.make("people")
  .add(
    HttpApiEndpoint.get("list", "/api/people", {
      headers: conditionalHeaders,
      success: listOf(Person, peopleListed),
      error: NotModifiedResponse
    })
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
  .middleware(Access) {}
