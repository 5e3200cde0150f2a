import { HttpApi, OpenApi } from "effect/http-api"
import { AccountLogApi } from "./AccountLogApi.ts"
import { AuthApi } from "./AuthApi.ts"
import { ChangesApi } from "./ChangesApi.ts"
import { CommonErrors } from "./CommonErrors.ts"
import { complete } from "./document/Document.ts"
import { EventsApi } from "./EventsApi.ts"
import { ExportApi } from "./ExportApi.ts"
import { FeedsApi } from "./FeedsApi.ts"
import { HistoryApi } from "./HistoryApi.ts"
import { LiveApi } from "./LiveApi.ts"
import { OidcApi } from "./OidcApi.ts"
import { OverviewApi } from "./OverviewApi.ts"
import { SampleApi } from "./SampleApi.ts"
import { SessionsApi } from "./SessionsApi.ts"
import { StrategyApi } from "./StrategyApi.ts"
import { SystemApi } from "./SystemApi.ts"
import { TablesApi } from "./TablesApi.ts"
import { TitlesApi } from "./TitlesApi.ts"
import { TokensApi } from "./TokensApi.ts"
import { UsersApi } from "./UsersApi.ts"
import { WebhooksApi } from "./WebhooksApi.ts"

const description = `Teams own principles and objectives. Every POST, PUT and DELETE under \`/api/\` except login needs the header
\`X-CSRF-Token: 1\`, unless it comes with a token. A request has the session cookie or a token (\`Authorization: Bearer strat_…\`),
not both. Every answer has \`X-Request-Id\`: what you sent, or one made for it, which the service's logs have too. [Guides](../docs) show the API in shell, Node and Python.

**Days** are those of the server's time zone, which \`GET /api/auth/me\` names (\`TIME_ZONE\`). Timestamps are in UTC.

**What may change.** Until the next major version, nothing that works stops working. Answers, and what webhooks are sent, may
gain members and headers; lists of values and codes may grow: ignore what you don't know. Requests are closed: a member of
a body, or a parameter of a query, that is not declared is refused, and no request will have to carry more than it does now.

**What goes away.** An operation or member that is to go is marked \`deprecated\` here and in the changelog. From then on its
answers carry the headers \`Deprecation\` and \`Sunset\` (RFC 9745, RFC 8594), at least 180 days before the day in \`Sunset\`.
Nothing is deprecated now.`

/** Every endpoint with its bodies, errors and policy. The router, the OpenAPI document and clients derive from it. */
export class Api extends HttpApi.make("strategy")
  .add(AuthApi)
  .add(OidcApi)
  .add(SessionsApi)
  .add(TokensApi)
  .add(StrategyApi)
  .add(TitlesApi)
  .add(OverviewApi)
  .add(EventsApi)
  .add(HistoryApi)
  .add(ExportApi)
  .add(LiveApi)
  .add(ChangesApi)
  .add(TablesApi)
  .add(FeedsApi)
  .add(UsersApi)
  .add(AccountLogApi)
  .add(WebhooksApi)
  .add(SampleApi)
  .add(SystemApi)
  .middleware(CommonErrors)
  // A misspelt `lastSeenSequence` must not switch the check for conflicts off, nor a misspelt `after` give all changes.
  .annotate(HttpApi.PayloadParseOptions, { onExcessProperty: "error" })
  .annotate(HttpApi.QueryParseOptions, { onExcessProperty: "error" })
  .annotateMerge(
    OpenApi.annotations({
      transform: complete,
      license: { name: "MIT", url: "https://opensource.org/license/mit" },
      title: "Strategy planning service",
      description
    })
  ) {}
