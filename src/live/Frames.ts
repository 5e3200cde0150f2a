import type { ChangeNotification } from "../domain/ChangeNotification.ts"

/** How long a client is to wait before it connects again, in milliseconds. */
type Retry = number

export type EndReason = "session" | "shutdown"
export type BusyScope = "user" | "server"

/** The parts of a `text/event-stream`, encoded. JSON has no line break in it, so that each `data` is one line. */
const encode = (text: string): Uint8Array => Buffer.from(text)

/** `id` is the position right after the change. */
export const change = (id: string, notification: ChangeNotification): Uint8Array =>
  encode(`id: ${id}\nevent: change\ndata: ${JSON.stringify(notification)}\n\n`)

/** `id` is the position after which the stream begins, so that who is cut off before any change resumes there. */
export const ready = (id: string, head: number, retry: Retry): Uint8Array =>
  encode(`retry: ${retry}\nid: ${id}\nevent: ready\ndata: {"sequenceNumber":${head}}\n\n`)

/** `id` is the position of the log's head. */
export const reset = (id: string, head: number): Uint8Array =>
  encode(`id: ${id}\nevent: reset\ndata: {"sequenceNumber":${head}}\n\n`)

export const end = (reason: EndReason, retry: Retry): Uint8Array =>
  encode(`retry: ${retry}\nevent: end\ndata: {"reason":"${reason}"}\n\n`)

export const busy = (scope: BusyScope, retry: Retry): Uint8Array =>
  encode(`retry: ${retry}\nevent: busy\ndata: {"scope":"${scope}"}\n\n`)

/** A comment: says that the stream is alive, also to proxies. */
export const heartbeat: Uint8Array = encode(":\n\n")
