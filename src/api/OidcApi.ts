import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { described } from "../domain/entities/Documented.ts"
import { signInFaultParameter, signInFaults } from "../shared/SignInFaults.ts"
import { Policy } from "./Access.ts"
import { NotFound } from "./Errors.ts"
import { Words } from "./requests/EndpointWords.ts"
import { HeadText } from "./requests/HeadText.ts"

const SignInMethods = Schema.Struct({
  companyName: described("What people call the company; null if nobody has said", Schema.NullOr(Schema.String)),
  password: described("Whether everybody may sign in with a password, not only admins", Schema.Boolean),
  oidc: described(
    "The company's provider; null if there is none",
    Schema.NullOr(Schema.Struct({ name: described("Its name for people", Schema.String) }))
  )
}).annotate({ identifier: "SignInMethods" })

export class OidcApi extends HttpApiGroup.make("oidc")
  .add(
    HttpApiEndpoint.get("methods", "/api/auth/methods", { success: SignInMethods }).annotate(Words, {
      summary: "Get the ways to sign in",
      answer: "The ways to sign in",
      examples: { example: { companyName: "Northwind", password: true, oidc: { name: "Acme" } } },
      description: "How people sign in here. `password` is false where only admins sign in with a password."
    })
  )
  .add(
    HttpApiEndpoint.get("login", "/api/auth/oidc/login", {
      query: { to: described("The path of the page to return to, with query and fragment", Schema.optional(HeadText)) },
      success: HttpApiSchema.Empty(302),
      error: NotFound
    }).annotate(Words, {
      summary: "Sign in at the company's provider",
      answer: "To the provider",
      description:
        "For browsers: goes to the sign-in page of the company's OpenID provider. `to` is the path of the page to return to; " +
        "anything else returns to the first view. 404 where there is no provider; 303 to the page, with the reason, where " +
        "the provider does not answer."
    })
  )
  .add(
    HttpApiEndpoint.get("callback", "/api/auth/oidc/callback", {
      success: HttpApiSchema.Empty(303),
      error: NotFound
    }).annotate(Words, {
      summary: "Return from the provider",
      answer: "To the page",
      description:
        "For browsers: the provider returns users here. Sets the session cookie and goes to the page; after any fault without a " +
        `session and with \`${signInFaultParameter}\` in the query: ${signInFaults.map((fault) => `\`${fault}\``).join(", ")}. Codes may be added. ` +
        "Without code and error, as after a sign-out at the provider, it goes to the page."
    })
  )
  .annotateEndpoints(Policy, "public") {}
