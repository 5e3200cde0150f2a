import * as Example from "./ExampleStrategy.ts"
import { objective } from "./ExampleSubmissions.ts"

// Bodies that the document's examples show, of what is not part of a strategy.

export const account = {
  id: Example.user.id,
  username: Example.user.username,
  displayName: "Maya Ito",
  role: "editor",
  createdAt: "2026-03-02T08:30:00.000Z"
}
export const signedIn = {
  success: true,
  userId: account.id,
  username: account.username,
  displayName: account.displayName,
  role: account.role,
  timeZone: "Europe/Berlin",
  companyName: "Northwind",
  error: null
}
export const invitationToken = "C2FVsBQIhrscChlQIMVb5sSYspob7oD7Y2ZjYt4YtoQ"
export const done = { success: true }

export const entry = {
  id: 42,
  timestamp: "2026-03-02T08:30:00.000Z",
  lastAt: null,
  actorName: "admin",
  subjectName: account.username,
  action: "user_created",
  address: "192.0.2.10",
  requestId: "f1c2b3a4",
  count: 1,
  detail: "editor"
}

export const webhook = {
  id: "3f0e6a52-7c1d-4b8e-9d2a-5b6c7d8e9f01",
  url: "https://example.org/hooks/strategy",
  description: "Posts to the team chat",
  eventTypes: ["create_objective", "update_objective_status"],
  teamIds: null,
  enabled: true,
  format: "standard",
  digest: null,
  disabledReason: null,
  sequenceNumber: 42,
  failures: 0,
  failingSince: null,
  nextAttemptAt: null,
  previousSecretUntil: null,
  createdAt: "2026-03-02T08:30:00.000Z",
  lastAttempt: {
    attemptedAt: "2026-03-02T08:31:00.000Z",
    outcome: "delivered",
    status: 204,
    error: null,
    durationMs: 85
  }
}
export const session = {
  id: "5d0c1a52-6c1e-4f60-9a43-0f6f7f0b8c11",
  createdAt: "2026-03-02T08:30:00.000Z",
  expiresAt: "2026-03-09T08:30:00.000Z",
  lastSeenAt: "2026-03-03T16:05:00.000Z",
  address: "203.0.113.7",
  userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
}
export const token = {
  id: "0f2a4b6c-8d0e-4f12-a345-6789abcdef01",
  name: "Weekly report",
  scope: "read",
  createdAt: "2026-03-02T08:30:00.000Z",
  expiresAt: "2026-05-31T08:30:00.000Z",
  lastUsedAt: "2026-03-09T07:00:00.000Z"
}
export const webhookSettings = {
  url: webhook.url,
  description: webhook.description,
  eventTypes: webhook.eventTypes
}
export const tested = { ...webhook.lastAttempt, answer: "" }
export const attempt = {
  number: 7,
  sequenceNumber: 42,
  eventType: "create_objective",
  attempt: 2,
  ...webhook.lastAttempt
}

export const refused = {
  ...attempt,
  number: 6,
  attemptedAt: "2026-03-02T08:30:55.000Z",
  attempt: 1,
  outcome: "refused",
  status: 503,
  error: "The receiver answered 503."
}

export const inverse = {
  sequenceNumber: 361,
  changeSetName: "Plans of 2026",
  touches: { items: 1, teams: 1 },
  submissions: [
    {
      undoes: 359,
      eventType: "update_objective_title",
      targetId: objective,
      data: { title: "Answer within a day" },
      lastSeenSequence: 359
    }
  ],
  left: [
    {
      sequenceNumber: 358,
      code: "changed_since",
      reason: "The due date of objective 'Answer within a day' was changed since, by ada on 2026-11-25.",
      later: { sequenceNumber: 361, actorName: "ada", timestamp: "2026-11-25T10:19:00.000Z" }
    }
  ]
}
