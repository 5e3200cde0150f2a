import { Schema } from "effect"
import { documentedLength } from "../domain/entities/Documented.ts"
import { UserId } from "../domain/entities/Ids.ts"
import { Role } from "../domain/entities/Role.ts"
import { passwordLength } from "../shared/Limits.ts"

/** The answer of an operation that returns no data. */
export const Success = Schema.Struct({ success: Schema.Literal(true) }).annotate({ identifier: "Success" })

export const successBody: typeof Success.Type = { success: true }

/** A new password. Its rules are checked where it is hashed, so that they hold for scripts too. */
export const NewPassword = Schema.String.check(documentedLength(passwordLength.minimum, passwordLength.maximum))

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
