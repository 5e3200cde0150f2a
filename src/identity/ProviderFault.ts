import { Predicate } from "effect"
import { AuthorizationResponseError, ClientError, ResponseBodyError } from "openid-client"
import type { SignInFault } from "../shared/SignInFaults.ts"
import { SignInRefused } from "./SignInFlow.ts"

/** What a provider answers when the user declines, or would have to do something that they did not. */
const userDeclined: ReadonlySet<string> = new Set([
  "access_denied",
  "login_required",
  "interaction_required",
  "consent_required"
])

const providerFailed: ReadonlySet<string> = new Set(["server_error", "temporarily_unavailable"])

const requestFailed: ReadonlySet<string> = new Set(["OAUTH_TIMEOUT", "OAUTH_ABORT"])

/** In UTF-16 units. */
const maxReason = 300

const unprintable = /[^\x20-\x7e]+/g

/** The response that an error is about, if any. */
const responseOf = (error: Error): Response | undefined =>
  [error.cause, Predicate.hasProperty(error, "response") && error.response].find((each) => each instanceof Response)

/**
 * The messages of an error and of its causes. Of a response only the address and the status are said, and causes that are
 * neither, such as claims that did not fit, are left out, since they hold tokens and what is known of a person.
 */
const messagesOf = (error: unknown): string => {
  const messages: Array<string> = []
  for (let at = error; Predicate.isError(at) && messages.length < 4; at = at.cause) {
    const response = responseOf(at)
    messages.push(
      at.message,
      ...(response === undefined ? [] : [`${response.url} answered with status ${response.status}`])
    )
  }
  return messages.join(": ")
}

const reasonOf = (error: unknown): string => {
  const codes = error instanceof AuthorizationResponseError || error instanceof ResponseBodyError ? [error.error] : []
  return [messagesOf(error), ...codes].join(", ").replaceAll(unprintable, " ").slice(0, maxReason)
}

const oauthFault = (error: string): SignInFault => {
  if (userDeclined.has(error)) return "denied"
  return providerFailed.has(error) ? "provider_unavailable" : "provider_answer"
}

const faultOf = (error: unknown): SignInFault => {
  if (error instanceof AuthorizationResponseError) return oauthFault(error.error)
  if (error instanceof ResponseBodyError) return error.status >= 500 ? "provider_unavailable" : "provider_answer"
  if (error instanceof ClientError) {
    const isDown = error.cause instanceof Response && error.cause.status >= 500
    return isDown || requestFailed.has(error.code ?? "") ? "provider_unavailable" : "provider_answer"
  }
  // `fetch` fails with a TypeError, whose cause is the connection's error.
  return error instanceof TypeError && error.cause !== undefined ? "provider_unavailable" : "provider_answer"
}

/** What an error of `openid-client` means for the user and for the log. */
export const refusalFor = (error: unknown): SignInRefused =>
  new SignInRefused({ fault: faultOf(error), reason: reasonOf(error) })
