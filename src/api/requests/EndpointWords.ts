import type { Context } from "effect"
import { OpenApi } from "effect/http-api"
import type { ExampleStrategy } from "../document/ExampleStrategy.ts"

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

/** Annotates an endpoint. Effect adds the members to the operation as they are; `Document` puts the last three in place. */
export const Words = OpenApi.Override as unknown as Context.Key<OpenApi.Override, EndpointWords>

/** An operation as Effect derives it from an endpoint with `Words`. */
export type WordedOperation = OpenApi.OpenAPISpecOperation & EndpointWords
