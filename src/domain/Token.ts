import { Schema } from "effect"
import { lowerRole } from "../shared/Roles.ts"
import { tokenNameLength, tokenScopes } from "../shared/TokenScopes.ts"
import { described } from "./entities/Documented.ts"
import { TokenId, UserId } from "./entities/Ids.ts"
import type { Role } from "./entities/Role.ts"
import { oneLine } from "./entities/Text.ts"
import { createdAt, Time } from "./entities/Time.ts"

export const TokenScope = Schema.Literals(tokenScopes)
export type TokenScope = typeof TokenScope.Type

export const TokenName = oneLine(1, tokenNameLength)

const scopeRoles: Readonly<Record<TokenScope, Role>> = {
  read: "viewer",
  write: "editor",
  admin: "admin",
  feed: "viewer"
}

/** The rights of a token: those of its scope, but never more than its user's. */
export const roleWithin = (scope: TokenScope, role: Role): Role => lowerRole(role, scopeRoles[scope])

const fields = {
  id: TokenId,
  name: described("Its name", Schema.String),
  scope: described("The scope of the token", TokenScope),
  createdAt,
  expiresAt: described("When it ends by itself", Time),
  lastUsedAt: described("When it was last used, to within five minutes; null if it never was", Schema.NullOr(Time))
}

/** A token without its secret. */
export const Token = Schema.Struct(fields).annotate({ identifier: "Token" })
export type Token = typeof Token.Type

/** A token and whose it is. */
export const UserToken = Schema.Struct({
  ...fields,
  userId: described("The user", UserId),
  username: described("The user's name", Schema.String)
}).annotate({
  identifier: "UserToken"
})
export type UserToken = typeof UserToken.Type
