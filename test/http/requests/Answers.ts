import { assert } from "@effect/vitest"
import type { Answer } from "../../support/TestServer.ts"

const tags: Readonly<Record<number, string>> = {
  400: "BadRequest",
  401: "Unauthorized",
  403: "Forbidden",
  404: "NotFound",
  405: "MethodNotAllowed",
  409: "Conflict",
  410: "Gone",
  413: "PayloadTooLarge",
  415: "UnsupportedMediaType",
  422: "UnprocessableContent",
  429: "TooManyRequests",
  431: "BadRequest",
  503: "Unavailable"
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** A key of the answer's JSON object. */
export const field = ({ json, text }: Answer, key: string): unknown =>
  isRecord(json) && Object.hasOwn(json, key) ? json[key] : assert.fail(`no ${key} in: ${text}`)

/** The elements of the answer's JSON array. */
export const list = ({ json, text }: Answer): ReadonlyArray<unknown> =>
  Array.isArray(json) ? json : assert.fail(`no array: ${text}`)

/** What no caller may see: a stack, a path on the server, SQL, or messages of the schema library. */
const internals = /Expected|\bat \S+:\d+|node_modules|\/src\/|\.ts\b|SELECT |INSERT |SchemaError|Effect\b|undefined/

/** What `X-Request-Id` of every answer looks like where the request had none. */
export const requestId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-z]+$/

/** Asserts the usual form of errors, `_tag`, `code` and a `message` without internals; gives the message. */
export const assertError = (answer: Answer, status: number, hint = ""): string => {
  assert.strictEqual(answer.status, status, `${hint} ${answer.text}`)
  assert.match(answer.headers.get("x-request-id") ?? "", requestId, hint)
  const message = String(field(answer, "message"))
  const { field: at, code, ...rest } = Object(answer.json)
  assert.deepStrictEqual(rest, { _tag: tags[status], message }, hint)
  assert.match(code, /^[a-z]+(_[a-z]+)*$/, hint)
  if (at !== undefined) assert.strictEqual(status, 400, hint)
  assert.match(message, /^\S.{6,}\.$/, hint)
  assert.notMatch(message, internals, hint)
  return message
}

export const assertOk = <A extends Answer>(answer: A, status = 200): A => {
  assert.strictEqual(answer.status, status, answer.text)
  assert.match(answer.headers.get("x-request-id") ?? "", requestId)
  return answer
}
