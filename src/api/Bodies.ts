import { Schema } from "effect"
import { UserId } from "../domain/Ids.ts"
import { Role } from "../domain/Role.ts"

/** Answer of an operation that has nothing to show. */
export const Success = Schema.Struct({ success: Schema.Literal(true) }).annotate({ identifier: "Success" })

export const success: typeof Success.Type = { success: true }

export const User = Schema.Struct({
  id: UserId,
  username: Schema.String,
  role: Role,
  /** ISO 8601 UTC. */
  createdAt: Schema.String
}).annotate({ identifier: "UserDto" })

export const AuthenticationResult = Schema.Union([
  Schema.Struct({
    success: Schema.Literal(true),
    userId: UserId,
    username: Schema.String,
    role: Role,
    error: Schema.Null
  }),
  Schema.Struct({ success: Schema.Literal(false), error: Schema.String })
]).annotate({ identifier: "AuthenticationResult" })
