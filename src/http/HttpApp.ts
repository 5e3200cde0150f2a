import { Layer } from "effect"
import { HttpRouter } from "effect/http"
import { HttpApi, HttpApiBuilder } from "effect/http-api"
import { Api } from "../api/Api.ts"
import * as AccessLive from "./AccessLive.ts"
import * as AccountLogHandlers from "./AccountLogHandlers.ts"
import * as AuthHandlers from "./AuthHandlers.ts"
import * as Docs from "./Docs.ts"
import * as Edge from "./Edge.ts"
import * as EventsHandlers from "./EventsHandlers.ts"
import * as ExportHandlers from "./ExportHandlers.ts"
import * as FastPath from "./FastPath.ts"
import * as FaultsLive from "./FaultsLive.ts"
import * as HistoryHandlers from "./HistoryHandlers.ts"
import * as JsonBodyLive from "./JsonBodyLive.ts"
import * as LiveHandlers from "./LiveHandlers.ts"
import * as OtherMethods from "./OtherMethods.ts"
import * as Pages from "./Pages.ts"
import * as StrategyHandlers from "./StrategyHandlers.ts"
import * as SystemHandlers from "./SystemHandlers.ts"
import * as UsersHandlers from "./UsersHandlers.ts"
import { Views } from "./Views.ts"

const handlers = Layer.mergeAll(
  AuthHandlers.layer,
  StrategyHandlers.layer,
  EventsHandlers.layer,
  HistoryHandlers.layer,
  ExportHandlers.layer,
  LiveHandlers.layer,
  UsersHandlers.layer,
  AccountLogHandlers.layer,
  SystemHandlers.layer
).pipe(Layer.provide([AccessLive.layer, JsonBodyLive.layer, FaultsLive.layer]))

const served = (): ReadonlyArray<OtherMethods.Served> => {
  const all: Array<OtherMethods.Served> = [
    { method: "GET", path: Docs.path },
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
 * A path has one spelling. A parameter may be as long as a request line: what is wrong with it is for its schema to say.
 */
const routerConfig = { caseSensitive: true, ignoreDuplicateSlashes: false, maxParamLength: 16_384 }

/** Every route of the service; what it stands on is open. */
export const layer = Layer.mergeAll(
  HttpApiBuilder.layer(Api).pipe(Layer.provide(handlers)),
  OtherMethods.layer(served()),
  Docs.layer,
  Pages.layer,
  Edge.layer,
  FastPath.layer
).pipe(Layer.provide(Views.layer))

export const serve = HttpRouter.serve(layer, { disableLogger: true, disableListenLog: true, routerConfig })
