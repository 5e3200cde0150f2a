import { Predicate } from "effect"
import { SqlError } from "effect/sql"
import type { StorageError } from "../domain/StorageError.ts"
import { sqlState } from "./StorageFault.ts"

const oneLine = (text: string): string => text.trim().replaceAll(/\s+/g, " ").replace(/\.$/, "")

/** Why a statement or a connection failed, in PostgreSQL's words, or else in those of the client or the network. */
export const failureReason = ({ reason }: SqlError.SqlError): string =>
  oneLine(
    Predicate.hasProperty(reason.cause, "message") && reason.cause.message
      ? String(reason.cause.message)
      : (reason.message ?? reason._tag)
  )

/** What an administrator can do about an error, by its SQLSTATE. */
const adviceByState: ReadonlyArray<readonly [state: RegExp, what: string]> = [
  [
    /^42501/,
    "Run npm run admin -- migrate as the role that owns the database and its tables, and grant this role the rights that " +
      "docs/operate.md lists."
  ],
  [/^3F000/, "Create the schema that this role's search_path names, or set another search_path for the role."],
  [/^(42P06|42P07|42710|42723)/, "Something else has tables there: give the service its own database or schema."],
  [/^25006/, "The database is read-only: make it writable, or connect to the primary."],
  [/^53100/, "Free some space on the database's disk."],
  [
    /^(42P01|42703|42883)/,
    "The tables don't match this release: was something else installed there, or only part of a backup restored?"
  ]
]

const adviceFor = (error: SqlError.SqlError): string => {
  const state = sqlState(error)
  const found = state === undefined ? undefined : adviceByState.find(([pattern]) => pattern.test(state))
  return found === undefined ? "" : ` ${found[1]}`
}

/** The database's error among the causes of another error. */
const sqlErrorIn = (error: unknown): SqlError.SqlError | undefined => {
  if (SqlError.isSqlError(error)) return error
  return Predicate.hasProperty(error, "cause") ? sqlErrorIn(error.cause) : undefined
}

/** One line with what failed, why, and what to do. Undefined for an error that did not come from the database. */
export const describeFailure = (what: string, error: unknown): string | undefined => {
  const found = sqlErrorIn(error)
  return found === undefined ? undefined : `${what}: ${failureReason(found)}.${adviceFor(found)}`
}

/** One line about a failed store for administrators. It must not be shown to callers of the API. */
export const describeStorageFailure = (error: StorageError): string =>
  describeFailure(`The database failed in ${error.operation}`, error.cause) ?? error.message
