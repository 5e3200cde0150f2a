import { eventTypes } from "../../../shared/EventTypes.ts"
import { counted } from "../../texts/values/Counted.ts"

export * from "../../texts/SharedTexts.ts"

const of = (count: number, all: number) => (count === 0 ? "all" : `${count} of ${all}`)

export const format = "Format"
export const formats = { standard: "For programs (JSON)", slack: "Slack", teams: "Microsoft Teams" }
export const rhythm = "Send"
export const rhythms = { each: "Each change", weekly: "Weekly digest, Mondays 07:00" }
export const test = "Send test"
export const tested = "The test arrived."
export const rotate = "New secret"
export const skip = "Skip"
export const skipOf = (event: number) => `Skip what failed at event ${event}`
export const skipped = (event: number) => `Skipped event ${event}.`
export const details = "Request and answer"
export const request = "Request"
export const answer = "Answer"
export const notKept = "None."
export const empty = "Empty."
export const feeds = "Calendar feeds"
export const feedsHint = "Show due dates in your calendar with a private link. Create one under"
export const noFeeds = "No feeds yet."
export const services = "Tokens for services"
export const servicesHint = "Programs and agents sign in with tokens. Revoke them under"
export const noServices = "No tokens yet."
export const yourAccount = "Your account"
export const used = (ago: string) => `last used ${ago}`
export const unused = "never used"
export const add = "Add webhook"
export const edit = "Edit webhook"
export const hint =
  "Webhooks send changes to another system, Slack or Microsoft Teams, in order and signed (Standard Webhooks). Failed deliveries are retried for a week."
export const none = "No webhooks yet."
export const notLoaded = "Couldn’t load the webhooks."
export const url = "URL"
export const urlHint = "Must start with https://. Private addresses are rejected."
export const description = "Description"
export const rule = (name: string, rule: string) => `The ${name} ${rule}.`
export const eventTypesChosen = (count: number) => `Event types: ${of(count, eventTypes.length)}`
export const teamsChosen = (count: number, all: number) => `Teams: ${of(count, all)}`
export const deletedTeam = "Deleted team"
export const filter = (types: number | undefined, teams: number | undefined) =>
  `${types === undefined ? "All events" : counted(types, "event type")} from ${teams === undefined ? "all teams" : counted(teams, "team")}`
export const saved = "Webhook saved."
export const secretOf = (url: string) => `Secret of ${url}`
export const secretHint = "Receivers need it to check signatures. Copy it now; you won’t see it again."
export const delivered = (event: number) => `Delivered up to event ${event}.`
export const lastAttempt = (error: string | null) => (ago: string) =>
  error === null ? `Delivered ${ago}.` : `Failed ${ago}: ${error}`
export const failing = (count: number, since: string) => `${counted(count, "failed attempt")} since ${since}.`
export const next = (at: string) => `Next attempt: ${at}.`
export const off = "Disabled. Changes made meanwhile are delivered once you enable it."
export const states = { enabled: "Enabled", failing: "Failing", disabled: "Disabled" }
export const deliveries = "Deliveries"
export const noDeliveries = "No deliveries yet."
export const notDelivered = "Couldn’t load the deliveries."
export const event = (sequenceNumber: number) => `Event ${sequenceNumber}`
export const response = (status: number) => `Response ${status}`
export const attempt = (attempt: number) => `Attempt ${attempt}`
export const milliseconds = (duration: number) => `${duration} ms`
export const enable = "Enable"
export const disable = "Disable"
export const resend = "Resend"
export const resendFrom = "Resend from…"
export const resendHere = "Resend from here"
export const from = "From event"
export const fromHint = "Delivers every event from this one on, including those already delivered."
export const resent = (from: number) => `Resending every event from event ${from} on.`
export const remove = "Delete webhook"
export const removeText = "Nothing more will be delivered to it. Its secret and its deliveries will be deleted."
export const removed = "Webhook deleted."
