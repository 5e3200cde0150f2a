import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Access, Policy, SessionOnly, withSessionOnlyAndCsrfHeader } from "./Access.ts"
import { AuthenticationResult, NewPassword, Success } from "./Bodies.ts"
import { TooManyRequests } from "./Errors.ts"
import { JsonBody } from "./JsonBody.ts"
import { SignInShare } from "./SignInShare.ts"

export class AuthApi extends HttpApiGroup.make("auth")
  .add(
    HttpApiEndpoint.post("login", "/api/auth/login", {
      payload: Schema.Struct({ username: Schema.String, password: Schema.String }),
      success: AuthenticationResult,
      error: TooManyRequests
    })
      .middleware(JsonBody)
      .middleware(SignInShare)
      .annotate(Policy, "public")
      .annotate(OpenApi.Description, "Sets the session cookie. A failed login returns 200 with `success: false`.")
  )
  .add(
    HttpApiEndpoint.post("logout", "/api/auth/logout", { success: Success })
      .annotate(
        OpenApi.Description,
        "Ends the session at once on every server, clears the cookie, and has the browser delete what it cached."
      )
      .middleware(Access)
      .annotate(Policy, "authenticated")
      .annotate(SessionOnly, true)
      .annotate(OpenApi.Transform, withSessionOnlyAndCsrfHeader)
  )
  .add(
    HttpApiEndpoint.get("me", "/api/auth/me", { success: AuthenticationResult })
      .annotate(
        OpenApi.Description,
        "The signed-in user with their current role. With a token, the role is what the token may do: never more than its scope."
      )
      .middleware(Access)
      .annotate(Policy, "authenticated")
  )
  .add(
    HttpApiEndpoint.post("changePassword", "/api/auth/change-password", {
      payload: Schema.Struct({ currentPassword: Schema.String, newPassword: NewPassword }),
      success: Success,
      error: TooManyRequests
    })
      .middleware(JsonBody)
      .middleware(Access)
      .annotate(Policy, "authenticated")
      .annotate(SessionOnly, true)
      .annotate(OpenApi.Description, "Also ends the user's other sessions. Tokens stay valid.")
      .annotate(OpenApi.Transform, withSessionOnlyAndCsrfHeader)
  ) {}
