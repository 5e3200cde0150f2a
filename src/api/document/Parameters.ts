/** What the OpenAPI document says about a parameter of any operation, by its name; a test finds a missing one. */
export const parameterWords: Readonly<Record<string, string>> = {
  teamId: "The team's id",
  principleId: "The principle's id",
  objectiveId: "The objective's id",
  entityId: "The id of a team or of anything in it, deleted ones too",
  userId: "The user's id",
  webhookId: "The webhook's id",
  "if-none-match": "The `ETag` of an earlier answer: 304 without a body while nothing has changed",
  "idempotency-key":
    "Names the submission: when it is sent again under the same key, it gets the first answer. 1 to 100 visible ASCII characters",
  "last-event-id": "The `id` of the last event that was received, as it came: the stream goes on after it",
  lastEventId: "The same as the header `Last-Event-ID`, for clients that cannot set headers",
  changes: "`1`: each notification also says how the views of its team have changed",
  "X-CSRF-Token": "Always `1`: shows that the request is not a form of another site",
  limit: "How many entries a page has at most",
  before: "Only what is older than this one: `nextBefore` of the page before, or the last entry's number",
  from: "The sequence number of the page's first event; without it, of the latest",
  sequenceNumber: "The event right after which everything is to be as it was; 0 is the empty log",
  since: "A sequence number, or a UTC date such as 2026-03-02",
  at: "The event right after which the strategy is shown; without it, as it is now",
  detail: "Whether there is an appendix (`full`) or not (`board`)",
  notes: "`0` leaves out speaker notes and usernames",
  status: "Only objectives with these statuses, with commas between them",
  objectives: "Only the objectives with these ids, with commas between them",
  teams: "Only the teams with these ids, with commas between them",
  username: "Only entries with this user as actor or subject"
}
