import { Schema } from "effect"
import { lowerRole } from "../shared/Roles.ts"
import { tokenNameLength, tokenScopes } from "../shared/TokenScopes.ts"
import { TokenId, UserId } from "./entities/Ids.ts"
import type { Role } from "./entities/Role.ts"
import { oneLine } from "./entities/Text.ts"

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
  name: Schema.String,
  scope: TokenScope,
  /** Like all following times ISO 8601 UTC. */
  createdAt: Schema.String,
  expiresAt: Schema.String,
  /** Exact to five minutes; null until the token is used. */
  lastUsedAt: Schema.NullOr(Schema.String)
}

/** A token without its secret. */
export const Token = Schema.Struct(fields).annotate({ identifier: "Token" })
export type Token = typeof Token.Type

/** A token and whose it is. */
export const UserToken = Schema.Struct({ ...fields, userId: UserId, username: Schema.String }).annotate({
  identifier: "UserToken"
})
export type UserToken = typeof UserToken.Type
