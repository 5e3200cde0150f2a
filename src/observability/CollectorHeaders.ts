import { Effect, Option, Schema, SchemaIssue, SchemaTransformation } from "effect"

/** A header's name and a member's key alike (RFC 9110 and W3C Baggage): a token. */
const token = /^[\w!#$%&'*+.^`|~-]+$/

/** What a header's value may hold, after decoding. */
const value = /^[\x20-\x7e]*$/

const decodePercents = Option.liftThrowable(decodeURIComponent)

/** The header of one member, `key=value` with the value percent-encoded; none if it is malformed. */
const headerOf = (member: string): Option.Option<readonly [name: string, value: string]> => {
  const at = member.indexOf("=")
  const name = member.slice(0, Math.max(at, 0)).trim()
  return decodePercents(member.slice(at + 1).trim()).pipe(
    Option.filter((decoded) => token.test(name) && value.test(decoded)),
    Option.map((decoded) => [name.toLowerCase(), decoded] as const)
  )
}

const message = "must look like authorization=Bearer%20abc,x-tenant=plans"

/**
 * Headers as OpenTelemetry writes them in a variable, after W3C Baggage: `k=v,k2=v2`, the values percent-encoded. Of a
 * repeated name the last value counts. Never to be logged, since they tell the collector who sends.
 */
export const CollectorHeaders = Schema.String.pipe(
  Schema.decodeTo(
    Schema.Record(Schema.String, Schema.String),
    SchemaTransformation.transformEffect({
      decode: (text, options) =>
        Option.match(Option.all(text.split(",").map(headerOf)), {
          onNone: () => Effect.fail(new SchemaIssue.InvalidValue({ message }, text, options)),
          onSome: (headers) => Effect.succeed(Object.fromEntries(headers))
        }),
      encode: (headers) =>
        Effect.succeed(
          Object.entries(headers)
            .map(([name, text]) => `${name}=${encodeURIComponent(text)}`)
            .join(",")
        )
    })
  ),
  Schema.RedactedFromValue
)
