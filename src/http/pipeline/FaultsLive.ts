import { Effect } from "effect"
import { type HttpApiError, HttpApiMiddleware } from "effect/http-api"
import { CommonErrors } from "../../api/CommonErrors.ts"
import { BadRequest } from "../../api/Errors.ts"
import { faultClause, fieldOf, firstFault } from "../../api/requests/RequestFault.ts"

const partNames = {
  Params: "path",
  Headers: "headers",
  Query: "query",
  Payload: "body",
  Body: "answer",
  ResponseHeaders: "headers of the answer"
}

/** The answer to the first fault: which part of the request, which field, and what it must be. */
const badRequest = ({ kind, cause }: HttpApiError.HttpApiSchemaError): BadRequest => {
  const fault = firstFault(cause.issue)
  if (fault.path.length > 0) {
    const isParameter = kind === "Query" && fault.code === "unknown_member"
    const named = isParameter ? { ...fault, predicate: "is not a parameter that is known here" } : fault
    return new BadRequest({
      message: `Invalid ${partNames[kind]}: ${faultClause(named)}.`,
      code: isParameter ? "unknown_parameter" : fault.code,
      field: fieldOf(fault)
    })
  }
  return kind === "Payload"
    ? new BadRequest({ message: "Invalid body: it must be a JSON object as documented.", code: "invalid_json" })
    : new BadRequest({ message: `Invalid ${partNames[kind]}.`, code: "invalid_value" })
}

/** Answers 400 to a request that does not fit the endpoint's schemas. A response that does not fit them is our fault, a 500. */
export const layer = HttpApiMiddleware.layerSchemaErrorTransform(CommonErrors, (error) =>
  error.kind === "Body" || error.kind === "ResponseHeaders" ? Effect.die(error.cause) : Effect.fail(badRequest(error))
)
