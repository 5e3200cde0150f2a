import { deserialize, serialize } from "node:v8"
import { Option, Schema } from "effect"

/** The methods of a connection, one of which a request names. */
const methods = ["execute", "executeRaw", "executeValues", "executeUnprepared", "executeValuesUnprepared"] as const

/** A statement that a script sends to the server of the embedded database. */
export const Request = Schema.Struct({
  method: Schema.Literals(methods),
  sql: Schema.String,
  params: Schema.Array(Schema.Unknown)
})
export type Request = typeof Request.Type

/** The answers come in the order of the requests. `state` is the SQLSTATE, if the database refused the statement. */
export const Response = Schema.Union([
  Schema.Struct({ rows: Schema.Array(Schema.Unknown) }),
  Schema.Struct({ command: Schema.NullOr(Schema.String) }),
  Schema.Struct({
    error: Schema.String,
    operation: Schema.optional(Schema.String),
    state: Schema.optional(Schema.String),
    isConnectionError: Schema.Boolean
  })
])
export type Response = typeof Response.Type

const lengthBytes = 4

/** Much more than the largest page of a log. */
const maxFrameBytes = 256 * 1_048_576

/**
 * A frame: the length, then V8's serialization, which keeps every type of a database's values, such as dates and bytes.
 */
export const encode = (value: Request | Response): Buffer => {
  const body = serialize(value)
  const frame = Buffer.allocUnsafe(lengthBytes + body.length)
  frame.writeUInt32BE(body.length)
  body.copy(frame, lengthBytes)
  return frame
}

const deserialized = Option.liftThrowable((bytes: Uint8Array): unknown => deserialize(bytes))

/** Makes a function that returns the values that have arrived completely; undefined if the bytes are not frames. */
export const makeReader = <A>(decode: (value: unknown) => Option.Option<A>) => {
  let rest: Buffer = Buffer.alloc(0)
  const next = (): Option.Option<A> | "incomplete" => {
    if (rest.length < lengthBytes) return "incomplete"
    const length = rest.readUInt32BE()
    if (length > maxFrameBytes) return Option.none()
    if (rest.length < lengthBytes + length) return "incomplete"
    const body = rest.subarray(lengthBytes, lengthBytes + length)
    rest = rest.subarray(lengthBytes + length)
    return Option.flatMap(deserialized(body), decode)
  }
  return (chunk: Buffer): ReadonlyArray<A> | undefined => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const values: Array<A> = []
    for (let value = next(); value !== "incomplete"; value = next()) {
      if (Option.isNone(value)) return undefined
      values.push(value.value)
    }
    return values
  }
}
