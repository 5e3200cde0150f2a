import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { AccountEntry } from "../domain/AccountEntry.ts"
import { described, listOf } from "../domain/entities/Documented.ts"
import { Access, Policy } from "./Access.ts"
import { entry } from "./document/ExampleBodies.ts"
import { maxPageLimit, pageLimitParam } from "./HistoryApi.ts"
import { Words } from "./requests/EndpointWords.ts"
import { HeadText } from "./requests/HeadText.ts"
import { wholeNumberParam } from "./requests/NumberParams.ts"

const EntryIdParam = wholeNumberParam({ minimum: 1, message: "must be an entry's id" })

export const AccountLogPage = Schema.Struct({
  entries: described("The entries, newest first", listOf(AccountEntry, maxPageLimit)),
  nextBefore: described("The `before` of the next page; null on the last one", Schema.NullOr(Schema.Int))
}).annotate({ identifier: "AccountLogPage" })

export class AccountLogApi extends HttpApiGroup.make("accountLog")
  .add(
    HttpApiEndpoint.get("page", "/api/admin/account-log", {
      query: {
        before: described(
          "Only entries with a lower id: `nextBefore` of the previous page",
          Schema.optional(EntryIdParam)
        ),
        limit: pageLimitParam,
        username: described("Only entries with this user as actor or subject", Schema.optional(HeadText))
      },
      success: AccountLogPage
    }).annotate(Words, {
      summary: "Get a page of the account log",
      answer: "Entries, newest first",
      examples: { example: { entries: [entry], nextBefore: null } },
      description:
        "Changes to accounts, access and webhooks, and exports of archives, newest first by `timestamp`; with `before`, an entry's id, only " +
        "older ones. `username` (case-insensitive) limits them to entries with that user as actor or subject. Refused sign-ins are " +
        "counted per name and minute: `timestamp` is the time of the first, `lastAt` that of the last. A name that belongs to no user " +
        "is never shown: `subjectName` is `unknown:` and eight digits instead, the same for the same name."
    })
  )
  .middleware(Access)
  .annotateEndpoints(Policy, "admin") {}
