import { Effect, SchemaIssue } from "effect"
import { type HttpApiError, HttpApiMiddleware } from "effect/http-api"
import { CommonErrors } from "../../api/CommonErrors.ts"
import { BadRequest } from "../../api/Errors.ts"
import { truncatedLine } from "../../domain/entities/Wording.ts"

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

const where = {
  Params: "The path",
  Headers: "The request's headers",
  Query: "The query",
  Payload: "The body",
  Body: "The answer",
  ResponseHeaders: "The answer's headers"
}

/** Our schemas say what is wrong in words that begin small; what the framework says of itself is not shown. */
const predicate = (message: string | undefined): string => {
  if (message === "Missing key") return "is missing"
  return message === undefined || /^[A-Z]/.test(message) ? "is not of the expected kind" : message
}

/** The first thing wrong, in words: which part of the request, which field, what is expected of it. */
const describe = ({ kind, cause }: HttpApiError.HttpApiSchemaError): string => {
  const [first] = issuesOf(cause.issue).issues
  const path = (first?.path ?? []).map((segment) => String(typeof segment === "object" ? segment.key : segment))
  if (path.length > 0)
    return `${where[kind]}: ${path.map((key) => truncatedLine(key, 100)).join(".")} ${predicate(first?.message)}.`
  return kind === "Payload" ? "The body is not a JSON object of the expected form." : `${where[kind]} is not valid.`
}

/** Turns what does not fit an endpoint's schemas into 400; an answer of ours that does not fit is a fault. */
export const layer = HttpApiMiddleware.layerSchemaErrorTransform(CommonErrors, (error) =>
  error.kind === "Body" || error.kind === "ResponseHeaders"
    ? Effect.die(error.cause)
    : Effect.fail(new BadRequest({ message: describe(error) }))
)
