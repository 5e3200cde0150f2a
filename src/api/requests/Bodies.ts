import { Schema } from "effect"
import { described, documentedLength } from "../../domain/entities/Documented.ts"
import { UserId } from "../../domain/entities/Ids.ts"
import { Role } from "../../domain/entities/Role.ts"
import { createdAt } from "../../domain/entities/Time.ts"
import { displayNameLength, passwordLength } from "../../shared/Limits.ts"

const success = described("True, since it was done", Schema.Literal(true))

/** The answer of an operation that returns no data. */
export const Success = Schema.Struct({ success }).annotate({ identifier: "Success" })

export const successBody: typeof Success.Type = { success: true }

/** A new password. Its rules are checked where it is hashed, so that they hold for scripts too. */
export const NewPassword = Schema.String.check(documentedLength(passwordLength.minimum, passwordLength.maximum))

/** What somebody wants to be called. Its rules are checked where it is kept, as those of a password are. */
export const NewDisplayName = Schema.String.check(documentedLength(1, displayNameLength))

/** A member of a request; `otherwise` says what its absence means. */
export const optionalDisplayName = (otherwise: string) =>
  described(
    `What the user is called, one line without invisible characters; ${otherwise}`,
    Schema.optional(Schema.NullOr(NewDisplayName))
  )

export const userId = described("The user", UserId)

export const username = described("The user's name", Schema.String)

export const displayName = described("What the user is called; null if nobody has said", Schema.NullOr(Schema.String))

export const role = described("The user's role", Role)

export const User = Schema.Struct({ id: UserId, username, displayName, role, createdAt }).annotate({
  identifier: "UserDto"
})

export const AuthenticationResult = Schema.Union([
  Schema.Struct({
    ...{ success, userId, username, displayName, role },
    timeZone: described("The IANA name of the time zone whose days count, the server's `TIME_ZONE`", Schema.String),
    companyName: described(
      "What people call the company, the server's `COMPANY_NAME`; null if nobody has said",
      Schema.NullOr(Schema.String)
    ),
    error: described("Null, since it succeeded", Schema.Null)
  }),
  Schema.Struct({
    success: described("False, since the sign-in failed", Schema.Literal(false)),
    error: described("The reason, for people", Schema.String)
  })
]).annotate({ identifier: "AuthenticationResult" })
