import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { AccountEntry } from "../domain/AccountEntry.ts"
import { Access, Policy } from "./Access.ts"
import { HeadText } from "./HeadText.ts"
import { PageLimitParam } from "./HistoryApi.ts"
import { wholeNumberParam } from "./NumberParams.ts"

const EntryIdParam = wholeNumberParam({ minimum: 1, message: "must be the id of an entry" })

export const AccountLogPage = Schema.Struct({
  /** Newest first. */
  entries: Schema.Array(AccountEntry),
  /** `before` of the next page; null on the last one. */
  nextBefore: Schema.NullOr(Schema.Int)
}).annotate({ identifier: "AccountLogPage" })

export class AccountLogApi extends HttpApiGroup.make("accountLog")
  .add(
    HttpApiEndpoint.get("page", "/api/admin/account-log", {
      query: {
        before: Schema.optional(EntryIdParam),
        limit: Schema.optional(PageLimitParam),
        username: Schema.optional(HeadText)
      },
      success: AccountLogPage
    }).annotate(
      OpenApi.Description,
      "Who did what to accounts and access, newest first, below the id `before`. With `username`, only entries with that " +
        "user as actor or subject, without regard to case. Refused sign-ins are counted by name and minute."
    )
  )
  .middleware(Access)
  .annotateEndpoints(Policy, "admin") {}
