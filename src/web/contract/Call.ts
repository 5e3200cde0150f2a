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

/** A part as the client sends it: encoded, without brands. `never` if the endpoint has no such part. */
type Encoded<Codec> = Codec extends { readonly schema: { readonly Encoded: infer A } } ? A : never

type Decoded<Codec> = Codec extends { readonly schema: { readonly Type: infer A } } ? A : never

type TextsOrValues<Texts, Values> = {
  readonly [Name in keyof Texts]:
    | Texts[Name]
    | (Name extends keyof Values ? Values[Name] : never)
    | (Record<string, never> extends Pick<Texts, Name> ? undefined : never)
}

/** Required if the endpoint has the part, else forbidden. */
type Part<Name extends string, A> = [A] extends [never]
  ? { readonly [_ in Name]?: never }
  : Record<string, never> extends A
    ? { readonly [_ in Name]?: A }
    : { readonly [_ in Name]: A }

export type BodyOf<R extends Route> = Encoded<Endpoints[R]["~Payload"]>

/** The parameters of an endpoint's URL, each as text or as the value it stands for. */
type AddressPart<Codec> = [Codec] extends [never] ? never : TextsOrValues<Encoded<Codec>, Decoded<Codec>>

type Input<R extends Route> = Part<"params", AddressPart<Endpoints[R]["~Params"]>> &
  Part<"query", AddressPart<Endpoints[R]["~Query"]>> &
  Part<"body", BodyOf<R>> &
  Pick<Request, "headers">

export type AnswerOf<R extends Route> = Endpoints[R]["~Success"]["Type"]

type Values = Readonly<Record<string, unknown>>

/** A route's path with its parameters filled in, and the query's parameters that are defined. */
export const addressOf = (route: Route, params: Values = {}, query: Values = {}): string => {
  const path = route.slice(route.indexOf(" ") + 1)
  const filled = path.replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return search.size === 0 ? filled : `${filled}?${search}`
}

/** Sends a request to an endpoint and decodes the JSON of its answer. */
export type Call = <R extends Route>(
  route: R,
  ...input: Record<string, never> extends Input<R> ? [input?: Input<R>] : [input: Input<R>]
) => Promise<Result<AnswerOf<R>>>

interface AnyInput extends Pick<Request, "body" | "headers"> {
  readonly params?: Values
  readonly query?: Values
}

/** `within` wraps each answer: a workspace passes `Lifetime.within`, which drops answers after its end. */
export const makeCall =
  (send: Send, within: <A>(answer: Promise<A>) => Promise<A> = (answer) => answer): Call =>
  (route, ...[input]) => {
    const [method] = route.split(" ") as [NonNullable<Request["method"]>]
    const { params, query, ...request }: AnyInput = input ?? {}
    return within(send(addressOf(route, params, query), { method, ...request }).then((sent) => bodyOf(sent)))
  }
