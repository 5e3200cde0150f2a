import { Effect, SchemaIssue } from "effect"
import { type HttpApiError, HttpApiMiddleware } from "effect/http-api"
import { CommonErrors } from "../../api/CommonErrors.ts"
import { BadRequest } from "../../api/Errors.ts"
import { truncatedLine } from "../../shared/Quoted.ts"

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

const partNames = {
  Params: "path",
  Headers: "headers",
  Query: "query",
  Payload: "body",
  Body: "answer",
  ResponseHeaders: "headers of the answer"
}

/** Messages of our schemas begin with a small letter, and the framework's own with a capital one; those are not shown. */
const predicate = (message: string | undefined): string => {
  if (message === "Missing key") return "is missing"
  return message === undefined || /^[A-Z]/.test(message) ? "has the wrong type" : message
}

/** Describes the first fault: which part of the request, which field, and what it must be. */
const describe = ({ kind, cause }: HttpApiError.HttpApiSchemaError): string => {
  const [first] = issuesOf(cause.issue).issues
  const path = (first?.path ?? []).map((segment) => String(typeof segment === "object" ? segment.key : segment))
  if (path.length > 0) {
    const name = path.map((key) => truncatedLine(key, 100)).join(".")
    return `Invalid ${partNames[kind]}: ${name} ${predicate(first?.message)}.`
  }
  return kind === "Payload" ? "Invalid body: it must be a JSON object as documented." : `Invalid ${partNames[kind]}.`
}

/** Answers 400 to a request that does not fit the endpoint's schemas. A response that does not fit them is our fault, a 500. */
export const layer = HttpApiMiddleware.layerSchemaErrorTransform(CommonErrors, (error) =>
  error.kind === "Body" || error.kind === "ResponseHeaders"
    ? Effect.die(error.cause)
    : Effect.fail(new BadRequest({ message: describe(error) }))
)
