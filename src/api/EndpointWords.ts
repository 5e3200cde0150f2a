import { OpenApi } from "effect/http-api"
import type { ExampleStrategy } from "./document/ExampleStrategy.ts"

/** Examples of a body, by name. */
export type Examples =
  | Readonly<Record<string, unknown>>
  | ((strategy: ExampleStrategy) => Readonly<Record<string, unknown>>)

/** The texts and examples of an endpoint in the OpenAPI document. */
export interface EndpointWords {
  readonly summary: string
  readonly description: string
  /** The description of the successful answer. */
  readonly answer: string
  /** Examples of the successful answer, if its body is text. */
  readonly examples?: Examples
  /** Examples of the request's body. */
  readonly requests?: Examples
}

/** The key under which an operation keeps its words until the document is complete. */
const key = "x-words"

/** Annotates an endpoint with its words. */
export const words = (of: EndpointWords) =>
  OpenApi.annotations({ summary: of.summary, description: of.description, override: { [key]: of } })

/** The words of an operation, and the operation without them. */
export const wordsOf = (operation: OpenApi.OpenAPISpecOperation) => {
  const { [key]: words, ...rest } = operation as OpenApi.OpenAPISpecOperation & { readonly [key]: EndpointWords }
  return { words, rest }
}
