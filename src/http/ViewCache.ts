import { createHash } from "node:crypto"
import { HttpServerResponse } from "effect/http"
import type { Team } from "../domain/State.ts"
import { notModified } from "./IfNoneMatch.ts"
import { dressed } from "./SecurityHeaders.ts"

/** An encoded answer, with both responses it is sent in: they are as constant as it is. */
export interface EncodedView {
  readonly bytes: Uint8Array
  /** Strong: equal tags are equal bytes. */
  readonly etag: string
  readonly full: HttpServerResponse.HttpServerResponse
  /** 304 */
  readonly unchanged: HttpServerResponse.HttpServerResponse
}

const encoder = new TextEncoder()

const encode = (view: unknown): EncodedView => {
  const bytes = encoder.encode(JSON.stringify(view))
  const etag = `"${createHash("sha256").update(bytes).digest("base64url")}"`
  const full = HttpServerResponse.uint8Array(bytes, { contentType: "application/json", headers: { etag } })
  return { bytes, etag, full: dressed(full), unchanged: dressed(notModified(etag)) }
}

/**
 * Views encoded once per change: each belongs to the object it was made from, which an event replaces when it touches
 * what is in it, and goes with it.
 */
export const make = () => {
  const cache = new WeakMap<object, Map<string, EncodedView>>()

  const get = (source: object, name: string, view: () => unknown): EncodedView => {
    const views = cache.get(source) ?? new Map<string, EncodedView>()
    cache.set(source, views)
    const kept = views.get(name)
    if (kept !== undefined) return kept
    const encoded = encode(view())
    views.set(name, encoded)
    return encoded
  }

  return {
    ofTeam: (team: Team, name: string, view: () => unknown): EncodedView => get(team, name, view),
    ofAll: (teams: object, view: () => unknown): EncodedView => get(teams, "teams", view)
  }
}
