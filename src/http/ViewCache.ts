import { createHash } from "node:crypto"
import type { Team } from "../domain/State.ts"

/** An encoded answer. `etag` is strong: equal tags are equal bytes. */
export interface EncodedView {
  readonly bytes: Uint8Array
  readonly etag: string
}

const encoder = new TextEncoder()

const encode = (view: unknown): EncodedView => {
  const bytes = encoder.encode(JSON.stringify(view))
  return { bytes, etag: `"${createHash("sha256").update(bytes).digest("base64url")}"` }
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
