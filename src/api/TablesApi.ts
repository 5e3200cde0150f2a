import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { described } from "../domain/entities/Documented.ts"
import { excelLocales } from "../shared/Csv.ts"
import { Access, Policy } from "./Access.ts"
import { changesQuery } from "./ChangesApi.ts"
import { Gone } from "./Errors.ts"
import { conditionalHeaders, NotModifiedResponse } from "./requests/ConditionalRequest.ts"
import { Words } from "./requests/EndpointWords.ts"
import { literalParam } from "./requests/ListParams.ts"

export const csvMediaType = "text/csv; charset=utf-8"

const success = Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: csvMediaType }))

/** How a table is written. */
const dialectQuery = {
  for: described(
    "`excel` writes the table as a double click on it opens it in Excel: with a byte order mark, and with the separator and the " +
      "decimal sign of `locale`; by default RFC 4180, for programs",
    Schema.optional(literalParam(["excel"]))
  ),
  locale: described(
    "The language that Excel's Windows is set to, with `for=excel`; by default `en`",
    Schema.optional(literalParam(excelLocales))
  ),
  bom: described("`1` begins the table with a byte order mark", Schema.optional(literalParam(["0", "1"])))
}

const form =
  "CSV in UTF-8 (RFC 4180), headed by the names of the JSON members. A null is empty, the items of a list are separated by " +
  "spaces, and an apostrophe is put before what a spreadsheet would take for a formula. Columns may be added. For people, " +
  "`for=excel` with `locale` writes it as their Excel opens it."

const streamed =
  "Long tables are streamed from the log; the connection is closed if the client reads nothing for 30 seconds or the rest " +
  "cannot be read. At most 2 are sent at once per user and 8 per server; beyond that, 503."

export class TablesApi extends HttpApiGroup.make("tables")
  .add(
    HttpApiEndpoint.get("overview", "/api/overview.csv", {
      query: dialectQuery,
      headers: conditionalHeaders,
      success,
      error: NotModifiedResponse
    }).annotate(Words, {
      summary: "Get every objective as a table",
      answer: "A row for each objective",
      description: `Every objective of every team, as in \`/api/overview\`, with its team's name. ${form}`
    })
  )
  .add(
    HttpApiEndpoint.get("measures", "/api/measures.csv", {
      query: dialectQuery,
      headers: conditionalHeaders,
      success,
      error: NotModifiedResponse
    }).annotate(Words, {
      summary: "Get every check-in as a table",
      answer: "A row for each check-in",
      description:
        "Every check-in of every measure that exists now, oldest first; `id` and `name` are the measure's. Names, units, starts " +
        `and targets are today's, and percents follow them. ${form} ${streamed}`
    })
  )
  .add(
    HttpApiEndpoint.get("changes", "/api/changes.csv", {
      query: { ...changesQuery, ...dialectQuery },
      headers: conditionalHeaders,
      success,
      error: [Gone, NotModifiedResponse]
    }).annotate(Words, {
      summary: "Get changes as a table",
      answer: "A row for each change",
      description: `All changes after a sequence number to the latest, oldest first, as in \`/api/changes\`; \`data\` is JSON. ${form} ${streamed}`
    })
  )
  .middleware(Access)
  .annotateEndpoints(Policy, "viewer") {}
