/** What the OpenAPI document says about a parameter of any operation, by its name; a test finds a missing one. */
export const parameterWords: Readonly<Record<string, string>> = {
  teamId: "The team's id",
  principleId: "The principle's id",
  objectiveId: "The objective's id",
  entityId: "The id of a team or of anything in it, deleted or not",
  userId: "The user's id",
  token: "A token with the scope `feed`",
  tokenId: "The token's id",
  changeSetId: "The change set's id, as histories name it",
  sessionId: "The session's id, which is not its token",
  webhookId: "The webhook's id",
  number: "The attempt's number",
  "if-none-match": "The `ETag` of an earlier answer; returns 304 without a body while nothing has changed",
  "idempotency-key":
    "Identifies the submission: sending it again with the same key returns the first answer. Keys are kept per user and never " +
    "expire, as long as the log exists. With another body, 409. 1 to 100 visible ASCII characters",
  "change-set":
    "The id of the change set that the event belongs to: a UUID of your own. A set belongs to the user who used its id " +
    "first; another's is 409. Under one `Idempotency-Key`, another set is another request",
  "change-set-name":
    "What the changes are for, as people see it in histories: 1 to 100 characters, percent-encoded UTF-8. Only with `Change-Set`",
  undoes: "The sequence number of the event that this one takes back: histories say so",
  "last-event-id": "The `id` of the last event received, unchanged: the stream continues after it",
  lastEventId: "The same as the header `Last-Event-ID`, for clients that cannot set headers",
  changes: "`1`: each notification also describes how the views of its team changed",
  tokenNames: "`1`: changes nothing, since every notification has the name of its token now",
  "X-CSRF-Token": "Always `1`: proves that the request is not a form post from another site. Not needed with a token",
  limit: "The maximum number of entries on a page",
  before: "Only older entries: `nextBefore` of the previous page, or the number of its last entry",
  after:
    "The sequence number after which the changes begin: `nextAfter` of the previous answer; by default 0, the beginning",
  epoch:
    "The `epoch` of an earlier answer, or the part of a `webhook-id` before the dot: 410 if the log is another one by now",
  types: "Only events of these types, separated by commas",
  from: "The sequence number of the page's first event; by default, the latest",
  sequenceNumber:
    "The event: that to restore to, when everything becomes what it was right after it (0 is the empty log), or that to take back",
  since: "A sequence number, or a UTC date such as 2026-03-02",
  at:
    "Shows the strategy as it was right after the event with this sequence number or, in views, at the end of this UTC day; " +
    "by default, as it is now",
  to: "The path of the page to return to, with query and fragment",
  weeks: "How many Mondays before now",
  detail: "With an appendix (`full`) or without (`board`)",
  notes: "`0` leaves out speaker notes and usernames",
  status: "Only objectives with these statuses, separated by commas",
  objectives: "Only the objectives with these ids, separated by commas",
  teams: "Only the teams with these ids, separated by commas",
  username: "Only entries with this user as actor or subject, or this user's tokens"
}
