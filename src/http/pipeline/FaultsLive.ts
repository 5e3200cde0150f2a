import { Effect, SchemaIssue } from "effect"
import { type HttpApiError, HttpApiMiddleware } from "effect/http-api"
import { CommonErrors } from "../../api/CommonErrors.ts"
import { BadRequest } from "../../api/Errors.ts"
import { truncatedLine } from "../../shared/Quoted.ts"

const unknownMember = "is not a member that is known here"
const missing = "is missing"

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) => {
    switch (issue._tag) {
      case "MissingKey":
        return missing
      case "UnexpectedKey":
        return unknownMember
      default:
        return SchemaIssue.defaultLeafHook(issue)
    }
  }
})

const partNames = {
  Params: "path",
  Headers: "headers",
  Query: "query",
  Payload: "body",
  Body: "answer",
  ResponseHeaders: "headers of the answer"
}

/** Messages of our schemas begin with a small letter, and the framework's own with a capital one; those are not shown. */
const predicate = (message: string): string => (/^[A-Z]/.test(message) ? "has the wrong type" : message)

const codes: Readonly<Record<string, BadRequest["code"]>> = {
  [missing]: "missing_member",
  [unknownMember]: "unknown_member"
}

/** The answer to the first fault: which part of the request, which field, and what it must be. */
const badRequest = ({ kind, cause }: HttpApiError.HttpApiSchemaError): BadRequest => {
  const [first] = issuesOf(cause.issue).issues
  const path = (first?.path ?? []).map((segment) => String(typeof segment === "object" ? segment.key : segment))
  if (first !== undefined && path.length > 0) {
    const field = path.map((key) => truncatedLine(key, 100)).join(".")
    const message = `Invalid ${partNames[kind]}: ${field} ${predicate(first.message)}.`
    return new BadRequest({ message, code: codes[first.message] ?? "invalid_value", field })
  }
  return kind === "Payload"
    ? new BadRequest({ message: "Invalid body: it must be a JSON object as documented.", code: "invalid_json" })
    : new BadRequest({ message: `Invalid ${partNames[kind]}.`, code: "invalid_value" })
}

/** Answers 400 to a request that does not fit the endpoint's schemas. A response that does not fit them is our fault, a 500. */
export const layer = HttpApiMiddleware.layerSchemaErrorTransform(CommonErrors, (error) =>
  error.kind === "Body" || error.kind === "ResponseHeaders" ? Effect.die(error.cause) : Effect.fail(badRequest(error))
)
