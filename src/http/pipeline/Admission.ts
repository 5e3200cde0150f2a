import { Context, Option, Result } from "effect"
import { Policy, type PolicyName, SessionOnly } from "../../api/Access.ts"
import {
  BadRequest,
  Forbidden,
  MethodNotAllowed,
  NotFound,
  PayloadTooLarge,
  Unauthorized,
  UnsupportedMediaType
} from "../../api/Errors.ts"
import { maxBodyBytes, maxBodyDepth } from "../../api/requests/JsonBody.ts"
import { includesRole, type Role } from "../../domain/entities/Role.ts"
import type { Identity } from "../../domain/Identity.ts"
import { type FindServedPath, pathOf, sentPathOf } from "./ServedPaths.ts"

// Why a request is refused before its endpoint runs: all rules, in the order that the contract demands. The middleware of the
// endpoints applies them one by one, as more of the request becomes known; the shortcut takes a request only if none of
// them refuses it. `test/http/AdmissionRules` holds that the answers are the same.

/** What is known of a request before its session is looked up or its body is read. */
export interface RequestHead {
  readonly method?: string | undefined
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
}

/** The methods that IANA's HTTP method registry calls safe. Every other method counts as mutating. */
const safeMethods: ReadonlySet<string | undefined> = new Set([
  ...["GET", "HEAD", "OPTIONS", "TRACE", "QUERY"],
  ...["PROPFIND", "REPORT", "SEARCH"]
])

/** `Authorization: Bearer`, in any case; other schemes, such as those of a proxy, are ignored. */
const bearer = /^bearer(?: +(.*))?$/i

/** The token of a request that says it has one, whatever it is; undefined for others. */
export const bearerOf = ({ headers: { authorization } }: Pick<RequestHead, "headers">): string | undefined => {
  const found = typeof authorization === "string" ? bearer.exec(authorization) : null
  return found === null ? undefined : (found[1] ?? "")
}

/** Which of the two the caller means would be a guess, and a proxy may have added one of them. */
export const twoCredentials = new BadRequest({
  message: "Send either the session cookie or a token in Authorization, not both.",
  code: "two_credentials"
})

/**
 * Whether a browser opens the address for a person to see or save, such as a link in a mail. Browsers of before 2023 do not
 * say so, but ask for HTML.
 */
export const isNavigation = (head: RequestHead): boolean => {
  const { "sec-fetch-dest": destination, accept } = head.headers
  const isDocument = destination === "document" || (destination === undefined && String(accept).includes("text/html"))
  return head.method === "GET" && isDocument && bearerOf(head) === undefined
}

const csrfHeaderMissing = new Forbidden({
  message: "This request needs the header X-CSRF-Token: 1.",
  code: "csrf_missing"
})

/**
 * A mutating request needs a header that another site cannot make a browser send: the one for this, or a token's. Login is
 * the only endpoint without this rule.
 */
export const csrfFault = (head: RequestHead): Forbidden | undefined =>
  safeMethods.has(head.method) || head.headers["x-csrf-token"] === "1" || bearerOf(head) !== undefined
    ? undefined
    : csrfHeaderMissing

/** Below this path the rule for the CSRF header holds also where nothing is served. */
const guardedPrefix = "/api/"

const invalidPath = new BadRequest({ message: "Invalid path.", code: "invalid_path" })
const notFound = new NotFound({ message: "Not found.", code: "unknown_path" })

/** Why a request is refused that no route takes, with the headers that belong to the answer. */
export const unroutedFault = (
  find: FindServedPath,
  request: RequestHead & { readonly method: string; readonly url: string }
): readonly [fault: Forbidden | BadRequest | NotFound | MethodNotAllowed, headers?: { readonly allow: string }] => {
  const { method, url } = request
  const path = pathOf(url)
  const csrf = (path ?? sentPathOf(url)).startsWith(guardedPrefix) ? csrfFault(request) : undefined
  if (csrf !== undefined) return [csrf]
  if (path === undefined) return [invalidPath]
  const methods = find(path)?.methods
  if (methods === undefined || methods.has(method)) return [notFound]
  const allowed = [...methods].sort()
  const named = allowed.filter((each) => each !== "HEAD").join(" or ")
  return [new MethodNotAllowed({ message: `Use ${named}.` }), { allow: allowed.join(", ") }]
}

/** What an endpoint asks of its caller, by its annotations. */
export const neededBy = (annotations: Context.Context<never>): Needed => ({
  role: requiredRole(Context.getUnsafe(annotations, Policy)),
  sessionOnly: Context.get(annotations, SessionOnly)
})

/** The lowest role that a policy admits. */
const requiredRole = (policy: PolicyName): Role => {
  switch (policy) {
    case "editor":
    case "admin":
      return policy
    default:
      return "viewer"
  }
}

/** Why a request is refused that has no valid session, or no valid token if it came with one. */
const unidentified = {
  session: new Unauthorized({ message: "Sign in first: there is no session, or it has ended." }),
  token: new Unauthorized({
    message: "This token is unknown, or it has expired or was revoked.",
    code: "token_invalid"
  })
}

const forFeedsOnly = Result.fail(
  new Forbidden({ message: "This token is for calendar feeds only.", code: "feed_only" })
)

/** Tokens must not make credentials that would outlive them. */
export const sessionNeeded = new Forbidden({
  message: "This cannot be done with a token: sign in with a password instead.",
  code: "token_refused"
})

/** What an endpoint asks of its caller. */
export interface Needed {
  readonly role: Role
  /** Whether a token is refused, whatever its scope. */
  readonly sessionOnly: boolean
}

/** The identity if its rights are sufficient, or why a request with this kind of credential is refused. */
export const authorized = <A extends Pick<Identity, "role" | "token">>(
  identity: A | undefined,
  { role, sessionOnly }: Needed,
  kind: keyof typeof unidentified = "session"
): Result.Result<A, Unauthorized | Forbidden> => {
  if (identity === undefined) return Result.fail(unidentified[kind])
  if (identity.token?.scope === "feed") return forFeedsOnly
  if (sessionOnly && identity.token !== undefined) return Result.fail(sessionNeeded)
  if (includesRole(identity.role, role)) return Result.succeed(identity)
  const held = identity.token === undefined ? "yours is" : "this token has the rights of"
  return Result.fail(new Forbidden({ message: `This requires the ${role} role; ${held} ${identity.role}.` }))
}

const isJson = (contentType: RequestHead["headers"][string]): boolean =>
  typeof contentType === "string" && contentType.split(";", 1)[0]?.trim().toLowerCase() === "application/json"

const notJson = new UnsupportedMediaType({ message: "Send the body as application/json." })

export const tooLarge = new PayloadTooLarge({ message: `The body is larger than ${maxBodyBytes / 1024} KiB.` })

/** What is wrong with a body by the request's headers, before it is read. A body without a length is bounded while it is read. */
export const headersFault = ({ headers }: RequestHead): UnsupportedMediaType | PayloadTooLarge | undefined => {
  if (!isJson(headers["content-type"])) return notJson
  return Number(headers["content-length"]) > maxBodyBytes ? tooLarge : undefined
}

const quote = 0x22
const backslash = 0x5c
const isOpening = (byte: number): boolean => byte === 0x5b || byte === 0x7b
const isClosing = (byte: number): boolean => byte === 0x5d || byte === 0x7d

/** The index of the quote that ends a string, by the index of its first character. */
const endOfString = (json: Uint8Array, start: number): number => {
  let index = start
  while (index < json.length && json[index] !== quote) index += json[index] === backslash ? 2 : 1
  return index
}

/** The deepest nesting of a JSON text, counted by its brackets; right for any text the parser accepts. */
const depthOf = (json: Uint8Array): number => {
  let depth = 0
  let deepest = 0
  for (let index = 0; index < json.length; index++) {
    const byte = json[index] ?? 0
    if (byte === quote) index = endOfString(json, index + 1)
    else if (isOpening(byte)) deepest = Math.max(deepest, ++depth)
    else if (isClosing(byte)) depth--
  }
  return deepest
}

const notUtf8 = Result.fail(new BadRequest({ message: "The body is not valid UTF-8.", code: "invalid_json" }))
const tooDeep = Result.fail(
  new BadRequest({ message: `The body is nested deeper than ${maxBodyDepth} levels.`, code: "invalid_json" })
)

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
const decode = Option.liftThrowable((bytes: Uint8Array) => decoder.decode(bytes))

/** The text of a body before it is parsed, or why the body is refused. */
export const bodyText = (bytes: Uint8Array): Result.Result<string, BadRequest> => {
  const text = Option.getOrUndefined(decode(bytes))
  if (text === undefined) return notUtf8
  return depthOf(bytes) > maxBodyDepth ? tooDeep : Result.succeed(text)
}
