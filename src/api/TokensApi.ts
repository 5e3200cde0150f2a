import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { described, listOf, unlimited } from "../domain/entities/Documented.ts"
import { TokenId } from "../domain/entities/Ids.ts"
import { Token, TokenName, TokenScope, UserToken } from "../domain/Token.ts"
import { maxTokens, tokenDays } from "../shared/TokenScopes.ts"
import { Access, Policy, SessionOnly, withSessionOnly, withSessionOnlyAndCsrfHeader } from "./Access.ts"
import { account, token } from "./document/ExampleBodies.ts"
import { Conflict, NotFound } from "./Errors.ts"
import { Success, successBody } from "./requests/Bodies.ts"
import { Words } from "./requests/EndpointWords.ts"
import { HeadText } from "./requests/HeadText.ts"
import { JsonBody } from "./requests/JsonBody.ts"

const params = { tokenId: described("The token's id", TokenId) }

const ExpiresInDays = Schema.Int.annotate({
  message: `must be a whole number from ${tokenDays.minimum} to ${tokenDays.maximum}`
}).check(
  Schema.isBetween(tokenDays, { message: `must be a whole number from ${tokenDays.minimum} to ${tokenDays.maximum}` })
)

const TokenSettings = Schema.Struct({
  name: described("Its name", TokenName),
  scope: described("The scope of the token", TokenScope.annotate({ message: "must be read, write, admin or feed" })),
  expiresInDays: described("The number of days after which it ends", ExpiresInDays)
}).annotate({ identifier: "TokenSettings" })

/** A new token with its secret. */
export const NewToken = Schema.Struct({
  ...Token.fields,
  token: described("The token, to send as `Authorization: Bearer`; shown only this time", Schema.String)
}).annotate({ identifier: "NewToken" })

export class TokensApi extends HttpApiGroup.make("tokens")
  .add(
    HttpApiEndpoint.get("list", "/api/auth/tokens", { success: listOf(Token, maxTokens) })
      .annotate(Words, {
        summary: "List your tokens",
        answer: "The tokens",
        examples: { example: [token] },
        description: "Your valid tokens, newest first, without their secrets."
      })
      .annotate(Policy, "authenticated")
      .annotate(OpenApi.Transform, withSessionOnly)
  )
  .add(
    HttpApiEndpoint.post("create", "/api/auth/tokens", {
      payload: TokenSettings,
      success: NewToken,
      error: Conflict
    })
      .annotate(Words, {
        summary: "Create a token",
        answer: "The new token, with its secret",
        requests: { example: { name: token.name, scope: token.scope, expiresInDays: 90 } },
        examples: {
          example: { ...token, lastUsedAt: null, token: "strat_C2FVsBQIhrscChlQIMVb5sSYspob7oD7Y2ZjYt4YtoQ" }
        },
        description:
          "A program sends the token as `Authorization: Bearer` and acts as you, with the lower of your role and the scope: `read` is " +
          "a viewer, `write` an editor, `admin` an admin; `feed` is for calendar feeds only. The token is shown only this time. " +
          `At most ${maxTokens} a user; one more is a 409.`
      })
      .middleware(JsonBody)
      .annotate(Policy, "authenticated")
      .annotate(OpenApi.Transform, withSessionOnlyAndCsrfHeader)
  )
  .add(
    HttpApiEndpoint.delete("revoke", "/api/auth/tokens/:tokenId", { params, success: Success, error: NotFound })
      .annotate(Words, {
        summary: "Revoke one of your tokens",
        answer: "The token is revoked",
        examples: { example: successBody },
        description: "Ends one of your tokens, and its streams, within a second on every server."
      })
      .annotate(Policy, "authenticated")
      .annotate(OpenApi.Transform, withSessionOnlyAndCsrfHeader)
  )
  .add(
    HttpApiEndpoint.get("listAll", "/api/admin/tokens", {
      query: { username: described("Only this user's tokens", Schema.optional(HeadText)) },
      success: Schema.Array(UserToken).annotate({
        description: unlimited("The tokens", `at most ${maxTokens} for each user`)
      })
    })
      .annotate(Words, {
        summary: "List the tokens of all users",
        answer: "The tokens",
        examples: { example: [{ ...token, userId: account.id, username: account.username }] },
        description:
          "The valid tokens of all users, by username and then newest first; with `username` (case-insensitive) only that user's."
      })
      .annotate(Policy, "admin")
      .annotate(OpenApi.Transform, withSessionOnly)
  )
  .add(
    HttpApiEndpoint.delete("revokeAny", "/api/admin/tokens/:tokenId", { params, success: Success, error: NotFound })
      .annotate(Words, {
        summary: "Revoke a token of any user",
        answer: "The token is revoked",
        examples: { example: successBody },
        description: "Ends a token of any user, and its streams, within a second on every server."
      })
      .annotate(Policy, "admin")
      .annotate(OpenApi.Transform, withSessionOnlyAndCsrfHeader)
  )
  .middleware(Access)
  .annotateEndpoints(SessionOnly, true) {}
