import { Effect, SchemaIssue } from "effect"
import { type HttpApiError, HttpApiMiddleware } from "effect/http-api"
import { BadRequest } from "../api/Errors.ts"
import { Faults } from "../api/Faults.ts"

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

const where = {
  Params: "The path's",
  Headers: "The header",
  Query: "The query's",
  Payload: "The body's",
  Body: "",
  ResponseHeaders: ""
}

/** The first thing wrong, in words: which part of the request, which field, what is expected of it. */
const describe = ({ kind, cause }: HttpApiError.HttpApiSchemaError): string => {
  const [first] = issuesOf(cause.issue).issues
  const path = (first?.path ?? []).map((segment) => String(typeof segment === "object" ? segment.key : segment))
  const expected = first?.message ?? "is not valid"
  return path.length === 0
    ? `${where[kind]} content ${expected}.`
    : `${where[kind]} ${path.map((_) => _.slice(0, 100)).join(".")} ${expected}.`
}

/** Turns what does not fit an endpoint's schemas into 400; an answer of ours that does not fit is a fault. */
export const layer = HttpApiMiddleware.layerSchemaErrorTransform(Faults, (error) =>
  error.kind === "Body" || error.kind === "ResponseHeaders"
    ? Effect.die(error.cause)
    : Effect.fail(new BadRequest({ message: describe(error) }))
)
