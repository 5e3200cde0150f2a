import { Context } from "effect"

/** What the people of the service call their company, as `COMPANY_NAME` says; null if nobody has said. */
export const CompanyName = Context.Reference<string | null>("strategy/accounts/CompanyName", {
  defaultValue: () => null
})
