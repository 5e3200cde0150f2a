import { assert, describe, it } from "@effect/vitest"
import { SqlError } from "effect/sql"
import { isUnavailable, outcomeUnknown, refusedForContent, refusesWrites } from "../../src/sql/StorageFault.ts"

const { AuthenticationError, ConnectionError, ConstraintError, SerializationError, UnknownError } = SqlError

/** An error as the server reports it: PgClient keeps the message's fields on the cause. */
const state = (code: string) => Object.assign(new Error("from the server"), { code })

const query = { operation: "query", message: "PgConnection: Query failed" }
const connect = { operation: "connect", message: "PgConnection: Failed to connect" }

const cases: ReadonlyArray<readonly [string, SqlError.SqlErrorReason, ReadonlyArray<string>]> = [
  ["no connection", new ConnectionError({ ...connect, cause: state("ECONNREFUSED") }), ["unavailable"]],
  ["no free slot", new UnknownError({ ...connect, cause: state("53300") }), ["unavailable"]],
  ["starting up", new UnknownError({ ...connect, cause: state("57P03") }), ["unavailable"]],
  ["changed password", new AuthenticationError({ ...connect, cause: state("28P01") }), ["unavailable"]],
  ["lost under way", new ConnectionError({ ...query, cause: new Error("closed") }), ["unavailable", "unknown"]],
  ["terminated", new UnknownError({ ...query, cause: state("57P01") }), ["unavailable", "unknown"]],
  ["crashed elsewhere", new UnknownError({ ...query, cause: state("57P02") }), ["unavailable", "unknown"]],
  ["completion unknown", new UnknownError({ ...query, cause: state("40003") }), ["unavailable", "unknown"]],
  ["idle in transaction", new UnknownError({ ...query, cause: state("25P03") }), ["unavailable"]],
  ["a standby", new UnknownError({ ...query, cause: state("25006") }), ["unavailable", "writes"]],
  ["disk full", new UnknownError({ ...query, cause: state("53100") }), ["unavailable", "writes"]],
  ["a right taken away", new UnknownError({ ...query, cause: state("42501") }), ["unavailable", "writes"]],
  ["serialization", new SerializationError({ ...query, cause: state("40001") }), ["unavailable"]],
  ["constraint", new ConstraintError({ ...query, cause: state("23514") }), ["content"]],
  ["bad value", new UnknownError({ ...query, cause: state("22P05") }), ["content"]],
  ["too large", new UnknownError({ ...query, cause: state("54000") }), ["content"]],
  [
    "not encodable",
    new UnknownError({ operation: "query", message: "PgConnection: Failed to encode query", cause: new Error("no") }),
    ["content"]
  ],
  [
    "unreadable answer",
    new UnknownError({ operation: "query", message: "PgConnection: Failed to decode row", cause: new Error("no") }),
    ["unknown"]
  ],
  ["rolled back at COMMIT", new UnknownError({ operation: "commit", message: "COMMIT", cause: new Error("no") }), []],
  ["internal error", new UnknownError({ ...query, cause: state("XX000") }), []]
]

describe("StorageFault", () => {
  it.each(cases)("classifies: %s", (_, reason, expected) => {
    const error = new SqlError.SqlError({ reason })
    const found = [
      ...(isUnavailable(error) ? ["unavailable"] : []),
      ...(outcomeUnknown(error) ? ["unknown"] : []),
      ...(refusedForContent(error) ? ["content"] : []),
      ...(refusesWrites(error) ? ["writes"] : [])
    ]
    assert.deepStrictEqual(found, expected)
  })
})
