import { createHmac } from "node:crypto"
import type { StoredWebhook } from "./WebhookStore.ts"

const secretPrefix = "whsec_"

/** The size of a secret in bytes. */
export const secretBytes = 32

export const encodeSecret = (bytes: Uint8Array): string => `${secretPrefix}${Buffer.from(bytes).toString("base64")}`

interface SignedMessage {
  readonly id: string
  /** Unix time of this attempt in seconds. */
  readonly timestamp: number
  readonly body: string
}

/** The secrets that sign at a Unix time in milliseconds: the present one, and for a while the one before. */
export const secretsAt = (
  {
    secret,
    previousSecret,
    previousSecretUntil
  }: Pick<StoredWebhook, "secret" | "previousSecret" | "previousSecretUntil">,
  now: number
): ReadonlyArray<string> =>
  previousSecret !== null && previousSecretUntil !== null && now < Date.parse(previousSecretUntil)
    ? [secret, previousSecret]
    : [secret]

/**
 * The headers by which a receiver recognises the sender, as Standard Webhooks 1.0 defines them. Each secret signs; one
 * signature that the receiver can verify is enough.
 */
export const signedHeaders = (secrets: ReadonlyArray<string>, { id, timestamp, body }: SignedMessage) => {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(secretPrefix.length), "base64")
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`
  })
  return { "webhook-id": id, "webhook-timestamp": String(timestamp), "webhook-signature": signatures.join(" ") }
}
