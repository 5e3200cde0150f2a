import { eventTypes } from "../../../shared/EventTypes.ts"
import { counted } from "../../texts/Counted.ts"

export const add = "Add webhook"
export const edit = "Edit webhook"
export const hint =
  "A webhook posts every change to another system, in order and signed as Standard Webhooks says. What fails is tried again for a week."
export const none = "There are no webhooks yet."
export const notLoaded = "The webhooks could not be loaded."
export const url = "URL"
export const urlHint = "Begins with https://. Private addresses are refused."
export const description = "Description"
export const rule = (name: string, rule: string) => `The ${name} ${rule}.`
const of = (count: number, all: number, none: string) => (count === 0 ? none : `${count} of ${all}`)
export const eventTypesChosen = (count: number) => `Event types: ${of(count, eventTypes.length, "all")}`
export const teamsChosen = (count: number, all: number) => `Teams: ${of(count, all, "all")}`
export const deletedTeam = "A deleted team"
export const filter = (types: number | undefined, teams: number | undefined) =>
  `${types === undefined ? "All events" : counted(types, "event type")} of ${teams === undefined ? "all teams" : counted(teams, "team")}`
export const saved = "The webhook is saved."
export const secretOf = (url: string) => `Secret of ${url}`
export const secretHint =
  "Receivers check signatures with it. It is shown this once: keep it somewhere safe before you go on."
export const done = "I have it"
export const delivered = (event: number) => `Delivered up to event ${event}.`
export const failing = (count: number, since: string) => `${counted(count, "attempt")} failed since ${since}.`
export const next = (at: string) => `The next is at ${at}.`
export const off = "Disabled. What happens meanwhile is delivered once it is enabled."
export const states = { enabled: "Enabled", failing: "Failing", disabled: "Disabled" }
export const deliveries = "Deliveries"
export const noDeliveries = "Nothing has been delivered yet."
export const notDelivered = "The deliveries could not be loaded."
export const event = (sequenceNumber: number) => `Event ${sequenceNumber}`
export const answered = (status: number) => `Answer ${status}`
export const attempt = (attempt: number) => `Attempt ${attempt}`
export const milliseconds = (duration: number) => `${duration} ms`
export const enable = "Enable"
export const disable = "Disable"
export const resend = "Resend"
export const resendFrom = "Resend from…"
export const resendHere = "Resend from here"
export const from = "From event"
export const fromHint = "Everything from this event on is delivered, also what was delivered before."
export const resent = (from: number) => `Everything from event ${from} on is delivered again.`
export const remove = "Delete webhook"
export const removeText = "Nothing more is delivered to it, and its secret and its deliveries are gone."
export const removed = "The webhook is deleted."
