import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"
import type { WireReply, WireRequest } from "./Wire.ts"

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)

const at = (value: unknown, ...path: ReadonlyArray<string>): unknown =>
  path.reduce((inner, key) => (isObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined), value)

const entries = (value: unknown): ReadonlyArray<readonly [string, unknown]> =>
  isObject(value) ? Object.entries(value) : []

interface Operation {
  readonly method: string
  readonly path: string
  readonly pattern: RegExp
  /** By status: the validator of a JSON body, the media type of another body, or undefined without a body. */
  readonly responses: ReadonlyMap<number, ValidateFunction | string | undefined>
}

const schemas = "strategy:schemas/"

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&").replaceAll(/\{\w+\}/g, "[^/]+")}$`)

const attempt = <A>(run: () => A): A | undefined => {
  try {
    return run()
  } catch {
    return undefined
  }
}

/** The path as the router reads it: it ends at a semicolon, and a slash at its end is ignored. */
const pathOf = (target: string): string | undefined => {
  const [path = ""] = target.split(/[?;#]/, 1)
  return attempt(() => decodeURI(path))?.replace(/(?<=.)\/$/, "")
}

const reading: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "TRACE", "QUERY"])

/** Whether a request must be refused for its missing CSRF header before its path is looked up. */
const isForeign = ({ method, target, headers }: WireRequest): boolean => {
  const [path = ""] = target.split(/[?;#]/, 1)
  const isGuarded = (attempt(() => decodeURI(path)) ?? path).startsWith("/api/")
  return isGuarded && !reading.has(method) && headers["x-csrf-token"] !== "1"
}

/** Whether the caller exceeded its share of an expensive endpoint, as eight connections of few users sometimes do. */
const isOverShare = ({ status, headers, text }: WireReply): boolean =>
  status === 503 && headers["retry-after"] !== undefined && text.includes('"message":"Too many ')

/** Checks responses against an OpenAPI 3.1 document. */
export const make = (document: unknown) => {
  // `$ref` leads into the document; here every component is a schema of its own.
  const text = JSON.stringify(document).replaceAll('"$ref":"#/components/schemas/', `"$ref":"${schemas}`)
  const own: unknown = JSON.parse(text)
  const formats = { date: true, "date-time": true, int64: true, uri: true, uuid: true } as const
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, ownProperties: true, formats })
  for (const [name, schema] of entries(at(own, "components", "schemas"))) {
    if (isObject(schema)) ajv.addSchema(schema, `${schemas}${name}`)
  }

  const operations: ReadonlyArray<Operation> = entries(at(own, "paths")).flatMap(([path, methods]) =>
    entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      pattern: patternOf(path),
      responses: new Map(
        entries(at(operation, "responses")).map(([status, response]) => {
          const schema = at(response, "content", "application/json", "schema")
          const [other] = entries(at(response, "content")).map(([type]) => type)
          return [Number(status), isObject(schema) ? ajv.compile(schema) : other]
        })
      )
    }))
  )

  const error = ajv.compile({
    type: "object",
    properties: { _tag: { type: "string" }, code: { type: "string" }, message: { type: "string", minLength: 1 } },
    required: ["_tag", "code", "message"],
    additionalProperties: false
  })

  const fits = (
    validate: ValidateFunction | string | undefined,
    method: string,
    { headers, text }: WireReply
  ): string | undefined => {
    if (method === "HEAD" || validate === undefined) return text === "" ? undefined : "has a body it should not have"
    if (typeof validate === "string") {
      return headers["content-type"]?.split(";", 1)[0] === validate && text !== ""
        ? undefined
        : `is ${headers["content-type"]}`
    }
    if (headers["content-type"]?.split(";", 1)[0] !== "application/json") return `is ${headers["content-type"]}`
    const json: unknown = attempt(() => JSON.parse(text))
    if (json === undefined) return "is not JSON"
    return validate(json) ? undefined : `does not fit: ${ajv.errorsText(validate.errors)}`
  }

  /** What is wrong with the response, or undefined. */
  const fault = (request: WireRequest, reply: WireReply): string | undefined => {
    const { method, target } = request
    const { status } = reply
    if (status >= 500 && !isOverShare(reply)) return `answered ${status}`
    const path = pathOf(target)
    const there = operations.filter(({ pattern }) => path !== undefined && pattern.test(path))
    const asked = there.find((one) => one.method === (method === "HEAD" ? "GET" : method))
    const name = asked === undefined ? "no operation" : `${asked.method} ${asked.path}`
    const unserved = path === undefined ? 400 : there.length > 0 ? 405 : 404
    const outside = isForeign(request) ? 403 : unserved
    // 431 comes from the HTTP parser, before there is a path.
    const isDeclared = status === 431 || (asked === undefined ? status === outside : asked.responses.has(status))
    const misfit = isDeclared
      ? fits(asked?.responses.has(status) ? asked.responses.get(status) : error, method, reply)
      : "is not declared"
    return misfit === undefined ? undefined : `${name}: ${status} ${misfit}`
  }

  return { operations, fault }
}
