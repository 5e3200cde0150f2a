import { Effect } from "effect"
import { EntityId } from "../domain/entities/Ids.ts"

const bytesOf = (uuid: string): ReadonlyArray<number> =>
  Array.from(uuid.replaceAll("-", "").matchAll(/../g), ([hex]) => Number.parseInt(hex, 16))

/**
 * The UUID of version 5 (RFC 9562) for a key of another system, such as `PAY-7`, in a namespace, which is a UUID of your
 * own. The same key always gives the same id: created under it, an entity is found again without a table of ids.
 */
export const idFrom = Effect.fnUntraced(function* (namespace: string, key: string) {
  const name = Uint8Array.from([...bytesOf(namespace), ...new TextEncoder().encode(key)])
  const hash = new Uint8Array(yield* Effect.promise(() => crypto.subtle.digest("SHA-1", name)))
  const hex = Array.from(hash.subarray(0, 16), (byte, at) => {
    const marked = at === 6 ? (byte & 0x0f) | 0x50 : at === 8 ? (byte & 0x3f) | 0x80 : byte
    return marked.toString(16).padStart(2, "0")
  }).join("")
  return EntityId.make(hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"))
})
