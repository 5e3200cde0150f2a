/** The parameter of the page's address that says why a sign-in by the company's provider failed. */
export const signInFaultParameter = "signInFault"

/** Why it failed. The page has a sentence for each. */
export const signInFaults = [
  /** The user, or the provider, broke it off. */
  "denied",
  /** It was begun more than ten minutes ago, in another browser or tab, or has been used already. */
  "expired",
  /** The provider does not answer, or answers with a fault of its own. */
  "provider_unavailable",
  /** What the provider answered is not valid. */
  "provider_answer",
  /** None of the user's groups has a role here. */
  "no_role",
  /** The provider left the groups out because there are too many. */
  "groups_missing",
  /** Too many sign-ins at once. */
  "busy",
  /** A fault of this service, such as a database that does not answer. */
  "failed"
] as const

export type SignInFault = (typeof signInFaults)[number]
