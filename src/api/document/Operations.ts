import { Option } from "effect"
import { forecastView } from "../../domain/views/Forecast.ts"
import { objectivesView, objectiveView, principlesView, principleView, teamList } from "../../domain/views/Views.ts"
import * as Answers from "./ExampleAnswers.ts"
import {
  account,
  attempt,
  done,
  entry,
  inverse,
  refused,
  session,
  signedIn,
  tested,
  token,
  webhook,
  webhookSettings
} from "./ExampleBodies.ts"
import type * as Example from "./ExampleStrategy.ts"
import { objective, principle, team } from "./ExampleSubmissions.ts"

/** Examples of a body, by name. */
export type Examples = Readonly<Record<string, unknown>>

/** What the OpenAPI document adds to the declaration of an endpoint. */
export interface Operation {
  readonly summary: string
  /** The description of the successful answer. */
  readonly answer: string
  /** Examples of the successful answer, if its body is text. */
  readonly answers?: (example: Example.ExampleStrategy) => Examples
  /** Examples of the request's body. Those of `events.submit` are in `Submissions`. */
  readonly requests?: Examples
}

const one =
  (value: unknown): (() => Examples) =>
  () => ({ example: value })

const example =
  (make: (strategy: Example.ExampleStrategy) => unknown) =>
  (strategy: Example.ExampleStrategy): Examples => ({ example: make(strategy) })

/** By `operationId`; a test compares the ids with those of the API. */
export const operations: Readonly<Record<string, Operation>> = {
  "auth.login": {
    summary: "Sign in",
    answer: "The user, or why the sign-in failed",
    requests: { example: { username: "maya", password: "correct horse battery" } },
    answers: () => ({
      signed_in: signedIn,
      failed: { success: false, error: "Invalid username or password." }
    })
  },
  "auth.logout": { summary: "Sign out", answer: "The session has ended", answers: one(done) },
  "auth.me": { summary: "Get the signed-in user", answer: "The user of the session", answers: one(signedIn) },
  "auth.changePassword": {
    summary: "Change your own password",
    answer: "The password is changed",
    requests: { example: { currentPassword: "correct horse battery", newPassword: "staple of another colour" } },
    answers: one(done)
  },
  "oidc.methods": {
    summary: "Find out how people sign in",
    answer: "The ways to sign in",
    answers: one({ password: true, oidc: { name: "Acme" } })
  },
  "oidc.login": { summary: "Go to the company's provider to sign in", answer: "To the provider" },
  "oidc.callback": { summary: "Come back from the provider", answer: "To the page" },
  "sessions.list": {
    summary: "List your sessions",
    answer: "The sessions",
    answers: one([{ ...session, current: true }])
  },
  "sessions.end": { summary: "End one of your sessions", answer: "The session has ended", answers: one(done) },
  "sessions.listOf": { summary: "List a user's sessions", answer: "The sessions", answers: one([session]) },
  "sessions.endAllOf": { summary: "End all sessions of a user", answer: "The sessions have ended", answers: one(done) },
  "tokens.list": { summary: "List your tokens", answer: "The tokens", answers: one([token]) },
  "tokens.create": {
    summary: "Create a token",
    answer: "The new token, with its secret",
    requests: { example: { name: token.name, scope: token.scope, expiresInDays: 90 } },
    answers: one({ ...token, lastUsedAt: null, token: "strat_C2FVsBQIhrscChlQIMVb5sSYspob7oD7Y2ZjYt4YtoQ" })
  },
  "tokens.revoke": { summary: "Revoke one of your tokens", answer: "The token is revoked", answers: one(done) },
  "tokens.listAll": {
    summary: "List the tokens of all users",
    answer: "The tokens",
    answers: one([{ ...token, userId: account.id, username: account.username }])
  },
  "tokens.revokeAny": { summary: "Revoke a token of any user", answer: "The token is revoked", answers: one(done) },
  "strategy.teams": {
    summary: "List all teams",
    answer: "The teams, by name",
    answers: example(({ grown }) => teamList(grown))
  },
  "strategy.principles": {
    summary: "List a team's principles",
    answer: "The team with its principles, by position",
    answers: example(({ team }) => principlesView(team))
  },
  "strategy.principle": {
    summary: "Get a principle",
    answer: "The principle with the objectives that serve it",
    answers: example(({ team }) => Option.getOrThrow(principleView(team, principle)))
  },
  "strategy.objectives": {
    summary: "List a team's objectives",
    answer: "The team with its objectives, by position, and the latest values of their measures",
    answers: example(({ team }) => objectivesView(team))
  },
  "strategy.objective": {
    summary: "Get an objective",
    answer: "The objective with the check-ins of its measures",
    answers: example(({ team }) => Option.getOrThrow(objectiveView(team, objective)))
  },
  "strategy.forecast": {
    summary: "Forecast an objective's measures",
    answer: "The forecasts of its measures",
    answers: example(({ team }) => Option.getOrThrow(forecastView(team, objective)))
  },
  "titles.titles": {
    summary: "List all titles",
    answer: "Titles and names, team by team",
    answers: example(Answers.titles)
  },
  "overview.overview": {
    summary: "Get every objective of every team",
    answer: "Teams with their counts, and objectives",
    answers: example(Answers.overview)
  },
  "overview.changes": {
    summary: "Compare all teams with an earlier point in time",
    answer: "The differences, team by team",
    answers: example(Answers.changes)
  },
  "overview.trend": {
    summary: "Get how all teams stood week by week",
    answer: "Percents and numbers of objectives by status, of all teams together and of each",
    answers: example(Answers.trend)
  },
  "events.submit": {
    summary: "Submit an event",
    answer: "The outcome of the submission",
    answers: Answers.outcomes
  },
  "events.preview": {
    summary: "Preview events",
    answer: "What each of them would do",
    requests: { example: { events: [{ eventType: "update_team_name", targetId: team, data: { name: "Care" } }] } },
    answers: example(Answers.previewed)
  },
  "history.entity": {
    summary: "Get the history of an entity",
    answer: "The events that affected it, newest first",
    answers: example((strategy) => Answers.historyOf(strategy, objective).slice(0, 2))
  },
  "history.all": {
    summary: "Get a page of the log",
    answer: "Events, newest first",
    answers: example(Answers.globalPage)
  },
  "history.deleted": {
    summary: "List what was deleted in a team",
    answer: "What can be brought back, newest first",
    answers: example(Answers.deletion)
  },
  "history.preview": {
    summary: "Preview a restore",
    answer: "What would be added, removed and changed",
    answers: example(Answers.preview)
  },
  "history.inverse": {
    summary: "Get what takes an event back",
    answer: "Submissions that take it back, and what stays",
    answers: one(inverse)
  },
  "history.inverseOfChangeSet": {
    summary: "Get what takes a change set back",
    answer: "Submissions that take it back, and what stays",
    answers: one(inverse)
  },
  "history.rebuild": {
    summary: "Rebuild histories and checkpoints from the log",
    answer: "The counts of what was read and saved",
    answers: one({ eventsProcessed: 1204, checkpointsSaved: 2, associationsSaved: 3411 })
  },
  "sample.load": {
    summary: "Load the sample strategy",
    answer: "Its first team, and how many events were written",
    answers: one({ teamId: team, events: 357 })
  },
  "export.team": { summary: "Export a team as a presentation", answer: "The presentation" },
  "export.company": { summary: "Export several teams as one presentation", answer: "The presentation" },
  "live.stream": {
    summary: "Follow changes",
    answer: "Server-sent events, until either side ends the stream",
    answers: example(Answers.streamOf)
  },
  "changes.list": {
    summary: "Read changes in order",
    answer: "Applied events, oldest first",
    answers: example(Answers.changesPage)
  },
  "tables.overview": { summary: "Get every objective as a table", answer: "A row for each objective" },
  "tables.measures": { summary: "Get every check-in as a table", answer: "A row for each check-in" },
  "tables.changes": { summary: "Get changes as a table", answer: "A row for each change" },
  "feeds.due": { summary: "Get due dates as a calendar", answer: "An iCalendar" },
  "users.list": { summary: "List all users", answer: "The users, by name", answers: one([account]) },
  "users.create": {
    summary: "Create a user",
    answer: "The new user",
    requests: { example: { username: "maya", password: "correct horse battery", role: "editor" } },
    answers: one(account)
  },
  "users.setRole": {
    summary: "Change a user's role",
    answer: "The user with the new role",
    requests: { example: { role: "viewer" } },
    answers: one({ ...account, role: "viewer" })
  },
  "users.resetPassword": {
    summary: "Reset a user's password",
    answer: "The password is set; the generated one is shown only this time",
    requests: { example: {} },
    answers: one({ success: true, password: "kW7mPq3ZtR9xHvB2nDsL" })
  },
  "users.remove": { summary: "Delete a user", answer: "The user is deleted", answers: one(done) },
  "accountLog.page": {
    summary: "Get a page of the account log",
    answer: "Entries, newest first",
    answers: one({ entries: [entry], nextBefore: null })
  },
  "webhooks.list": { summary: "List all webhooks", answer: "The webhooks", answers: one([webhook]) },
  "webhooks.create": {
    summary: "Register a webhook",
    answer: "The new webhook, with its secret",
    requests: { example: webhookSettings },
    answers: one({ ...webhook, secret: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD7Y2ZjYt4Yto=" })
  },
  "webhooks.get": { summary: "Get a webhook", answer: "The webhook", answers: one(webhook) },
  "webhooks.update": {
    summary: "Change a webhook",
    answer: "The changed webhook",
    requests: { example: { ...webhookSettings, enabled: false } },
    answers: one({ ...webhook, enabled: false })
  },
  "webhooks.remove": { summary: "Delete a webhook", answer: "The webhook is deleted", answers: one(done) },
  "webhooks.deliveries": {
    summary: "List a webhook's deliveries",
    answer: "Attempts, newest first",
    answers: one([attempt, refused])
  },
  "webhooks.delivery": {
    summary: "Get a delivery with its request and answer",
    answer: "The attempt",
    answers: one({
      ...attempt,
      request: '{"type":"create_objective","timestamp":"2026-03-02T08:30:00.000Z","data":{',
      answer: ""
    })
  },
  "webhooks.skip": {
    summary: "Skip the event that cannot be delivered",
    answer: "The webhook at its new position",
    requests: { example: { event: 43 } },
    answers: one({ ...webhook, sequenceNumber: 43 })
  },
  "webhooks.resend": {
    summary: "Redeliver events from a sequence number on",
    answer: "The webhook at its new position",
    requests: { example: { from: 40 } },
    answers: one({ ...webhook, sequenceNumber: 39 })
  },
  "webhooks.test": { summary: "Test a webhook", answer: "The attempt", answers: one(tested) },
  "webhooks.rotateSecret": {
    summary: "Change a webhook's secret",
    answer: "The webhook with its new secret",
    answers: one({
      ...webhook,
      previousSecretUntil: "2026-03-04T16:05:00.000Z",
      secret: "whsec_MV+b5sSYspob7oD7Y2ZjYt4YtoC2FVsBQIhrscChlQI="
    })
  },
  "system.root": { summary: "Redirect to the page", answer: "To `/strategy/`" },
  "system.health": {
    summary: "Check that the service can read and write",
    answer: "The service answers requests",
    answers: () => ({ healthy: { status: "healthy" }, degraded: { status: "degraded" } })
  },
  "system.live": {
    summary: "Check that the process is running",
    answer: "The process is running",
    answers: one({ status: "alive", version: "1.0.0" })
  }
}
