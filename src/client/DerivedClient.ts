import type { HttpApiClient } from "effect/http-api"
import type { Api } from "../api/Api.ts"
import type { SignInFailed } from "./SignedInClient.ts"

/** Every endpoint as a function, by group and name; its errors are those of the endpoint and `SignInFailed`. */
export interface DerivedClient extends HttpApiClient.ForApi<typeof Api, SignInFailed> {}
