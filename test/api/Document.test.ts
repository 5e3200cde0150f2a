import { assert, describe, it } from "@effect/vitest"
import { createConfig, lintFromString } from "@redocly/openapi-core"
import { Ajv2020 } from "ajv/dist/2020.js"
import { Array as Arr, Predicate } from "effect"
import { OpenApi } from "effect/http-api"
import { Api } from "../../src/api/Api.ts"
import * as ExampleStrategy from "../../src/api/document/ExampleStrategy.ts"
import { growing, shrinking } from "../../src/api/document/ExampleSubmissions.ts"
import { EventType } from "../../src/domain/Event.ts"

type Json = Readonly<Record<string, unknown>>

const document = OpenApi.fromApi(Api)

const every = Object.values(document.paths).flatMap((item) =>
  Object.values(item).filter((one): one is OpenApi.OpenAPISpecOperation => "operationId" in one)
)

const schemas = "strategy:schemas/"

const validators = () => {
  const own: Json = JSON.parse(JSON.stringify(document).replaceAll("#/components/schemas/", schemas))
  const ajv = new Ajv2020({
    strict: true,
    allowUnionTypes: true,
    formats: { date: true, "date-time": true, int64: true, uri: true, uuid: true }
  })
  ajv.addKeyword("discriminator")
  const { components, paths, webhooks } = own as { components: { schemas: Json }; paths: Json; webhooks: Json }
  for (const [name, schema] of Object.entries(components.schemas)) ajv.addSchema(schema as Json, `${schemas}${name}`)
  return { ajv, paths, webhooks }
}

/** All media types in the document, with where they are. */
const mediaTypes = (
  value: unknown,
  path: string
): ReadonlyArray<readonly [string, { schema: Json; examples?: Json }]> => {
  if (!Predicate.isObject(value)) return []
  return Object.entries(value).flatMap(([key, part]) => {
    const at = `${path}/${key}`
    if (key !== "content") return mediaTypes(part, at)
    return Object.entries(part ?? {}).map(([type, media]) => [`${at}/${type}`, media as { schema: Json }] as const)
  })
}

const components = (document.components as { schemas: Record<string, Json> }).schemas

const resolved = (schema: Json): Json =>
  typeof schema.$ref === "string" ? (components[schema.$ref.split("/").at(-1) ?? ""] ?? {}) : schema

/** What bounds a parameter. The documents' patterns are of texts of bounded length. */
const bounds = ["maximum", "maxLength", "enum", "pattern"]

/** All schemas in a schema, with where they are. */
const partsOf = (schema: Json | undefined, at: string): ReadonlyArray<readonly [string, Json]> => {
  if (schema === undefined) return []
  const { properties = {}, items, oneOf = [], anyOf = [], ...own } = resolved(schema) as Record<string, Json>
  const members = [...Object.entries(properties), ...Object.entries(oneOf), ...Object.entries(anyOf)]
  return [
    [at, own],
    ...members.flatMap(([key, part]) => partsOf(part as Json, `${at}/${key}`)),
    ...partsOf(items, `${at}[]`)
  ]
}

interface Member {
  readonly at: string
  readonly name: string
  readonly schema: Json
}

const isJson = (value: unknown): value is Json => Predicate.isObject(value) && !Array.isArray(value)

/** All schemas in a schema, but not in those that it refers to; `name` is that of the member that each is, or is in. */
const schemasIn = (schema: unknown, at: string, name = ""): ReadonlyArray<Member> => {
  if (!isJson(schema)) return []
  const { properties = {}, anyOf = [], oneOf = [], items, contentSchema, additionalProperties } = schema
  const choices = [...(anyOf as ReadonlyArray<Json>), ...(oneOf as ReadonlyArray<Json>)]
  return [
    { at, name, schema },
    ...Object.entries(properties as Json).flatMap(([key, part]) => schemasIn(part, `${at}.${key}`, key)),
    ...[...choices, items, contentSchema, additionalProperties].flatMap((part) => schemasIn(part, at, name))
  ]
}

const bodies = [
  ...every,
  ...Object.values((document as unknown as { webhooks: Json }).webhooks).flatMap((item) =>
    Object.values(item as Record<string, OpenApi.OpenAPISpecOperation>)
  )
].flatMap(({ operationId, requestBody, responses }) => [
  ...Object.values(requestBody?.content ?? {}).map(({ schema }) => ({ at: operationId, isRequest: true, schema })),
  ...Object.values(responses).flatMap(({ content = {} }) =>
    Object.values(content).map(({ schema }) => ({ at: operationId, isRequest: false, schema }))
  )
])

const allSchemas = [
  ...Object.entries(components).flatMap(([name, schema]) => schemasIn(schema, name)),
  ...bodies.flatMap(({ at, schema }) => schemasIn(schema, at))
]

/** The names of the components that a schema refers to, directly or through others. */
const reached = (schema: unknown, names: Set<string> = new Set()): ReadonlySet<string> => {
  for (const { schema: part } of schemasIn(schema, "")) {
    const name =
      String(part.$ref ?? "")
        .split("/")
        .at(-1) ?? ""
    if (name === "" || names.has(name)) continue
    names.add(name)
    reached(components[name], names)
  }
  return names
}

const refused = (isRefused: (member: Member) => boolean) => allSchemas.filter(isRefused).map(({ at }) => at)

/** Ids that are no GUIDs: of the account log, of events of the stream, of requests. */
const otherIds = ["AccountLogEntry.id", "StreamEvent.id", "AccountLogEntry.requestId"]

describe("the OpenAPI document", () => {
  it("describes every member of every body", () => {
    assert.isAbove(allSchemas.length, 1000)
    const properties = allSchemas.flatMap(({ at, schema }) =>
      Object.entries((schema.properties ?? {}) as Record<string, Json>).map(
        ([key, part]) => [`${at}.${key}`, part] as const
      )
    )
    const described = (part: Json) => Boolean(part.description ?? resolved(part).description)
    assert.deepStrictEqual(
      properties.filter(([, part]) => !described(part)).map(([at]) => at),
      []
    )
  })

  it("has a format for every time, day and id, and a limit for every list, in words where there is none", () => {
    const isText = ({ name, schema }: Member, names: RegExp) => names.test(name) && schema.type === "string"
    assert.deepStrictEqual(
      refused((one) => isText(one, /(At|Since|Until|^timestamp)$/) && one.schema.format !== "date-time"),
      []
    )
    assert.deepStrictEqual(
      refused((one) => isText(one, /([dD]ate|On)$/) && one.schema.format !== "date"),
      []
    )
    const isId = ({ at, name }: Member) => /^id$|Ids?$/.test(name) && !otherIds.includes(at)
    assert.deepStrictEqual(
      refused((one) => isId(one) && one.schema.type === "string"),
      []
    )
    assert.strictEqual(components.Guid?.format, "uuid")
    const isUnlimited = ({ type, maxItems, description }: Json) =>
      type === "array" && maxItems === undefined && !/no fixed limit/i.test(String(description))
    assert.deepStrictEqual(
      refused(({ schema }) => isUnlimited(schema)),
      []
    )
  })

  it("leaves answers open to more members, and closes requests", () => {
    const closed = (schema: unknown, at: string) =>
      [[at, schema] as const, ...[...reached(schema)].map((name) => [name, components[name]] as const)]
        .flatMap(([name, part]) => schemasIn(part, name))
        .filter(({ schema }) => schema.type === "object")
    for (const { at, isRequest, schema } of bodies) {
      const isOur = !isRequest || at.startsWith("hooks.")
      const wrong = closed(schema, at).filter((one) => (one.schema.additionalProperties === false) === isOur)
      assert.deepStrictEqual(
        wrong.filter(({ schema }) => "properties" in schema || isOur).map((one) => `${at}: ${one.at}`),
        []
      )
    }
  })

  it("has a summary and a description for every operation", () => {
    assert.deepStrictEqual(
      every.filter(({ summary, description }) => !summary || !description).map(({ operationId }) => operationId),
      []
    )
  })

  it("documents Retry-After on every 429 and 503, and the ETag of every conditional view", () => {
    for (const { operationId, parameters, responses } of every) {
      for (const [status, { headers = {} }] of Object.entries(responses)) {
        const busy = status === "429" || status === "503"
        assert.strictEqual("Retry-After" in headers, busy, `${operationId} ${status}`)
      }
      if (parameters.some(({ name }) => name === "if-none-match")) {
        assert.property(responses[200]?.headers, "ETag", operationId)
      }
    }
  })

  it("says of every parameter what it is and how large it may be, and of every page how many entries it has", () => {
    for (const { operationId, parameters } of every) {
      for (const { name, description, schema } of parameters) {
        const at = `${operationId} ${name}`
        assert.isDefined(description, at)
        const rules = resolved(schema as Json)
        assert.isTrue(
          Object.keys(rules).some((rule) => bounds.includes(rule)),
          `${at} ${JSON.stringify(rules)}`
        )
        if (name !== "limit") continue
        assert.deepInclude(rules, { minimum: 1, maximum: 500 }, at)
        assert.strictEqual("default" in rules, operationId !== "history.entity", at)
      }
    }
  })

  it("says how long every list in a request may be, and how large its numbers", () => {
    const parts = every.flatMap(({ operationId, requestBody }) =>
      partsOf(requestBody?.content["application/json"]?.schema as Json | undefined, operationId)
    )
    assert.isAbove(parts.length, 100)
    const isUnbounded = ({ type, maxItems, maximum, format }: Json) =>
      (type === "array" && maxItems === undefined) ||
      (type === "integer" && maximum === undefined && format !== "int64")
    const unbounded = parts.filter(([, schema]) => isUnbounded(schema))
    assert.deepStrictEqual(
      unbounded.map(([at]) => at),
      []
    )
  })

  it("has examples of every JSON body, which match its schema", () => {
    const { ajv, paths, webhooks } = validators()
    const bodies = mediaTypes({ paths, webhooks }, "").filter(([at]) => at.endsWith("application/json"))
    const successes = bodies.filter(([at]) => /requestBody|responses\/20/.test(at))
    assert.deepStrictEqual(
      successes.filter(([, { examples }]) => Object.keys(examples ?? {}).length === 0).map(([at]) => at),
      []
    )
    for (const [at, { schema, examples = {} }] of bodies) {
      const validate = ajv.compile(schema)
      for (const [name, example] of Object.entries(examples)) {
        const { value } = example as { value: unknown }
        assert.isTrue(validate(JSON.parse(JSON.stringify(value))), `${at} ${name}: ${ajv.errorsText(validate.errors)}`)
      }
    }
  })

  it("takes its examples from a strategy in which every submission is applied and every event type occurs", () => {
    const { log } = ExampleStrategy.make()
    const submitted = [...growing, ...shrinking].map(({ eventType }) => eventType)
    assert.deepStrictEqual(
      log.map(({ event }) => event.eventType),
      submitted
    )
    assert.deepStrictEqual(Arr.dedupe(submitted).sort(), [...EventType.literals].sort())
  })

  it("is clean under Redocly's recommended rules", async () => {
    const problems = await lintFromString({
      source: JSON.stringify(document),
      absoluteRef: "openapi.json",
      config: await createConfig({ extends: ["recommended"] })
    })
    assert.deepStrictEqual(
      problems.map(({ ruleId, location }) => [ruleId, location[0]?.pointer]),
      // A sequence number is never `entity`, and an entity's id never `inverse`.
      [["no-ambiguous-paths", "#/paths/~1api~1history~1{sequenceNumber}~1inverse"]]
    )
  })
})
