import type { Api } from "../../api/Api.ts"
import { bodyOf, type Request, type Send } from "./Http.ts"
import type { Result } from "./Result.ts"

type Groups = (typeof Api)["groups"]

type EndpointsOf<Group> = Group extends { readonly endpoints: infer Endpoints } ? Endpoints[keyof Endpoints] : never

type Endpoint = EndpointsOf<Groups[keyof Groups]>

/** The server's endpoints by method and path, such as `GET /api/objectives/:objectiveId`. */
type Endpoints = { readonly [E in Endpoint as `${E["method"]} ${E["path"]}`]: E }

export type Route = keyof Endpoints

export type PathOf<Method extends string> = Route extends infer R
  ? R extends `${Method} ${infer Path}`
    ? Path
    : never
  : never

/** What is sent of a part: texts, without the brands that checking gives them. Never where there is no such part. */
type Encoded<Codec> = Codec extends { readonly schema: { readonly Encoded: infer A } } ? A : never

type Decoded<Codec> = Codec extends { readonly schema: { readonly Type: infer A } } ? A : never

type Sent<Texts, Values> = {
  readonly [Name in keyof Texts]:
    | Texts[Name]
    | (Name extends keyof Values ? Values[Name] : never)
    | (Record<string, never> extends Pick<Texts, Name> ? undefined : never)
}

/** Required where the endpoint has the part, refused where it has not. */
type Part<Name extends string, A> = [A] extends [never]
  ? { readonly [_ in Name]?: never }
  : Record<string, never> extends A
    ? { readonly [_ in Name]?: A }
    : { readonly [_ in Name]: A }

export type BodyOf<R extends Route> = Encoded<Endpoints[R]["~Payload"]>

/** What an endpoint's address takes, as texts or as what they stand for. */
type AddressPart<Codec> = [Codec] extends [never] ? never : Sent<Encoded<Codec>, Decoded<Codec>>

export type Input<R extends Route> = Part<"params", AddressPart<Endpoints[R]["~Params"]>> &
  Part<"query", AddressPart<Endpoints[R]["~Query"]>> &
  Part<"body", BodyOf<R>> &
  Pick<Request, "headers" | "keepalive">

export type AnswerOf<R extends Route> = Endpoints[R]["~Success"]["Type"]

type Values = Readonly<Record<string, unknown>>

/** A route's path with its parameters filled in, and the query's parameters that are defined. */
export const addressOf = (route: Route, params: Values = {}, query: Values = {}): string => {
  const path = route.slice(route.indexOf(" ") + 1)
  const filled = path.replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name])))
  const asked = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) asked.set(name, String(value))
  return asked.size === 0 ? filled : `${filled}?${asked}`
}

/** A request and its answer, as the endpoint has them. */
export type Call = <R extends Route>(
  route: R,
  ...input: Record<string, never> extends Input<R> ? [input?: Input<R>] : [input: Input<R>]
) => Promise<Result<AnswerOf<R>>>

interface AnyInput extends Pick<Request, "body" | "headers" | "keepalive"> {
  readonly params?: Values
  readonly query?: Values
}

/** `within` is asked about each answer before it is given. */
export const makeCall =
  (send: Send, within: <A>(answer: Promise<A>) => Promise<A> = (answer) => answer): Call =>
  (route, ...[input]) => {
    const [method] = route.split(" ") as [NonNullable<Request["method"]>]
    const { params, query, ...request }: AnyInput = input ?? {}
    return within(send(addressOf(route, params, query), { method, ...request }).then((sent) => bodyOf(sent)))
  }
