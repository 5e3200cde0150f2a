import { Effect, Schema } from "effect"

/** Makes a decoder of a statement's rows. Rows of another form mean a fault in this service, so they are a defect. */
export const rowDecoder = <S extends Schema.ConstraintDecoder<unknown>>(
  schema: S,
  options?: Parameters<typeof Schema.decodeUnknownEffect>[1]
) => {
  const decode = Schema.decodeUnknownEffect(schema, options)
  return (rows: unknown): Effect.Effect<S["Type"]> => Effect.orDie(decode(rows))
}
