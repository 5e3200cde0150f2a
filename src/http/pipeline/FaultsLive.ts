import { Effect, type Schema, type SchemaIssue } from "effect"
import { type HttpApiError, HttpApiMiddleware } from "effect/http-api"
import { CommonErrors } from "../../api/CommonErrors.ts"
import { BadRequest } from "../../api/Errors.ts"
import { truncatedLine } from "../../shared/Quoted.ts"

interface RequestFault {
  readonly path: ReadonlyArray<string>
  readonly code: BadRequest["code"]
  /** What follows the field in a sentence. */
  readonly predicate: string
}

/** What one of our schemas or checks says of values that it refuses; the framework's own messages are not shown. */
const messageIn = (annotations: Schema.Annotations.Annotations | undefined): string | undefined =>
  typeof annotations?.message === "string" ? annotations.message : undefined

/** The first fault in an issue. */
const firstFault = (issue: SchemaIssue.Issue, path: ReadonlyArray<string> = [], message?: string): RequestFault => {
  const invalid = (text: string | undefined): RequestFault => ({
    path,
    code: "invalid_value",
    predicate: message ?? text ?? "has the wrong type"
  })
  switch (issue._tag) {
    case "MissingKey":
      return { path, code: "missing_member", predicate: "is missing" }
    case "UnexpectedKey":
      return { path, code: "unknown_member", predicate: "is not a member that is known here" }
    case "Pointer":
      return firstFault(issue.issue, [...path, ...issue.path.map(String)], message)
    case "Encoding":
      return firstFault(issue.issue, path, message)
    case "Filter":
      return firstFault(issue.issue, path, message ?? messageIn(issue.filter.annotations))
    case "Composite":
    case "AnyOf": {
      const [first] = issue.issues
      return first === undefined ? invalid(messageIn(issue.ast.annotations)) : firstFault(first, path, message)
    }
    default:
      return invalid(messageIn("annotations" in issue ? issue.annotations : issue.ast.annotations))
  }
}

const partNames = {
  Params: "path",
  Headers: "headers",
  Query: "query",
  Payload: "body",
  Body: "answer",
  ResponseHeaders: "headers of the answer"
}

const fieldOf = (path: ReadonlyArray<string>): string => path.map((key) => truncatedLine(key, 100)).join(".")

const unknownParameter = (path: ReadonlyArray<string>): BadRequest => {
  const field = fieldOf(path)
  const message = `Invalid query: ${field} is not a parameter that is known here.`
  return new BadRequest({ message, code: "unknown_parameter", field })
}

/** The answer to the first fault: which part of the request, which field, and what it must be. */
const badRequest = ({ kind, cause }: HttpApiError.HttpApiSchemaError): BadRequest => {
  const { path, code, predicate } = firstFault(cause.issue)
  if (kind === "Query" && code === "unknown_member") return unknownParameter(path)
  if (path.length > 0) {
    const field = fieldOf(path)
    return new BadRequest({ message: `Invalid ${partNames[kind]}: ${field} ${predicate}.`, code, field })
  }
  return kind === "Payload"
    ? new BadRequest({ message: "Invalid body: it must be a JSON object as documented.", code: "invalid_json" })
    : new BadRequest({ message: `Invalid ${partNames[kind]}.`, code: "invalid_value" })
}

/** Answers 400 to a request that does not fit the endpoint's schemas. A response that does not fit them is our fault, a 500. */
export const layer = HttpApiMiddleware.layerSchemaErrorTransform(CommonErrors, (error) =>
  error.kind === "Body" || error.kind === "ResponseHeaders" ? Effect.die(error.cause) : Effect.fail(badRequest(error))
)
