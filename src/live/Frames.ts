import type { ChangeNotification } from "../domain/ChangeNotification.ts"
import type { TeamChange } from "../domain/views/TeamChanges.ts"

export type EndReason = "session" | "shutdown"
export type BusyScope = "user" | "server"

// The parts of a `text/event-stream`. JSON contains no line breaks, so each `data` is one line. `retryMs` is how long
// the client waits before it connects again.
const encode = (text: string): Uint8Array => Buffer.from(text)

const changeFrame = (id: string, json: string): Uint8Array => encode(`id: ${id}\nevent: change\ndata: ${json}\n\n`)

/** `id` names the position right after the change. */
export const change = (id: string, notification: ChangeNotification): Uint8Array =>
  changeFrame(id, JSON.stringify(notification))

/** A larger change of views, in UTF-16 units of its JSON, is not sent: fetching them is not much more. */
const maxViewsLength = 16_384

/** The same frame with how the views of the team have changed; undefined if that is too large. */
export const changeWithViews = (
  id: string,
  notification: ChangeNotification,
  views: TeamChange
): Uint8Array | undefined => {
  const json = JSON.stringify(views)
  return json.length > maxViewsLength ? undefined : changeFrame(id, JSON.stringify({ ...notification, views }))
}

/** `id` names the position where the stream starts, so that a client cut off before any change resumes there. */
export const ready = (id: string, head: number, retryMs: number): Uint8Array =>
  encode(`retry: ${retryMs}\nid: ${id}\nevent: ready\ndata: {"sequenceNumber":${head}}\n\n`)

/** `id` names the position of the log's head. */
export const reset = (id: string, head: number): Uint8Array =>
  encode(`id: ${id}\nevent: reset\ndata: {"sequenceNumber":${head}}\n\n`)

export const end = (reason: EndReason, retryMs: number): Uint8Array =>
  encode(`retry: ${retryMs}\nevent: end\ndata: {"reason":"${reason}"}\n\n`)

export const busy = (scope: BusyScope, retryMs: number): Uint8Array =>
  encode(`retry: ${retryMs}\nevent: busy\ndata: {"scope":"${scope}"}\n\n`)

/** A comment that keeps the connection alive, for proxies too. */
export const heartbeat: Uint8Array = encode(":\n\n")
