import { Layer } from "effect"
import { HttpMiddleware, HttpRouter, UrlParams } from "effect/http"
import { HttpApi, HttpApiBuilder } from "effect/http-api"
import { Api } from "../api/Api.ts"
import { maxHeadBytes } from "../api/requests/HeadText.ts"
import { Views } from "./answers/EncodedViews.ts"
import { PastStates } from "./answers/PastStates.ts"
import * as AccountLogHandlers from "./handlers/AccountLogHandlers.ts"
import * as AuthHandlers from "./handlers/AuthHandlers.ts"
import * as ChangesHandlers from "./handlers/ChangesHandlers.ts"
import * as Docs from "./handlers/Docs.ts"
import * as EventsHandlers from "./handlers/EventsHandlers.ts"
import * as ExportHandlers from "./handlers/ExportHandlers.ts"
import * as FeedsHandlers from "./handlers/FeedsHandlers.ts"
import * as HistoryHandlers from "./handlers/HistoryHandlers.ts"
import * as LiveHandlers from "./handlers/LiveHandlers.ts"
import * as McpRoute from "./handlers/McpRoute.ts"
import * as OidcHandlers from "./handlers/OidcHandlers.ts"
import * as OverviewHandlers from "./handlers/OverviewHandlers.ts"
import * as PageRoutes from "./handlers/PageRoutes.ts"
import * as SampleHandlers from "./handlers/SampleHandlers.ts"
import * as SessionsHandlers from "./handlers/SessionsHandlers.ts"
import * as StrategyHandlers from "./handlers/StrategyHandlers.ts"
import * as SystemHandlers from "./handlers/SystemHandlers.ts"
import * as TablesHandlers from "./handlers/TablesHandlers.ts"
import * as TitlesHandlers from "./handlers/TitlesHandlers.ts"
import * as TokensHandlers from "./handlers/TokensHandlers.ts"
import * as UsersHandlers from "./handlers/UsersHandlers.ts"
import * as WebhooksHandlers from "./handlers/WebhooksHandlers.ts"
import * as AccessLive from "./pipeline/AccessLive.ts"
import * as FaultsLive from "./pipeline/FaultsLive.ts"
import * as JsonBodyLive from "./pipeline/JsonBodyLive.ts"
import * as OuterMiddleware from "./pipeline/OuterMiddleware.ts"
import { findServedPath, pathOf, type ServedRoute } from "./pipeline/ServedPaths.ts"
import * as SignInShareLive from "./pipeline/SignInShareLive.ts"
import * as Shortcut from "./shortcut/Shortcut.ts"

const handlers = Layer.mergeAll(
  AuthHandlers.layer,
  OidcHandlers.layer,
  SessionsHandlers.layer,
  TokensHandlers.layer,
  StrategyHandlers.layer,
  TitlesHandlers.layer,
  OverviewHandlers.layer,
  EventsHandlers.layer,
  HistoryHandlers.layer,
  ExportHandlers.layer,
  LiveHandlers.layer,
  ChangesHandlers.layer,
  TablesHandlers.layer,
  FeedsHandlers.layer,
  UsersHandlers.layer,
  AccountLogHandlers.layer,
  WebhooksHandlers.layer,
  SampleHandlers.layer,
  SystemHandlers.layer
).pipe(Layer.provide([AccessLive.layer, JsonBodyLive.layer, SignInShareLive.layer, FaultsLive.layer]))

const declaredRoutes = (): ReadonlyArray<ServedRoute> => {
  const all: Array<ServedRoute> = [
    { method: "GET", path: Docs.path },
    { method: "GET", path: Docs.referencePath },
    { method: "POST", path: McpRoute.path },
    { method: "GET", path: Docs.openApiPath }
  ]
  HttpApi.reflect(Api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint: { method, path } }) => {
      if (path.startsWith("/")) all.push({ method, path: `/${path.slice(1)}` })
    }
  })
  return all
}

/**
 * Paths are matched exactly. A parameter may be as long as the longest request line, so that one that is too long gets the
 * 400 of its schema and not the router's 404.
 */
const routerConfig = { caseSensitive: true, ignoreDuplicateSlashes: false, maxParamLength: maxHeadBytes }

const findServed = findServedPath(declaredRoutes())

/** Every route of the service. The services they use are left to be provided. */
const layer = Layer.mergeAll(
  HttpApiBuilder.layer(Api).pipe(Layer.provide(handlers)),
  Docs.layer,
  McpRoute.layer,
  PageRoutes.layer,
  OuterMiddleware.layer(findServed),
  Shortcut.layer
).pipe(Layer.provide(Views.layer), Layer.provide(PastStates.layer))

/** The name of a request's span: its method, and the pattern of the served path. */
const spanName = ({ method, url }: { readonly method: string; readonly url: string }): string => {
  const route = findServed(pathOf(url) ?? "")?.path
  return route === undefined ? method : `${method} ${route}`
}

export const serve = HttpRouter.serve(layer, { disableLogger: true, disableListenLog: true, routerConfig }).pipe(
  Layer.provide(Layer.succeed(HttpMiddleware.SpanNameGenerator, spanName)),
  // What is looked for in the account log may be no user's name, which is kept nowhere; a provider's code is a secret.
  Layer.provide(Layer.succeed(UrlParams.CurrentRedactedNames, ["username", "code", "state"]))
)
