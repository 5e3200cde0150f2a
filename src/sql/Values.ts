import { PgTypes } from "@effect/sql-pg"
import { Result } from "effect"

/** The SQL of a time as ISO 8601 UTC with milliseconds. */
export const isoText = (time: string): string => `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The same under a column's name. */
export const isoTime = (time: string, name: string): string => `${isoText(time)} AS "${name}"`

/** A parameter that is an array of a type of PostgreSQL. The codec fails for unknown types only. */
export const arrayParameter = (values: ReadonlyArray<unknown>, elementOid: number): PgTypes.Parameter =>
  Result.getOrThrow(PgTypes.array(values, elementOid))

export const uuids = (ids: ReadonlyArray<string>): PgTypes.Parameter => arrayParameter(ids, PgTypes.OID.uuid)
