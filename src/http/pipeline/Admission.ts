import { isUtf8 } from "node:buffer"
import { Result } from "effect"
import type { PolicyName } from "../../api/Access.ts"
import { BadRequest, Forbidden, PayloadTooLarge, Unauthorized, UnsupportedMediaType } from "../../api/Errors.ts"
import { maxBodyBytes, maxBodyDepth } from "../../api/JsonBody.ts"
import { includesRole, type Role } from "../../domain/entities/Role.ts"
import type { Identity } from "../../domain/Identity.ts"

/** The lowest role that a policy admits. */
export const requiredRole = (policy: PolicyName): Role => {
  switch (policy) {
    case "editor":
    case "admin":
      return policy
    default:
      return "viewer"
  }
}

const signInFirst = Result.fail(new Unauthorized({ message: "Sign in first: there is no session, or it is over." }))

/** The identity if its role is sufficient, or why the request is refused. */
export const authorized = (
  identity: Identity | undefined,
  needed: Role
): Result.Result<Identity, Unauthorized | Forbidden> => {
  if (identity === undefined) return signInFirst
  if (includesRole(identity.role, needed)) return Result.succeed(identity)
  return Result.fail(new Forbidden({ message: `This needs the role ${needed}; yours is ${identity.role}.` }))
}

const isJson = (contentType: string | undefined): boolean =>
  contentType?.split(";", 1)[0]?.trim().toLowerCase() === "application/json"

const notJson = new UnsupportedMediaType({ message: "Send the body as application/json." })

export const tooLarge = new PayloadTooLarge({ message: `The body is larger than ${maxBodyBytes / 1024} KiB.` })

/** What is wrong with a body by the request's headers, before it is read. A body without a length is bounded while it is read. */
export const headersFault = (
  headers: Readonly<Record<string, string | undefined>>
): UnsupportedMediaType | PayloadTooLarge | undefined => {
  if (!isJson(headers["content-type"])) return notJson
  return Number(headers["content-length"]) > maxBodyBytes ? tooLarge : undefined
}

const quote = 0x22
const backslash = 0x5c
const isOpening = (byte: number): boolean => byte === 0x5b || byte === 0x7b
const isClosing = (byte: number): boolean => byte === 0x5d || byte === 0x7d

/** The deepest nesting of a JSON text, read off its brackets; right for any text the parser accepts. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: a state machine over the bytes of every body
export const depthOf = (json: Uint8Array): number => {
  let depth = 0
  let deepest = 0
  let inString = false
  for (let index = 0; index < json.length; index++) {
    const byte = json[index] ?? 0
    if (inString) {
      if (byte === backslash) index++
      else if (byte === quote) inString = false
    } else if (byte === quote) inString = true
    else if (isOpening(byte)) deepest = Math.max(deepest, ++depth)
    else if (isClosing(byte)) depth--
  }
  return deepest
}

const notUtf8 = new BadRequest({ message: "The body is not valid UTF-8." })
const tooDeep = new BadRequest({ message: `The body is nested deeper than ${maxBodyDepth} levels.` })

/** What is wrong with the bytes of a body, before they are parsed. */
export const bytesFault = (bytes: Uint8Array): BadRequest | undefined => {
  if (!isUtf8(bytes)) return notUtf8
  return depthOf(bytes) > maxBodyDepth ? tooDeep : undefined
}
