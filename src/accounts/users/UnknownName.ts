import { createHmac } from "node:crypto"
import { usernameKey } from "./Username.ts"

/**
 * What logs contain in place of a name that belongs to no user, since people type passwords there: `unknown:` and eight
 * hexadecimal digits of an HMAC. Under one key, equal names stay equal.
 */
export const unknownName = (key: string, text: string): string =>
  `unknown:${createHmac("sha256", key).update(usernameKey(text)).digest("hex").slice(0, 8)}`
