import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { Context, Effect, Layer, References } from "effect"
import { HttpServer } from "effect/http"
import * as App from "../../src/App.ts"
import { PasswordHasher } from "../../src/accounts/passwords/PasswordHasher.ts"
import { parseUsername } from "../../src/accounts/users/Username.ts"
import { UserStore } from "../../src/accounts/users/UserStore.ts"
import type { Role } from "../../src/domain/entities/Role.ts"
import { EarlyRequestHandler } from "../../src/http/server/NodeServer.ts"

export const password = "correct horse"

/** The address of the server under test, such as `http://127.0.0.1:54321`. */
export class BaseUrl extends Context.Service<BaseUrl, string>()("test/BaseUrl") {}

/** Few iterations, since the cost of a hash does not matter to these tests. */
const hasher = PasswordHasher.layerWith({ iterations: 10 })

/** Leaves every request to its endpoint. */
export const withoutShortcut = Layer.succeed(EarlyRequestHandler, { use: () => Effect.void })

type ShortcutUse = typeof withoutShortcut | typeof Layer.empty

/** The whole service on a free port, with some services replaced. The stores and the password hasher are left to be provided. */
export const served = <A, E, R>(replaced: Layer.Layer<A, E, R>, beforeAnswering: ShortcutUse = Layer.empty) =>
  Layer.effect(
    BaseUrl,
    Effect.map(HttpServer.HttpServer, ({ address }) => HttpServer.formatAddress(address))
  ).pipe(
    Layer.provideMerge(App.serve({ http: { host: "127.0.0.1", port: 0 }, beforeListening: replaced, beforeAnswering }))
  )

/** The service on stores in memory, to which the test has access. */
export const testServerWith = <A, E, R>(replaced: Layer.Layer<A, E, R>) => servedOn(App.memoryStores, replaced)

/** The same on stores that differ in something from those in memory. */
export const servedOn = <A, E, R>(stores: typeof App.memoryStores, replaced: Layer.Layer<A, E, R>, use?: ShortcutUse) =>
  served(replaced, use).pipe(
    Layer.provideMerge(stores),
    Layer.provideMerge(hasher),
    Layer.provideMerge(NodeCrypto.layerSecureRandom),
    // Keeps the entries of the account log out of the output.
    Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "Warn"))
  )

/** The service as users run it, on stores in memory. */
export const testServer = testServerWith(Layer.empty)

/** Creates a user with `password`. */
export const addUser = Effect.fnUntraced(function* (name: string, role: Role) {
  const users = yield* UserStore
  const { hash } = yield* PasswordHasher
  return yield* users.create({ username: yield* parseUsername(name), role, passwordHash: yield* hash(password) })
})

export interface RequestOptions {
  readonly method?: string
  readonly token?: string
  /** Sent as JSON with its content type; `raw` is sent as it is. */
  readonly body?: unknown
  readonly raw?: string | Uint8Array<ArrayBuffer>
  /** The header `X-CSRF-Token`; by default `1`, with null it is left out. */
  readonly csrf?: string | null
  readonly headers?: Record<string, string>
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The parsed body; undefined when there is none. */
  readonly json: unknown
}

/** The whole body; of an event stream, which does not end, only the first chunk. */
const bodyOf = async (response: Response): Promise<string> => {
  if (response.headers.get("content-type") !== "text/event-stream" || response.body === null) return response.text()
  const reader = response.body.getReader()
  const { value } = await reader.read()
  await reader.cancel()
  return new TextDecoder().decode(value)
}

/** Sends a request as any client would; nothing is derived from the API's definition. */
export const request = Effect.fnUntraced(function* (path: string, options: RequestOptions = {}) {
  const base = yield* BaseUrl
  const { token, body, raw, csrf = "1" } = options
  return yield* Effect.promise(async (signal): Promise<Answer> => {
    const response = await fetch(`${base}${path}`, {
      method: options.method ?? (body === undefined && raw === undefined ? "GET" : "POST"),
      redirect: "manual",
      signal,
      headers: {
        ...(token === undefined ? {} : { cookie: `strategy_session=${token}` }),
        ...(csrf === null ? {} : { "x-csrf-token": csrf }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...options.headers
      },
      ...(body === undefined ? (raw === undefined ? {} : { body: raw }) : { body: JSON.stringify(body) })
    })
    const text = await bodyOf(response)
    const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson && text !== "" ? JSON.parse(text) : undefined
    }
  })
})

/** Sends a HEAD request. */
export const headOf = (path: string, token?: string) =>
  request(path, { method: "HEAD", ...(token === undefined ? {} : { token }) })

export const tokenIn = ({ headers }: Answer): string =>
  /strategy_session=([^;]*)/.exec(headers.get("set-cookie") ?? "")?.[1] ?? ""

/** Signs in over HTTP; gives the session's token. */
export const signIn = (username: string, secret = password) =>
  Effect.map(request("/api/auth/login", { body: { username, password: secret } }), tokenIn)
