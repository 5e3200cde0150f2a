import { assert, describe, it } from "@effect/vitest"
import { createConfig, lintFromString } from "@redocly/openapi-core"
import { Ajv2020 } from "ajv/dist/2020.js"
import { Array as Arr, Predicate } from "effect"
import { HttpApi, OpenApi } from "effect/http-api"
import { Api } from "../../src/api/Api.ts"
import * as ExampleStrategy from "../../src/api/document/ExampleStrategy.ts"
import { growing, shrinking } from "../../src/api/document/ExampleSubmissions.ts"
import { operations } from "../../src/api/document/Operations.ts"
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
    formats: { date: true, "date-time": true, int64: true }
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

describe("the OpenAPI document", () => {
  it("has a summary and a description for every operation, and for no other", () => {
    const ids: Array<string> = []
    HttpApi.reflect(Api, {
      onGroup: () => {},
      onEndpoint: ({ endpoint, group }) => ids.push(`${group.identifier}.${endpoint.identifier}`)
    })
    assert.deepStrictEqual(Object.keys(operations).sort(), ids.sort())
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

  it("is clean under Redocly's recommended rules, except that some answer with a redirect only", async () => {
    const problems = await lintFromString({
      source: JSON.stringify(document),
      absoluteRef: "openapi.json",
      config: await createConfig({ extends: ["recommended"] })
    })
    assert.deepStrictEqual(
      problems.map(({ ruleId, location }) => [ruleId, location[0]?.pointer]),
      ["~1api~1auth~1oidc~1login", "~1api~1auth~1oidc~1callback", "~1"].map((path) => [
        "operation-2xx-response",
        `#/paths/${path}/get/responses`
      ])
    )
  })
})
