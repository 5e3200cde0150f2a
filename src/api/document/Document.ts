import { Predicate, Record } from "effect"
import type { OpenApi } from "effect/http-api"
import type { JsonSchema } from "../../domain/entities/Documented.ts"
import { RejectionCode } from "../../domain/Rejection.ts"
import type { Examples, WordedOperation } from "../requests/EndpointWords.ts"
import * as ExampleStrategy from "./ExampleStrategy.ts"
import { merged, opened, sharedSchemas, shownName, tidy } from "./Schemas.ts"
import * as Submissions from "./Submissions.ts"
import { webhookMessages } from "./WebhookMessages.ts"

/** The description of an error's status, the same for every operation that answers with it. */
const errorWords: Readonly<Record<string, string>> = {
  "304": "The view has not changed since this `ETag`",
  "400": "The path, query, headers or body are invalid",
  "401": "There is no session or token, or it has ended",
  "403": "The role or the token's scope does not allow it, or `X-CSRF-Token` is missing",
  "404": "Not found",
  "409": "The request conflicts with the current state",
  "410": "The position is in another log: begin again",
  "413": "The body is larger than 64 KiB",
  "415": "The body is not `application/json`",
  "422": "The request cannot be carried out with the current data",
  "429": "Too many requests at once from one caller",
  "500": "A server error, logged under `reference`",
  "503": "Overloaded, or the database does not answer"
}

const headerOf = (description: string, schema: JsonSchema = { type: "string" }) => ({ description, schema })

const retryAfter = {
  "Retry-After": headerOf("Seconds to wait before trying again", { type: "integer", minimum: 1 })
}

const etag = {
  ETag: headerOf("Identifies this version of the view: send it as `If-None-Match` to get 304 while nothing has changed")
}

const outcomeHeaders = {
  "Idempotent-Replayed": headerOf("`true`: the answer is the first one under this `Idempotency-Key`, given again"),
  "X-Rejection-Code": headerOf(
    "Why the submission was rejected, for programs; absent unless it was. Codes may be added.",
    {
      type: "string",
      enum: RejectionCode.literals
    }
  )
}

const tags: Readonly<Record<string, string>> = {
  auth: "Sign in and out, and change your own password",
  oidc: "Sign in by the company's OpenID provider",
  sessions: "Where you are signed in; for admins, where others are",
  tokens: "Let programs act for you; for admins, everybody's tokens",
  strategy: "Teams, principles and objectives as they are now, and as they were",
  titles: "Titles and names for search",
  overview: "All teams together",
  events: "Change a strategy",
  history: "See what happened, and go back",
  export: "Presentations",
  live: "Follow changes as they happen",
  changes: "Read changes in order",
  tables: "Tables for spreadsheets and reports, as CSV",
  feeds: "Calendars to subscribe to",
  users: "Accounts, for admins",
  accountLog: "Changes to accounts and access, for admins",
  webhooks: "Post changes to other systems, for admins",
  sample: "A strategy to look at, for admins",
  system: "For operators"
}

type Strategy = ExampleStrategy.ExampleStrategy

const exampleObjects = (examples: Examples, strategy: Strategy) =>
  Record.map(typeof examples === "function" ? examples(strategy) : examples, (value) => ({ value }))

const eventStream = "text/event-stream"

/** OpenAPI describes a stream as a text; its schema here is that of the events in it. */
const bodySchema = (schema: JsonSchema, mediaType: string): JsonSchema =>
  mediaType === eventStream ? { type: "string", contentMediaType: eventStream, contentSchema: schema } : schema

/** Tools look a media type up without its parameters. */
const withoutParameters = (mediaType: string): string => mediaType.replace(/;.*$/, "")

const withExamples = (content: OpenApi.OpenApiSpecContent, examples: Examples | undefined, strategy: Strategy) =>
  Record.mapEntries(content, ({ schema }, mediaType) => [
    withoutParameters(mediaType),
    {
      schema: bodySchema(schema, mediaType),
      ...(examples === undefined ? undefined : { examples: exampleObjects(examples, strategy) })
    }
  ])

const isConditional = ({ parameters }: OpenApi.OpenAPISpecOperation): boolean =>
  parameters.some(({ name }) => name === "if-none-match")

const answered = (operation: WordedOperation, strategy: Strategy) => {
  const isRedirect = !Object.keys(operation.responses).some((status) => status.startsWith("2"))
  const described = Record.map(operation.responses, (response, status) => {
    const description = errorWords[status]
    if (description !== undefined) {
      const headers = status === "429" || status === "503" ? { headers: retryAfter } : undefined
      return { ...response, description, ...headers }
    }
    return {
      ...response,
      description: operation.answer,
      ...(isConditional(operation) ? { headers: etag } : undefined),
      ...(operation.operationId === "events.submit" ? { headers: outcomeHeaders } : undefined),
      ...(response.content === undefined
        ? undefined
        : { content: withExamples(response.content, operation.examples, strategy) })
    }
  })
  return isRedirect ? { ...described, ...redirected } : described
}

/** Tools expect of every operation a response that is no redirect. */
const redirected = {
  default: { description: "The answer at the address in `Location`, for clients that follow redirects" }
}

const requested = ({ requestBody, requests }: WordedOperation, strategy: Strategy) =>
  requestBody && { requestBody: { ...requestBody, content: withExamples(requestBody.content, requests, strategy) } }

/** A parameter takes over the description of its schema. */
const described = ({ schema, ...parameter }: OpenApi.OpenAPISpecParameter) => {
  const { description, ...rest } = merged(schema as JsonSchema)
  return { ...parameter, ...(description === undefined ? undefined : { description }), schema: rest }
}

/** Requests refuse members that they do not declare; answers leave room for more. */
const completeOperation = (operation: WordedOperation, strategy: Strategy) => {
  const { answer: _, examples: __, requests: ___, ...rest } = operation
  return {
    ...rest,
    parameters: operation.parameters.map(described),
    ...requested(operation, strategy),
    responses: opened(answered(operation, strategy))
  }
}

/** Effect declares the tag of an error, so it is described here. */
const withTag = ({ properties, ...schema }: JsonSchema): JsonSchema => ({
  ...schema,
  ...(Predicate.isObject(properties) && {
    properties: Record.map(properties as Readonly<Record<string, JsonSchema>>, (member, name) =>
      name === "_tag" ? { ...member, description: "The kind of error, one for each status" } : member
    )
  })
})

/** The names of components that are JSON inside a string. */
const textsIn = (schemas: Readonly<Record<string, JsonSchema>>): ReadonlySet<string> =>
  new Set(Object.keys(schemas).filter((name) => schemas[name]?.contentSchema !== undefined))

/** The names of the components that are bodies of requests. */
const requestNames = (paths: Readonly<Record<string, Operations>>): ReadonlySet<unknown> =>
  new Set(
    Object.values(paths)
      .flatMap((operations) => Object.values(operations))
      .flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}))
      .map(({ schema }) => ("$ref" in schema ? String(schema.$ref).split("/").at(-1) : undefined))
  )

type Operations = Readonly<Record<string, WordedOperation>>

/**
 * Completes the document that Effect derives from the API: a submission is one of as many types as there are event
 * types, schemas are in the form that generators of clients expect, and every operation has examples and its headers.
 */
export const complete: OpenApi.Transform["Service"] = (derived) => {
  const paths: Readonly<Record<string, Operations>> = derived.paths
  const components: OpenApi.OpenAPIComponents = derived.components
  const derivedTags: ReadonlyArray<OpenApi.OpenAPISpecTag> = derived.tags
  const strategy = ExampleStrategy.make()
  const texts = textsIn(components.schemas)
  const requests = requestNames(paths)
  const submissions = Submissions.components()
  const schemas = Object.entries({ ...components.schemas, ...submissions })
    .filter(([name]) => !texts.has(name))
    .map(([name, schema]) => {
      const shown = shownName(name)
      const tidied = withTag(tidy(schema, texts) as JsonSchema)
      return [shown, requests.has(name) || name in submissions ? tidied : opened(tidied)]
    })
  const completed = tidy(
    Record.map(paths, (operations) => Record.map(operations, (operation) => completeOperation(operation, strategy))),
    texts
  )
  return {
    ...derived,
    info: { ...derived.info, contact: { name: "The administrators of this server" } },
    servers: derived.servers ?? [{ url: "/", description: "This server" }],
    paths: completed,
    webhooks: webhookMessages(strategy),
    components: { ...components, schemas: { ...sharedSchemas, ...Object.fromEntries(schemas) } },
    tags: derivedTags.map(({ name }) => ({ name, description: tags[name] ?? name }))
  }
}
