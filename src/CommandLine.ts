import packageJson from "../package.json" with { type: "json" }

const help = `Starts the strategy planning service.

USAGE
  npm start
  node src/main.ts [--help | --version]

All settings are environment variables. An empty one counts as unset.

SETTINGS
  HOST, PORT                       Where to listen (127.0.0.1, 3000). Port 0 takes a free one.
  DATABASE_URL                     PostgreSQL 15 or newer: postgres://user:password@host:5432/database.
                                   Unset: the embedded database.
  DATABASE_LISTEN_URL              A direct connection to PostgreSQL, if DATABASE_URL is a pooler's (DATABASE_URL).
  DATA_DIR                         Folder of the embedded database (./data).
  ADMIN_USERNAME, ADMIN_PASSWORD   The first admin (admin, generated). Used on the first start only.
  BASE_PATH, PUBLIC_URL            Where browsers see the service, such as /planning and https://example.org/planning.
  OIDC_ISSUER, OIDC_CLIENT_ID,     Sign-in by your company's OpenID Connect provider: its address, and how this service
  OIDC_CLIENT_SECRET               is registered there. Needs PUBLIC_URL.
  OIDC_ROLES, OIDC_ROLE_CLAIM      Who is what, by a claim (groups): admin=strategy-admins,editor=product,viewer=*,
                                   or as JSON.
  OIDC_NAME, PASSWORD_SIGN_IN      What the button calls the provider; admins leaves passwords to admins (everybody).
  COMPANY_NAME                     On the page and in decks of several teams. Unset: the product's name.
  DECK_TEMPLATE                    A .pptx of your company whose theme, layouts and logo presentations take. Unset: none.
  TIME_ZONE                        Whose days count, such as Europe/Berlin: due dates, weeks, digests (UTC).
  TRUSTED_PROXIES                  Proxies whose X-Forwarded-For counts: addresses or networks, comma-separated.
  CORS_ORIGINS                     Origins whose pages may call the API with a token, comma-separated. Unset: none.
  MAX_STREAMS                      Open event streams on this server (20000).
  WEBHOOK_ALLOW                    Private addresses that webhooks may reach: addresses or networks, comma-separated.
  ACCOUNT_LOG_DAYS                 How long to keep the account log, in days (400).
  ARCHIVE_DIR                      Folder for scheduled archives. Unset: none are written.
  ARCHIVE_EVERY, ARCHIVE_KEEP      How often, and how many to keep (1 day, 7).
  LOG_FORMAT, LOG_LEVEL            pretty or json (pretty on a terminal); debug, info, warning or error (info).
  ACCESS_LOG                       1 logs every request (0).
  METRICS_PORT                     Port for Prometheus metrics at /metrics. Unset: none are served.
  OTEL_EXPORTER_OTLP_ENDPOINT      OpenTelemetry collector for traces and logs, such as http://localhost:4318.
  OTEL_EXPORTER_OTLP_HEADERS       Headers for it: authorization=Bearer%20abc,x-tenant=plans.
  OTEL_SERVICE_NAME                The service's name there (strategy-planning).

A secret, or the roles, may be in a file, which the variable with _FILE at its end names: ADMIN_PASSWORD_FILE,
DATABASE_URL_FILE, DATABASE_LISTEN_URL_FILE, OIDC_CLIENT_SECRET_FILE, OIDC_ROLES_FILE, OTEL_EXPORTER_OTLP_HEADERS_FILE.

Users, backups and other admin tasks: npm run -s admin -- --help
`

/**
 * Prints what `--help` or `--version` ask for, or an error for any other argument. Returns false when there are no
 * arguments, and so the server is to be started.
 */
export const answer = (args: ReadonlyArray<string>): boolean => {
  const [first] = args
  if (first === undefined) return false
  if (args.includes("--help") || args.includes("-h")) process.stdout.write(help)
  else if (args.includes("--version") || args.includes("-v")) process.stdout.write(`${packageJson.version}\n`)
  else {
    process.stderr.write(`Error: Unknown argument ${first}. Settings are environment variables: see --help.\n`)
    process.exitCode = 2
  }
  return true
}
