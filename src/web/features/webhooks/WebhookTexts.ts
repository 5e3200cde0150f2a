import { eventTypes } from "../../../shared/EventTypes.ts"
import { counted } from "../../texts/Counted.ts"

export * from "../../texts/SharedTexts.ts"

const of = (count: number, all: number) => (count === 0 ? "all" : `${count} of ${all}`)

export const webhooks = {
  add: "Add webhook",
  edit: "Edit webhook",
  hint: "Webhooks send every change to another system, in order and signed (Standard Webhooks). Failed deliveries are retried for a week.",
  none: "No webhooks yet.",
  notLoaded: "Couldn’t load the webhooks.",
  url: "URL",
  urlHint: "Must start with https://. Private addresses are rejected.",
  description: "Description",
  rule: (name: string, rule: string) => `The ${name} ${rule}.`,
  eventTypesChosen: (count: number) => `Event types: ${of(count, eventTypes.length)}`,
  teamsChosen: (count: number, all: number) => `Teams: ${of(count, all)}`,
  deletedTeam: "Deleted team",
  filter: (types: number | undefined, teams: number | undefined) =>
    `${types === undefined ? "All events" : counted(types, "event type")} from ${teams === undefined ? "all teams" : counted(teams, "team")}`,
  saved: "Webhook saved.",
  secretOf: (url: string) => `Secret of ${url}`,
  secretHint: "Receivers need it to check signatures. Copy it now; you won’t see it again.",
  delivered: (event: number) => `Delivered up to event ${event}.`,
  failing: (count: number, since: string) => `${counted(count, "failed attempt")} since ${since}.`,
  next: (at: string) => `Next attempt: ${at}.`,
  off: "Disabled. Changes made meanwhile are delivered once you enable it.",
  states: { enabled: "Enabled", failing: "Failing", disabled: "Disabled" },
  deliveries: "Deliveries",
  noDeliveries: "No deliveries yet.",
  notDelivered: "Couldn’t load the deliveries.",
  event: (sequenceNumber: number) => `Event ${sequenceNumber}`,
  response: (status: number) => `Response ${status}`,
  attempt: (attempt: number) => `Attempt ${attempt}`,
  milliseconds: (duration: number) => `${duration} ms`,
  enable: "Enable",
  disable: "Disable",
  resend: "Resend",
  resendFrom: "Resend from…",
  resendHere: "Resend from here",
  from: "From event",
  fromHint: "Delivers every event from this one on, including those already delivered.",
  resent: (from: number) => `Resending every event from event ${from} on.`,
  remove: "Delete webhook",
  removeText: "Nothing more will be delivered to it. Its secret and its deliveries will be deleted.",
  removed: "Webhook deleted."
}
